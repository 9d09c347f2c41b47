import { Button, NativeSelect } from '@mantine/core'
import { IconAt, IconPhone } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { Delimiter, Encoding, ListSettings } from '../../preload/contract/cruzar.ts'
import { listColumnTypes } from '../../preload/values/list-column-types.ts'
import { areaCodes } from '../../preload/values/rungs.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { type ColumnUse, columnTypesWith, columnUses, isCustomised, type PreparedList } from './list-state.ts'

const encodings = [
  'utf-8',
  'utf-8-bom',
  'windows-1252',
  'mixed',
  'utf-16le',
  'utf-16be',
] as const satisfies readonly Encoding[]
const delimiters = [';', ',', '\t', '|', 'none'] as const satisfies readonly Delimiter[]

/** It contains a space and a number, since any text may be the name of a sheet. */
const sheetValue = (place: number) => `sheet ${place}`

interface SettingsBarProps {
  readonly list: PreparedList
  /** How many rows the spreadsheet hides. */
  readonly hiddenRows: number
  /** Whether phones lack their area code, or more. */
  readonly shortPhones: boolean
}

/** How the list was read. Each setting can be changed, and says whether it was recognised or chosen. */
export function SettingsBar({ list, hiddenRows, shortPhones }: SettingsBarProps) {
  const { inspection, settings } = list
  const { key_sheets: keySheets } = inspection
  const texts = useMessages().cruzar.list
  const { inspecting, changeSettings, resetSettings } = useStore(useFeature('cruzar').draft)
  const onChange = (change: Partial<ListSettings>) => void changeSettings(change)
  const kind = inspection.file_kind
  // A table that Cruza made of an address book, a chat, rows of another table or two lists.
  const isMade = kind === 'vcard' || kind === 'whatsapp' || (kind === 'text' && inspection.delimiter === null)
  const header = (settings.header ?? inspection.header) ? 'yes' : 'no'
  return (
    <fieldset className="list-settings plain-fieldset" aria-label={texts.settings}>
      {inspection.encoding !== null && !isMade ? (
        <Setting
          label={texts.encoding}
          chosen={settings.encoding !== null}
          value={settings.encoding ?? inspection.encoding}
          options={encodings.map((value) => ({ value, label: texts.encodings[value] }))}
          onChange={(encoding) => onChange({ encoding })}
        />
      ) : null}
      {kind === 'text' && !isMade ? (
        <Setting
          label={texts.delimiter}
          chosen={settings.delimiter !== null}
          value={settings.delimiter ?? inspection.delimiter ?? 'none'}
          options={delimiters.map((value) => ({ value, label: texts.delimiters[value] }))}
          onChange={(delimiter) => onChange({ delimiter })}
        />
      ) : null}
      {inspection.sheet_names.length > 1 ? (
        <Setting
          label={kind === 'html' ? texts.table : texts.sheet}
          chosen={settings.sheet !== null || settings.sheets !== null}
          value={inspection.sheet === null ? 'all' : sheetValue(inspection.sheet_names.indexOf(inspection.sheet))}
          options={[
            ...(keySheets.length > 1 ? [{ value: 'all', label: texts.allSheets(keySheets.length) }] : []),
            ...inspection.sheet_names.map((name, place) => ({ value: sheetValue(place), label: name })),
          ]}
          onChange={(value) => {
            const sheet = inspection.sheet_names.find((_, place) => sheetValue(place) === value) ?? null
            onChange({ sheet, sheets: sheet === null ? 'all' : null })
          }}
        />
      ) : null}
      {isMade || (inspection.sheet_names.length > 0 && inspection.sheet === null) ? null : (
        <Setting
          label={texts.header}
          chosen={settings.header !== null}
          value={header}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: texts.headers[value] }))}
          onChange={(value) => onChange({ header: value === 'yes' })}
        />
      )}
      {hiddenRows > 0 ? (
        <Setting
          label={texts.hiddenRows}
          chosen={settings.hidden_rows === null ? null : true}
          value={settings.hidden_rows ?? inspection.hidden_rows}
          options={(['read', 'skip'] as const).map((value) => ({ value, label: texts.hiddenChoices[value] }))}
          onChange={(hidden_rows) => onChange({ hidden_rows })}
        />
      ) : null}
      {shortPhones || inspection.area_column !== null || inspection.area_code !== null ? (
        <AreaSettings list={list} onChange={onChange} />
      ) : null}
      {isCustomised(settings) && !inspecting.failure ? (
        <Button variant="subtle" onClick={() => void resetSettings()}>
          {texts.reset}
        </Button>
      ) : null}
    </fieldset>
  )
}

/** Where phones without an area code get theirs: from a column of the list, or from one code for all. */
function AreaSettings({
  list: { inspection, settings },
  onChange,
}: {
  readonly list: PreparedList
  readonly onChange: (change: Partial<ListSettings>) => void
}) {
  const { list: words, match: texts } = useMessages().cruzar
  const columns = inspection.columns.filter(({ kind, index }) => kind === 'other' || index === inspection.area_column)
  const hasOwn = inspection.area_column === null && inspection.columns.some(({ area }) => area !== null)
  const none = hasOwn ? 'own' : 'none'
  return (
    <>
      <Setting
        label={texts.areaColumn}
        chosen={settings.area_column !== null}
        value={inspection.area_column === null ? none : String(inspection.area_column)}
        options={[
          ...(hasOwn ? [{ value: 'own', label: texts.ownAreaColumns }] : []),
          { value: 'none', label: texts.noAreaColumn },
          ...columns.map(({ index, name }) => ({ value: String(index), label: name || words.unnamed(index + 1) })),
        ]}
        onChange={(value) => value !== 'own' && onChange({ area_column: value === 'none' ? 'none' : Number(value) })}
      />
      <Setting
        label={texts.areaCode}
        chosen={settings.area_code === null ? null : true}
        value={settings.area_code ?? ''}
        options={[{ value: '', label: texts.noAreaCode }, ...areaCodes.map((code) => ({ value: code, label: code }))]}
        onChange={(code) => onChange({ area_code: code === '' ? null : code })}
      />
    </>
  )
}

interface SettingProps<V extends string> {
  readonly label: string
  /** Whether the person chose it or it was recognised; null for a default that every list has. */
  readonly chosen: boolean | null
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
}

function Setting<V extends string>({ label, chosen, value, options, onChange }: SettingProps<V>) {
  const texts = useMessages().cruzar.list
  return (
    <NativeSelect
      size="xs"
      className="list-setting"
      label={
        <>
          {label}{' '}
          {chosen === null ? null : (
            <span className="list-setting-source">{chosen ? texts.chosen : texts.recognised}</span>
          )}
        </>
      }
      value={value}
      data={[...options]}
      onChange={(event) => {
        const option = options.find((each) => each.value === event.currentTarget.value)
        if (option) onChange(option.value)
      }}
    />
  )
}

/** Enough to see what a column has. The whole list is shown after the run. */
const shownRows = 30
const uses = ['other', 'phone', 'email'] as const satisfies readonly ColumnUse[]

/** The first rows as they are in the file, below the kind of each column. The key columns are marked. */
export function PreviewTable({ list }: { readonly list: PreparedList }) {
  const texts = useMessages().cruzar.list
  const { setColumnUse } = useFeature('cruzar').draft.getState()
  const { columns, preview } = list.inspection
  const kindByColumn = columnUses(list)
  const rows = preview.slice(0, shownRows)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="preview-scroll card" tabIndex={0} aria-label={texts.preview(rows.length, columns.length)}>
      <table className="preview-table">
        <thead>
          <tr>
            {columns.map((column) => {
              const { index, name } = column
              const heading = name === '' ? texts.unnamed(index + 1) : name
              const use = kindByColumn.get(index) ?? 'other'
              return (
                <th key={index} scope="col" data-use={use}>
                  <span className="preview-heading cut" title={heading}>
                    <UseIcon use={use} />
                    {heading}
                  </span>
                  <NativeSelect
                    size="xs"
                    aria-label={texts.use(heading)}
                    value={use}
                    data={uses.map((value) => ({ value, label: texts.uses[value] }))}
                    onChange={(event) => {
                      const chosen = uses.find((each) => each === event.currentTarget.value)
                      if (chosen) void setColumnUse(index, chosen)
                    }}
                  />
                  {use === 'other' ? <TypeSelect list={list} column={column} heading={heading} /> : null}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody className="figures">
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
            <tr key={place}>
              {columns.map(({ index }) => (
                <td key={index} data-use={kindByColumn.get(index) ?? 'other'} title={row[index] ?? ''}>
                  {row[index] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface TypeSelectProps {
  readonly list: PreparedList
  readonly column: PreparedList['inspection']['columns'][number]
  readonly heading: string
}

/** What the cells of a column are: as it was recognised, or as the person chooses. */
function TypeSelect({ list: { settings }, column, heading }: TypeSelectProps) {
  const texts = useMessages().cruzar.list
  const { changeSettings } = useFeature('cruzar').draft.getState()
  const { index, type, filled, misfits } = column
  const chosen = settings.column_types?.find((one) => one.index === index)?.type
  const types = listColumnTypes.map((value) => ({ value, label: texts.types[value] }))
  return (
    <>
      <NativeSelect
        size="xs"
        mt={4}
        aria-label={texts.type(heading)}
        value={type}
        data={chosen ? [{ value: '', label: texts.recogniseType }, ...types] : types}
        onChange={({ currentTarget }) => {
          const next = listColumnTypes.find((one) => one === currentTarget.value) ?? null
          void changeSettings({ column_types: columnTypesWith(settings, index, next) })
        }}
      />
      {misfits > 0 ? (
        <span className="preview-misfits">{texts.misfits(texts.types[type], misfits, filled)}</span>
      ) : null}
    </>
  )
}

function UseIcon({ use }: { readonly use: ColumnUse }) {
  if (use === 'phone') return <IconPhone size={14} aria-hidden="true" />
  return use === 'email' ? <IconAt size={14} aria-hidden="true" /> : null
}
