import { Button, Select, Switch, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ReconciledFigure, Reconciliation, ReportName, ReportSheet } from '../../preload/contract/reports.ts'
import type { TableQuery } from '../../preload/contract/table-queries.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { emptyFilter } from '../../preload/values/lead-filters.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { useReportWords } from './report-words.ts'

interface ReconcilePanelProps {
  readonly report: ReportName
}

/**
 * The server's figures beside the same figures counted in a cached sheet (docs/decisions/requests-and-writes.md §15).
 */
export function ReconcilePanel({ report }: ReconcilePanelProps) {
  const { go } = useNavigation()
  const { sheets, sheet, check, choice, reloadSheets, checkAgainst } = useStore(useFeature('reports'))
  const create = () => {
    const { since: created_after, until: created_before } = choice
    const filter = { ...emptyFilter, created_after, created_before, agrupar: 'conversa' } as const
    go({ screen: 'sheets', create: true, filter })
  }
  const messages = useMessages()
  const texts = messages.reports.reconcile
  const id = useId()
  if (report === 'teams') {
    return (
      <Panel id={id}>
        <p className="my-4 note">{texts.teams}</p>
      </Panel>
    )
  }
  const offered = readyValue(sheets) ?? []
  return (
    <Panel id={id} tools={offered.length > 0 ? <SheetSelect sheets={offered} /> : null}>
      <LoadableView of={sheets} onRetry={() => void reloadSheets()}>
        {(value) =>
          value.length === 0 ? (
            <div className="report-no-sheet">
              <p>{texts.none}</p>
              <p className="my-4 note">{texts.noneText}</p>
              <Button variant="default" onClick={create}>
                {messages.sheets.create}
              </Button>
            </div>
          ) : (
            <LoadableView of={check} onRetry={() => sheet !== null && void checkAgainst(sheet)}>
              {(checked) => <Checked report={report} check={checked} />}
            </LoadableView>
          )
        }
      </LoadableView>
    </Panel>
  )
}

function Panel({
  id,
  tools,
  children,
}: {
  readonly id: string
  readonly tools?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <section className="panel narrows pad-12-16 card" data-wide aria-labelledby={id}>
      <div className="panel-head row">
        <h2 id={id}>{useMessages().reports.reconcile.title}</h2>
        {tools}
      </div>
      {children}
    </section>
  )
}

function SheetSelect({ sheets }: { readonly sheets: readonly ReportSheet[] }) {
  const { now } = useApp()
  const { common } = useMessages()
  const texts = useMessages().reports.reconcile
  const format = useFormat()
  const { sheet, checkAgainst } = useStore(useFeature('reports'))
  return (
    <Select
      size="xs"
      w={360}
      aria-label={texts.sheet}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      value={sheet}
      onChange={(id) => id && void checkAgainst(id)}
      data={sheets.map(({ id, name, read_at }) => ({
        value: id,
        label: joinFacts([name, common.readAtFeminine(format.moment(Date.parse(read_at), now()))]),
      }))}
    />
  )
}

type CheckedProps = ReconcilePanelProps & { readonly check: Reconciliation }

function Checked({ report, check }: CheckedProps) {
  const words = useReportWords()
  const texts = useMessages().reports.reconcile
  const format = useFormat()
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const figures = check.rows.some(({ conversations, resolved }) => conversations !== null || resolved !== null)
  const different = check.rows.filter((row) => [row.conversations, row.resolved].some(differs))
  const hasResolved = check.rows.some(({ resolved }) => resolved !== null)
  if (!figures) return <p className="my-4 note">{texts.noFigures}</p>
  return (
    <>
      <p className="my-4 note">{texts.text}</p>
      {check.sheet.doubts.map((doubt) => (
        <p key={doubt} className="report-doubt row">
          <IconAlertTriangle size={14} aria-hidden="true" /> {texts.doubts[doubt]}
        </p>
      ))}
      {check.rows.length > 1 ? (
        <Switch
          size="xs"
          mb="sm"
          label={texts.onlyDifferent}
          checked={onlyDifferent}
          onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
        />
      ) : null}
      {onlyDifferent && different.length === 0 ? (
        <p className="my-4 note">{texts.allEqual}</p>
      ) : (
        <CheckTable
          report={report}
          check={check}
          rows={onlyDifferent ? different : check.rows}
          hasResolved={hasResolved}
        />
      )}
      {hasResolved ? <p className="my-4 note">{texts.resolvedHint}</p> : null}
      {check.not_computable.length > 0 ? (
        <p className="my-4 note">{texts.notComputable(format.list(check.not_computable.map(words.heading)))}</p>
      ) : null}
    </>
  )
}

function CheckTable({
  report,
  rows,
  hasResolved,
  check,
}: CheckedProps & { readonly rows: Reconciliation['rows']; readonly hasResolved: boolean }) {
  const messages = useMessages().reports
  const texts = messages.reconcile
  const keys = hasResolved ? (['conversations', 'resolved'] as const) : (['conversations'] as const)
  const groups = keys.map((key) => ({ key, words: texts[key] }))
  const { tableOf } = useFeature('sheets')
  const { go } = useNavigation()
  const showRows = (query: TableQuery) => {
    void tableOf(check.sheet.id).getState().apply(query)
    go({ screen: 'sheet', id: check.sheet.id })
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="report-table-scroll" aria-label={messages.tableOf(texts.title)} tabIndex={0}>
      <table className="report-table data-table sticky-head report-check figures">
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {messages.row[report]}
            </th>
            {groups.map(({ key, words }) => (
              <th key={key} scope="colgroup" colSpan={3} className="report-group">
                {words}
              </th>
            ))}
          </tr>
          <tr>
            {groups.flatMap(({ key }) =>
              (['server', 'sheet', 'difference'] as const).map((column) => (
                <th key={`${key} ${column}`} scope="col" className="number">
                  {texts.columns[column]}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const shown = row.name === null ? texts.account : row.name || texts.blank(messages.row[report])
            return (
              <tr key={shown}>
                <th scope="row">{shown}</th>
                {groups.map(({ words, key }) => (
                  <FigureCells key={key} figure={row[key]} words={words} name={shown} onRows={showRows} />
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function FigureCells({
  figure,
  words,
  name,
  onRows,
}: {
  readonly figure: ReconciledFigure | null
  readonly words: string
  readonly name: string
  readonly onRows: (query: TableQuery) => void
}) {
  const messages = useMessages().reports
  const texts = messages.reconcile
  const format = useFormat()
  if (!figure) return <td colSpan={3} className="number" />
  const { server, sheet, query } = figure
  return (
    <>
      <td className="number">
        {server === null ? <span className="dim">{messages.nothing}</span> : format.number(server)}
      </td>
      <td className="number">
        {sheet === 0 ? (
          format.number(0)
        ) : (
          <UnstyledButton
            className="report-rows-link"
            title={texts.rowsOf(format.number(sheet), words, name)}
            aria-label={texts.rowsOf(format.number(sheet), words, name)}
            onClick={() => onRows(query)}
          >
            {format.number(sheet)}
          </UnstyledButton>
        )}
      </td>
      <td className="number">
        <Difference figure={figure} />
      </td>
    </>
  )
}

function Difference({ figure }: { readonly figure: ReconciledFigure }) {
  const texts = useMessages().reports.reconcile
  const format = useFormat()
  if (!differs(figure)) {
    return (
      <span className="report-agrees inline-row">
        <IconCheck size={12} aria-hidden="true" /> {texts.equal}
      </span>
    )
  }
  const difference = figure.sheet - (figure.server ?? 0)
  return <strong>{difference > 0 ? `+${format.number(difference)}` : format.number(difference)}</strong>
}

function differs(figure: ReconciledFigure | null): boolean {
  return figure !== null && (figure.server ?? 0) !== figure.sheet
}
