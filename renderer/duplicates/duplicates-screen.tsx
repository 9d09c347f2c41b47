import './duplicates.css'
import { Button, Group, UnstyledButton } from '@mantine/core'
import { IconDownload, IconUsers } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { DuplicateSummary } from '../../preload/contract/duplicates.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { contactPrefixes, type DuplicateReason, duplicateColumns } from '../../preload/values/duplicate-pairs.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import { filterOf } from '../tables/query.ts'
import type { GridRow, TableStore } from '../tables/table-state.ts'
import { TableView } from '../tables/table-view.tsx'
import { leadWords, type TableWords } from '../tables/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { WarningNote } from '../ui/warning-note.tsx'

interface ScreenProps {
  readonly place: PlaceOf<'duplicates'>
}

/**
 * Contacts that look like one person, two in each row, with the reason. They are of one sheet or of all sheets of the
 * account.
 */
export function DuplicatesScreen({ place }: ScreenProps) {
  const { connection, id } = place
  const { store, tableOf } = useFeature('duplicates')
  const messages = useMessages()
  const texts = messages.duplicates
  const { go } = useNavigation()
  const [exporting, setExporting] = useState(false)
  const scope = useMemo(() => ({ connection_id: connection, sheet_id: id ?? null }), [connection, id])
  const table = tableOf(scope)
  const summary = useStore(store, (state) => state.summary)
  const hasPairs = (readyValue(summary)?.pairs ?? 0) > 0
  const sheets = useStore(useFeature('sheets').store, ({ list }) => readyValue(list))
  const isOneOfMany =
    id !== undefined && (sheets?.filter((sheet) => sheet.connection_id === connection).length ?? 0) > 1
  useEffect(() => void store.getState().open(scope), [store, scope])
  useShortcuts([{ keys: 'mod+e', label: messages.common.export, run: () => hasPairs && setExporting(true) }])
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={<Facts place={place} summary={readyValue(summary)} />}
        onBack={() => go(id === undefined ? { screen: 'sheets' } : { screen: 'sheet', id })}
        actions={[
          ...(isOneOfMany ? [{ label: texts.allSheets, onClick: () => go({ screen: 'duplicates', connection }) }] : []),
          {
            label: messages.common.export,
            icon: <IconDownload size={16} />,
            disabled: !hasPairs && messages.common.unavailable.noRows,
            onClick: () => setExporting(true),
          },
        ]}
      />
      <LoadableView of={summary} onRetry={() => void store.getState().load()}>
        {(value) => <Pairs summary={value} table={table} connection={connection} />}
      </LoadableView>
      {exporting ? <ExportDialog store={table} name={texts.title} onClose={() => setExporting(false)} /> : null}
    </>
  )
}

function Facts({ place: { id }, summary }: ScreenProps & { readonly summary: DuplicateSummary | undefined }) {
  const { duplicates: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  if (!summary) return null
  const [sheet] = summary.sheets
  const ofSheet = id !== undefined && sheet
  const facts = joinFacts([
    texts.compared(summary.contacts),
    ofSheet ? sheet.name : texts.sheets(summary.sheets.length),
    ofSheet && sheet.read_at ? common.readAtFeminine(format.moment(Date.parse(sheet.read_at), now())) : null,
  ])
  return <span title={facts}>{facts}</span>
}

interface PairsProps {
  readonly summary: DuplicateSummary
  readonly table: TableStore
  readonly connection: string
}

function Pairs({ summary, table, connection }: PairsProps) {
  const messages = useMessages()
  const texts = messages.duplicates
  const toCruzar = useFeature('cruzar').useRowActions(table)
  if (summary.pairs === 0) return <NoPairs summary={summary} />
  return (
    <div className="pane">
      <div className="duplicate-notes stack">
        {summary.left_out > 0 ? <WarningNote role="status">{texts.leftOut(summary.left_out)}</WarningNote> : null}
        <p className="note figures">
          {texts.found(summary)} {texts.first}
        </p>
        {summary.reasons.length > 1 ? <Reasons summary={summary} table={table} /> : null}
      </div>
      <TableView
        store={table}
        words={duplicateWords}
        label={texts.table}
        moreActions={[toCruzar.selected, ...toCruzar.shown]}
        rowActions={(row) => <ContactActions connection={connection} row={row} />}
      />
    </div>
  )
}

/** Says what was compared, and that no contacts look alike. */
function NoPairs({ summary }: Pick<PairsProps, 'summary'>) {
  const texts = useMessages().duplicates
  const { go } = useNavigation()
  const icon = <IconUsers size={32} stroke={1.5} />
  if (summary.contacts > 0) return <EmptyState icon={icon} title={texts.none} text={texts.noneText(summary.contacts)} />
  const action = { label: texts.goToSheets, onClick: () => go({ screen: 'sheets' }) }
  return <EmptyState icon={icon} title={texts.noContacts} text={texts.noContactsText} action={action} />
}

/** Each reason with its number of pairs, as a switch that shows only these. */
function Reasons({ summary, table }: Pick<PairsProps, 'summary' | 'table'>) {
  const texts = useMessages().duplicates
  const format = useFormat()
  const filter = useStore(table, ({ query }) => filterOf(query, duplicateColumns.reason))
  const chosen = filter?.operator === 'in' && filter.values.length === 1 ? filter.values[0] : null
  const press = (reason: DuplicateReason) =>
    void table
      .getState()
      .filter(
        duplicateColumns.reason,
        chosen === reason ? null : { column: duplicateColumns.reason, operator: 'in', values: [reason] },
      )
  return (
    <fieldset className="plain-fieldset row duplicate-figures" aria-label={texts.filterLabel}>
      {summary.reasons.map(({ reason, pairs }) => (
        <UnstyledButton
          key={reason}
          className="duplicate-figure hoverable card"
          aria-pressed={chosen === reason}
          aria-label={texts.figure(texts.reasons[reason], pairs)}
          onClick={() => press(reason)}
        >
          {texts.reasons[reason]} <strong className="figures">{format.number(pairs)}</strong>
        </UnstyledButton>
      ))}
    </fieldset>
  )
}

function ContactActions({ connection, row: { cells } }: { readonly connection: string; readonly row: GridRow }) {
  const texts = useMessages().duplicates
  const { go } = useNavigation()
  const connections = useFeature('connections').useList()
  if (!connections.some(({ id }) => id === connection)) return null
  return (
    <Group gap="xs">
      {contactPrefixes.map((prefix, index) => {
        const id = cells[`${prefix}contato_id`]
        if (typeof id !== 'number') return null
        return (
          <Button key={prefix} variant="default" onClick={() => go({ screen: 'contact', connection, id })}>
            {texts.openContact(index + 1)}
          </Button>
        )
      })}
    </Group>
  )
}

/** A field of a contact has the heading of a sheet, with the number of the contact in its pair. */
function duplicateWords(messages: Messages): TableWords {
  const leads = leadWords(messages)
  const { duplicates, cruzar } = messages
  const named: Readonly<Record<string, string>> = duplicates.columns
  const codes: Readonly<Record<string, string>> = { ...cruzar.rungs, ...duplicates.reasons }
  return {
    heading({ key, heading }) {
      const index = contactPrefixes.findIndex((prefix) => key.startsWith(prefix))
      const field = key.slice(contactPrefixes[index]?.length ?? 0)
      const name = named[field] ?? leads.heading({ key: field, heading })
      return index < 0 ? name : duplicates.contactHeading(name, index + 1)
    },
    value: ({ key, type }, value) => (type === 'code' ? (codes[value] ?? value) : leads.value({ key, type }, value)),
  }
}
