import { Button, NativeSelect } from '@mantine/core'
import type { Delimiter, Encoding, ListSettings } from '../../preload/contract/cruzar.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PreparedList } from './draft.ts'
import { isCustomised } from './list-settings.ts'

export interface SettingsBarProps {
  readonly list: PreparedList
  /** Rows that were hidden in the spreadsheet. */
  readonly hiddenRows: number
  /** The list could not be read so; whoever says that offers the way back, too. */
  readonly failed: boolean
  readonly onChange: (change: Partial<ListSettings>) => void
  readonly onRecognise: () => void
}

const encodings = [
  'utf-8',
  'utf-8-bom',
  'windows-1252',
  'mixed',
  'utf-16le',
  'utf-16be',
] as const satisfies readonly Encoding[]
const delimiters = [';', ',', '\t', '|', 'none'] as const satisfies readonly Delimiter[]

/** How the list was read: what was recognised, each changeable, and whether it was recognised or chosen. */
export function SettingsBar({ list, hiddenRows, failed, onChange, onRecognise }: SettingsBarProps) {
  const { inspection, settings } = list
  const texts = useMessages().cruzar.list
  const header = (settings.header ?? inspection.header) ? 'yes' : 'no'
  return (
    <fieldset className="list-settings" aria-label={texts.settings}>
      {inspection.file_kind === 'text' ? (
        <>
          <Setting
            label={texts.encoding}
            chosen={settings.encoding !== null}
            value={settings.encoding ?? inspection.encoding ?? 'utf-8'}
            options={encodings.map((value) => ({ value, label: texts.encodings[value] }))}
            onChange={(encoding) => onChange({ encoding })}
          />
          <Setting
            label={texts.delimiter}
            chosen={settings.delimiter !== null}
            value={settings.delimiter ?? inspection.delimiter ?? 'none'}
            options={delimiters.map((value) => ({ value, label: texts.delimiters[value] }))}
            onChange={(delimiter) => onChange({ delimiter })}
          />
        </>
      ) : null}
      {inspection.file_kind === 'xlsx' ? (
        <Setting
          label={texts.sheet}
          chosen={settings.sheet !== null}
          value={settings.sheet ?? inspection.sheet ?? ''}
          options={inspection.sheet_names.map((name) => ({ value: name, label: name }))}
          onChange={(sheet) => onChange({ sheet })}
        />
      ) : null}
      {inspection.file_kind === 'vcard' ? null : (
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
      {isCustomised(settings) && !failed ? (
        <Button variant="subtle" onClick={onRecognise}>
          {texts.reset}
        </Button>
      ) : null}
    </fieldset>
  )
}

interface SettingProps<V extends string> {
  readonly label: string
  /** The person chose it, or it was recognised; null: it stands as it does for every list. */
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
