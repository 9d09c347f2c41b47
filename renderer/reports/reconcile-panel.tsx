import { Button, Select, Switch, UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReconciledFigure, Reconciliation, ReportName, ReportSheet } from '../../preload/contract/reports.ts'
import type { TableQuery } from '../../preload/contract/tables.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { ReportWords } from './report-words.ts'

export interface ReconcilePanelProps {
  readonly report: ReportName
  readonly sheets: readonly ReportSheet[]
  readonly sheet: string | null
  readonly check: Loadable<Reconciliation>
  readonly words: ReportWords
  readonly now: () => number
  readonly onSheet: (id: string) => void
  /** Opens the sheet with these rows. */
  readonly onRows: (sheet: string, query: TableQuery) => void
  readonly onNewSheet: () => void
}

/** The server's figures beside the same ones counted in a cached sheet (features.md §7, N13). */
export function ReconcilePanel(props: ReconcilePanelProps) {
  const { report, sheets, sheet, check } = props
  const texts = useMessages().reports.reconcile
  const id = useId()
  const offered = report === 'teams' ? [] : sheets
  return (
    <section className="report-panel" data-wide aria-labelledby={id}>
      <div className="report-panel-head">
        <h2 id={id}>{texts.title}</h2>
        {offered.length > 0 ? <SheetSelect {...props} /> : null}
      </div>
      {report === 'teams' ? <p className="report-hint">{texts.teams}</p> : null}
      {report !== 'teams' && sheets.length === 0 ? <NoSheet onNewSheet={props.onNewSheet} /> : null}
      {offered.length > 0 && sheet !== null ? (
        <LoadableView of={check} onRetry={() => props.onSheet(sheet)}>
          {(found) => <Checked {...props} check={found} />}
        </LoadableView>
      ) : null}
    </section>
  )
}

function SheetSelect({ sheets, sheet, now, onSheet }: ReconcilePanelProps) {
  const texts = useMessages().reports.reconcile
  const format = useFormat()
  return (
    <Select
      size="xs"
      w={360}
      aria-label={texts.sheet}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      value={sheet}
      onChange={(id) => id && onSheet(id)}
      data={sheets.map(({ id, name, read_at }) => ({
        value: id,
        label: joinFacts([name, texts.readAt(format.moment(Date.parse(read_at), now()))]),
      }))}
    />
  )
}

function NoSheet({ onNewSheet }: Pick<ReconcilePanelProps, 'onNewSheet'>) {
  const texts = useMessages().reports.reconcile
  return (
    <div className="report-no-sheet">
      <p>{texts.none}</p>
      <p className="report-hint">{texts.noneText}</p>
      <Button variant="default" onClick={onNewSheet}>
        {texts.create}
      </Button>
    </div>
  )
}

type CheckedProps = Omit<ReconcilePanelProps, 'check'> & { readonly check: Reconciliation }

function Checked(props: CheckedProps) {
  const { check, words } = props
  const texts = useMessages().reports.reconcile
  const format = useFormat()
  const [onlyDifferent, setOnlyDifferent] = useState(false)
  const figures = check.rows.some(({ conversations, resolved }) => conversations !== null || resolved !== null)
  const different = check.rows.filter((row) => [row.conversations, row.resolved].some(differs))
  const hasResolved = check.rows.some(({ resolved }) => resolved !== null)
  if (!figures) return <p className="report-hint">{texts.noFigures}</p>
  return (
    <>
      <p className="report-hint">{texts.text}</p>
      {check.sheet.doubts.map((doubt) => (
        <p key={doubt} className="report-doubt">
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
        <p className="report-hint">{texts.allEqual}</p>
      ) : (
        <CheckTable {...props} rows={onlyDifferent ? different : check.rows} hasResolved={hasResolved} />
      )}
      {hasResolved ? <p className="report-hint">{texts.resolvedHint}</p> : null}
      {check.not_computable.length > 0 ? (
        <p className="report-hint">{texts.notComputable(format.list(check.not_computable.map(words.heading)))}</p>
      ) : null}
    </>
  )
}

interface CheckTableProps extends CheckedProps {
  readonly rows: Reconciliation['rows']
  readonly hasResolved: boolean
}

function CheckTable({ report, rows, hasResolved, check, onRows }: CheckTableProps) {
  const messages = useMessages().reports
  const texts = messages.reconcile
  const groups = [texts.conversations, ...(hasResolved ? [texts.resolved] : [])]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="report-table-scroll" aria-label={messages.tableOf(texts.title)} tabIndex={0}>
      <table className="report-table report-check figures">
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              {messages.row[report]}
            </th>
            {groups.map((group) => (
              <th key={group} scope="colgroup" colSpan={3} className="report-group">
                {group}
              </th>
            ))}
          </tr>
          <tr>
            {groups.flatMap((group) =>
              (['server', 'sheet', 'difference'] as const).map((column) => (
                <th key={`${group} ${column}`} scope="col" className="report-number">
                  {texts.columns[column]}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, conversations, resolved }) => {
            const shown = nameOf(name, texts.account, texts.blank(messages.row[report]))
            return (
              <tr key={shown}>
                <th scope="row">{shown}</th>
                <FigureCells
                  figure={conversations}
                  words={texts.conversations}
                  name={shown}
                  onRows={(query) => onRows(check.sheet.id, query)}
                />
                {hasResolved ? (
                  <FigureCells
                    figure={resolved}
                    words={texts.resolved}
                    name={shown}
                    onRows={(query) => onRows(check.sheet.id, query)}
                  />
                ) : null}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

function nameOf(name: string | null, account: string, blank: string): string {
  return name === null ? account : name || blank
}

interface FigureCellsProps {
  readonly figure: ReconciledFigure | null
  readonly words: string
  readonly name: string
  readonly onRows: (query: TableQuery) => void
}

function FigureCells({ figure, words, name, onRows }: FigureCellsProps) {
  const messages = useMessages().reports
  const texts = messages.reconcile
  const format = useFormat()
  if (!figure) return <td colSpan={3} className="report-number" />
  const { server, sheet, query } = figure
  return (
    <>
      <td className="report-number">
        {server === null ? <span className="dim">{messages.nothing}</span> : format.number(server)}
      </td>
      <td className="report-number">
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
      <td className="report-number">
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
      <span className="report-agrees">
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
