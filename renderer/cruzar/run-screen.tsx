import './cruzar.css'
import './run.css'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Outcome, Run } from '../../preload/contract/cruzar.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import type { GridRow, TableStore } from '../tables/table-state.ts'
import { TableView } from '../tables/table-view.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useDialogSubject } from '../ui/use-dialog-subject.ts'
import { useWhileMounted } from '../ui/use-is-mounted.ts'
import { exportRun } from './export-run.ts'
import { isFiltered, runFilterPhrase } from './filters.ts'
import type { NamesStore } from './names.ts'
import { OutcomeBar } from './outcome-bar.tsx'
import { OutcomeFigures } from './outcome-figures.tsx'
import { filterOfOutcomes, outcomeColumn, outcomeOrder, outcomesOf, toggleOutcome } from './outcomes.ts'
import { type AboutRun, RunDialogs } from './run-dialogs.tsx'
import { ExportLine } from './run-export-line.tsx'
import type { RunExportStore } from './run-export-store.ts'
import { RunNotices } from './run-notices.tsx'
import { RunAnnouncer, RunProgress } from './run-progress.tsx'
import type { RunStore } from './run-store.ts'
import { runWords } from './run-words.ts'
import type { RunsStore } from './runs-store.ts'

export interface RunScreenProps {
  readonly id: string
  readonly store: RunStore
  readonly runs: RunsStore
  readonly exports: RunExportStore
  readonly table: TableStore
  readonly tasks: readonly Task[]
  readonly taskWords: (task: Task) => string
  readonly now: () => number
  readonly names: NamesStore
  /** Where the lead of a row leads to. */
  readonly rowActions: (run: Run, row: GridRow) => ReactNode
  readonly onCancel: (taskId: string) => void
  readonly onAgain: (run: Run) => void
  /** Back to the lists, or because this one is gone. */
  readonly onLeave: () => void
}

/** One list that is being crossed, or was: the five outcomes and every row. */
export function RunScreen(props: RunScreenProps) {
  const { id, store } = props
  const run = useStore(store, (state) => state.run)
  useEffect(() => {
    void store.getState().open(id)
    return () => store.getState().close()
  }, [id, store])
  const onForgotten = useWhileMounted(props.onLeave)
  return (
    <LoadableView of={run} onRetry={() => void store.getState().load()}>
      {(value) => <OpenRun {...props} run={value} onForgotten={onForgotten} />}
    </LoadableView>
  )
}

interface OpenRunProps extends RunScreenProps {
  readonly run: Run
  readonly onForgotten: () => void
}

function OpenRun(props: OpenRunProps) {
  const { run, runs, exports, table, tasks, onForgotten } = props
  const messages = useMessages()
  const chosen = outcomesOf(useStore(table, (state) => state.query))
  const [about, ask, close] = useDialogSubject<AboutRun>()
  const { working, failure } = useStore(runs)
  const task = tasks.find(({ id, subject }) => id === run.task_id || subject === run.id)
  const press = (outcome: Outcome, added: boolean) => {
    void table.getState().filter(outcomeColumn, filterOfOutcomes(toggleOutcome(chosen, outcome, added)))
  }
  useRunShortcuts(press, () => ask({ kind: 'export', run }))
  const running = run.state === 'running'
  return (
    <div className="run">
      <RunHeader {...props} onAsk={(kind) => ask({ kind, run })} />
      <RunAnnouncer run={run} />
      {running ? <RunProgress run={run} task={task} taskWords={props.taskWords} onCancel={props.onCancel} /> : null}
      <ExportLine store={exports} />
      <Notices>
        <RunNotices run={run} task={task} busy={working} onContinue={() => void runs.getState().resume(run.id)} />
        {failure && !about ? <FailureNotice failure={failure} onClose={runs.getState().forgetFailure} /> : null}
      </Notices>
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
      <RunDialogs
        about={about && { ...about, run }}
        runs={runs}
        exports={exports}
        outcomes={chosen}
        onClose={close}
        onForgotten={onForgotten}
      />
    </div>
  )
}

/** Room for notices, which vanishes with the last of them. */
function Notices({ children }: { readonly children: ReactNode }) {
  return <div className="run-notices">{children}</div>
}

function RunHeader({ run, exports, onAsk, ...props }: OpenRunProps & { onAsk(kind: AboutRun['kind']): void }) {
  const { cruzar, common } = useMessages()
  const exporting = useStore(exports, (state) => state.exporting?.state === 'running')
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
          onClick: () => onAsk('export'),
        },
        {
          label: cruzar.export.absent,
          primary: true,
          busy: exporting,
          disabled: run.outcomes.ausente === 0 && common.unavailable.noAbsent,
          onClick: () => void exportRun(exports, run, ['ausente'], 'xlsx'),
        },
      ]}
      menu={[
        { label: cruzar.runs.rename, onClick: () => onAsk('rename') },
        { label: cruzar.runs.forget, onClick: () => onAsk('forget'), dangerous: true },
      ]}
    />
  )
}

interface RunFactsProps {
  readonly run: Run
  readonly now: number
  readonly names: NamesStore
}

/** Which list was asked about, whom, with what filters, and when. */
function RunFacts({ run, now, names }: RunFactsProps) {
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

/** How large the list is and what asking about it took. */
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
  return <p className="run-counts figures">{joinFacts(counts)}</p>
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
