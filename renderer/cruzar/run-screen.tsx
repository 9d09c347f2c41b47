import './cruzar.css'
import './run.css'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Outcome, Run } from '../../preload/contract/cruzar.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { ItemScreen, type OpenItem } from '../collections/collection-screen.tsx'
import type { TaskProps } from '../collections/reading.tsx'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import type { GridRow, TableStore } from '../tables/table-state.ts'
import { TableView } from '../tables/table-view.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useWhileMounted } from '../ui/use-is-mounted.ts'
import { OutcomeBar, OutcomeFigures } from './outcome-figures.tsx'
import { exportRun, RunExportDialog } from './run-export.tsx'
import { RunAnnouncer, RunNotices, RunProgress } from './run-notices.tsx'
import {
  filterOfOutcomes,
  isFiltered,
  type NamesStore,
  outcomeColumn,
  outcomeOrder,
  outcomesOf,
  runFilterPhrase,
  runTexts,
  runWords,
  toggleOutcome,
} from './run-words.ts'
import type { RunStore, RunsStore } from './runs-store.ts'

export interface RunScreenProps extends TaskProps {
  readonly id: string
  readonly store: RunStore
  readonly runs: RunsStore
  readonly table: TableStore
  readonly now: () => number
  readonly names: NamesStore
  /** Where the lead of a row leads to. */
  readonly rowActions: (run: Run, row: GridRow) => ReactNode
  readonly onAgain: (run: Run) => void
  /** Back to the lists, or because this one is gone. */
  readonly onLeave: () => void
}

/** One list that is being crossed, or was: the five outcomes and every row. */
export function RunScreen(props: RunScreenProps) {
  const { id, store, runs, table } = props
  const messages = useMessages()
  const run = useStore(store, (state) => state.run)
  const chosen = outcomesOf(useStore(table, (state) => state.query))
  useEffect(() => {
    void store.getState().open(id)
    return () => store.getState().close()
  }, [id, store])
  const onForgotten = useWhileMounted(props.onLeave)
  return (
    <LoadableView of={run} onRetry={() => void store.getState().load()}>
      {(value) => (
        <ItemScreen
          store={runs}
          texts={runTexts(messages)}
          table={table}
          item={value}
          onForgotten={onForgotten}
          renderExport={(item, onClose) => (
            <RunExportDialog run={item} table={table} outcomes={chosen} onClose={onClose} />
          )}
        >
          {(open) => <OpenRun {...props} {...open} chosen={chosen} />}
        </ItemScreen>
      )}
    </LoadableView>
  )
}

interface OpenRunProps extends RunScreenProps, OpenItem<Run> {
  readonly chosen: readonly Outcome[]
}

function OpenRun(props: OpenRunProps) {
  const { item: run, chosen, runs, table, tasks, notice, openDialog } = props
  const messages = useMessages()
  const { working, resume } = useStore(runs)
  const task = tasks.find(({ id, subject }) => id === run.task_id || subject === run.id)
  const press = (outcome: Outcome, added: boolean) => {
    void table.getState().filter(outcomeColumn, filterOfOutcomes(toggleOutcome(chosen, outcome, added)))
  }
  useRunShortcuts(press, () => openDialog('export'))
  const running = run.state === 'running'
  return (
    <div className="run pane">
      <RunHeader {...props} />
      <RunAnnouncer run={run} />
      {running ? <RunProgress {...props} run={run} task={task} /> : null}
      <div className="run-notices stack">
        <RunNotices run={run} task={task} busy={working === run.id} onContinue={() => void resume(run.id)} />
        {notice}
      </div>
      <div className="run-outcomes">
        <OutcomeFigures
          counts={run.outcomes}
          running={running}
          offline={run.sheet_id !== null}
          chosen={chosen}
          onPress={press}
        />
        <OutcomeBar counts={run.outcomes} running={running} size="large" />
        <RunCounts run={run} />
      </div>
      <TableView
        store={table}
        words={runWords(messages)}
        label={messages.cruzar.run.table(run.name)}
        rowActions={(row) => props.rowActions(run, row)}
      />
    </div>
  )
}

function RunHeader({ item: run, table, openDialog, ...props }: OpenRunProps) {
  const { cruzar, common } = useMessages()
  const exporting = useStore(table, (state) => state.exporting?.state === 'running')
  return (
    <PageHeader
      title={run.name}
      facts={<RunFacts run={run} now={props.now()} names={props.names} />}
      onBack={props.onLeave}
      actions={[
        { label: cruzar.runs.again, onClick: () => props.onAgain(run) },
        {
          label: cruzar.export.button,
          shortcut: 'E',
          disabled: exporting && common.unavailable.exporting,
          onClick: () => openDialog('export'),
        },
        {
          label: cruzar.export.absent,
          primary: true,
          busy: exporting,
          disabled: run.outcomes.ausente === 0 && common.unavailable.noAbsent,
          onClick: () => void exportRun(table, run, ['ausente'], 'xlsx'),
        },
      ]}
      menu={[
        { label: cruzar.runs.rename, onClick: () => openDialog('rename') },
        { label: cruzar.runs.forget, onClick: () => openDialog('forget'), dangerous: true },
      ]}
    />
  )
}

/** The list, the service or sheet, the filters and the time of the run. */
function RunFacts({ run, now, names }: { readonly run: Run; readonly now: number; readonly names: NamesStore }) {
  const messages = useMessages()
  const { cruzar } = messages
  const format = useFormat()
  const known = useStore(names, (state) => state.known[run.connection_id])
  useEffect(() => {
    if (isFiltered(run.filter)) void names.getState().loadNames(run.connection_id)
  }, [names, run.filter, run.connection_id])
  const filters = runFilterPhrase(run.filter, { messages, format, known })
  const texts = cruzar.run.facts
  const moment = (at: string) => format.moment(Date.parse(at), now)
  const asked = [run.connection_name, filters === '' ? texts.noFilters : texts.filters(filters)]
  const facts = [
    run.list_name === run.name ? '' : run.list_name,
    ...(run.sheet_name === null ? asked : [sheetFact(run, run.sheet_name, { texts, moment })]),
    moment(run.started_at),
  ]
  return joinFacts(facts)
}

/** Which sheet answered, and how old it was. */
function sheetFact(
  { sheet_read_at: readAt }: Run,
  name: string,
  { texts, moment }: { readonly texts: Messages['cruzar']['run']['facts']; readonly moment: (at: string) => string },
): string {
  return readAt === null ? texts.sheetNeverWhole(name) : texts.sheet(name, moment(readAt))
}

/** The size of the list and the cost of the run. */
function RunCounts({ run }: { readonly run: Run }) {
  const { cruzar } = useMessages()
  const format = useFormat()
  const texts = cruzar.run.facts
  const counts = [
    cruzar.rows(run.rows),
    cruzar.keys(run.keys),
    run.repeated > 0 ? texts.repeated(run.repeated) : '',
    run.sheet_id === null ? '' : texts.offline,
    run.requests > 0 ? texts.requests(run.requests, format.duration(run.seconds)) : '',
  ]
  return <p className="run-counts note figures">{joinFacts(counts)}</p>
}

/** 1 to 5 are the figures from left to right, E asks what to export. */
function useRunShortcuts(press: (outcome: Outcome, added: boolean) => void, onExport: () => void) {
  const { cruzar } = useMessages()
  useShortcuts([
    ...outcomeOrder.map((outcome, place) => ({
      keys: String(place + 1),
      label: cruzar.run.shortcut(cruzar.run.figures[outcome]),
      run: () => press(outcome, false),
    })),
    { keys: 'e', label: cruzar.export.button, run: onExport },
  ])
}
