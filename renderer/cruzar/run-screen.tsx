import { outcomeOrder } from '../../preload/values/outcomes.ts'
import './cruzar.css'
import './run.css'
import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { TableQuery } from '../../preload/contract/table-queries.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { isFiltered } from '../../preload/values/lead-filters.ts'
import { shownKeys } from '../../preload/values/list-headings.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { asksOtherNinth } from '../../preload/values/same-question.ts'
import { CollectionScreen, type OpenItem } from '../collections/collection-screen.tsx'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { narrows } from '../tables/query.ts'
import { TableView } from '../tables/table-view.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { InfoNotice } from '../ui/info-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { isSilent } from './answerers.ts'
import { showsDamaged } from './damaged.ts'
import { DamagedRows, LikelyContacts, useDamagedRows } from './damaged-rows.tsx'
import { OutcomeBar, OutcomeFigures } from './outcome-figures.tsx'
import { SaveRunAsRecipe } from './recipe-of-run.tsx'
import { Changes } from './run-changes.tsx'
import {
  AnsweringProgress,
  CheckDialog,
  CheckLine,
  CheckNotices,
  checkUnavailable,
  DifferencesDialog,
} from './run-check.tsx'
import { exportRun, RunExportDialog, useExportOffer, useRecipeOf } from './run-export.tsx'
import { RunLeadActions, RunPersonNote } from './run-lead.tsx'
import { Candidates, OtherForms, OtherMatches, OtherNames, UnseenCard } from './run-matches.tsx'
import { RunScheduleDialog } from './run-schedule.tsx'
import {
  filterOfOutcomes,
  outcomesIn,
  outcomesOf,
  rowsOf,
  runFilterPhrase,
  runTexts,
  runWords,
  toggleOutcome,
} from './runs.ts'
import { RunSheetOffer } from './sheet-offer.tsx'
import { queryOfPart, showOnly, showsFigure } from './shown-rows.ts'
import { useRowActions } from './table-rows.ts'

/** One list that is being crossed, or was: the outcomes and every row. */
export function RunScreen({ place: { id } }: { readonly place: PlaceOf<'run'> }) {
  const { runs, tableOf } = useFeature('cruzar')
  const messages = useMessages()
  const { goInstead } = useNavigation()
  const table = tableOf(id)
  const query = useStore(table, (state) => state.query)
  const onBack = () => goInstead({ screen: 'cruzar' })
  return (
    <CollectionScreen
      store={runs}
      texts={runTexts(messages)}
      gone={messages.cruzar.runs}
      table={table}
      id={id}
      renderExport={(run, onClose) => <RunExportDialog run={run} query={query} onClose={onClose} />}
      onBack={onBack}
    >
      {(open) => <OpenRun {...open} query={query} onBack={onBack} />}
    </CollectionScreen>
  )
}

interface OpenRunProps extends OpenItem<Run> {
  readonly query: TableQuery
  readonly onBack: () => void
}

interface RunProps {
  readonly run: Run
}

function OpenRun({ item: run, query, notice, openDialog, onBack }: OpenRunProps) {
  const [scheduling, setScheduling] = useState(false)
  const onSchedule = () => setScheduling(true)
  const ScheduleLine = useSlot('scheduleLine')
  const ScheduleNotice = useSlot('scheduleNotice')
  const target = { kind: 'run' as const, id: run.id }
  const messages = useMessages()
  const [checkDialog, setCheckDialog] = useState<'check' | 'differences' | null>(null)
  const closeCheck = () => setCheckDialog(null)
  const table = useFeature('cruzar').tableOf(run.id)
  const toCruzar = useRowActions(table)
  const chosen = outcomesOf(query)
  const press = (outcome: Outcome, added: boolean) => {
    void table.getState().apply(showOnly(query, filterOfOutcomes(toggleOutcome(chosen, outcome, added))))
  }
  useRunShortcuts(outcomesIn(run.outcomes), press, () => openDialog('export'))
  const running = run.state === 'running'
  return (
    <div className="run pane">
      <RunHeader
        run={run}
        query={query}
        openDialog={openDialog}
        onSchedule={onSchedule}
        onCheck={() => setCheckDialog('check')}
        onBack={onBack}
      />
      <RunAnnouncer run={run} />
      {running ? <RunProgress run={run} /> : null}
      <div className="run-notices stack">
        <RunNotices run={run} />
        <ScheduleNotice target={target} onChange={onSchedule} />
        {run.check ? <CheckNotices run={run} check={run.check} /> : null}
        {notice}
      </div>
      <div className="run-outcomes">
        <OutcomeFigures run={run} damaged={useDamagedRows(run).rows} chosen={chosen} onPress={press} />
        <OutcomeBar counts={run.outcomes} running={running} size="large" />
        <div className="run-lines row">
          <RunCounts run={run} />
          <OtherMatches run={run} />
          <OtherNames run={run} />
          <DamagedRows run={run} />
          <ScheduleLine target={target} onChange={onSchedule} />
        </div>
        {run.check ? <CheckLine run={run} check={run.check} onShow={() => setCheckDialog('differences')} /> : null}
        <Changes run={run} />
      </div>
      <TableView
        store={table}
        moreActions={[toCruzar.selected, ...toCruzar.shown]}
        words={runWords}
        label={messages.cruzar.run.table(run.name)}
        rowActions={(row) => (
          <>
            <RunLeadActions run={run} row={row} />
            <RunPersonNote run={run} row={row} />
            <Candidates run={run} row={row} />
            <UnseenCard run={run} row={row} />
            <LikelyContacts run={run} row={row} />
          </>
        )}
      />
      {scheduling ? <RunScheduleDialog run={run} onClose={() => setScheduling(false)} /> : null}
      {checkDialog === 'check' ? <CheckDialog run={run} onClose={closeCheck} /> : null}
      {checkDialog === 'differences' ? <DifferencesDialog run={run} onClose={closeCheck} /> : null}
    </div>
  )
}

interface RunHeaderProps extends Omit<OpenRunProps, 'item' | 'notice'>, RunProps {
  readonly onSchedule: () => void
  readonly onCheck: () => void
}

function RunHeader({ run, query, openDialog, onSchedule, onCheck, onBack }: RunHeaderProps) {
  const messages = useMessages()
  const { cruzar, common, recipes, schedules, runCheck } = messages
  const { draft, tableOf, combineRun } = useFeature('cruzar')
  const { go } = useNavigation()
  const table = tableOf(run.id)
  const toCruzar = useRowActions(table)
  const exporting = useStore(table, (state) => state.exporting.working !== null)
  const matching = useStore(table, ({ view }) => view?.matching ?? null)
  const busy = run.state === 'running' && common.unavailable.busy
  const [saving, setSaving] = useState(false)
  const usual = useRecipeOf(run)?.export
  const chosen = outcomesOf(query)
  const unchosen = showsFigure(query) ? [] : (usual?.outcomes ?? ['ausente'])
  const outcomes = chosen.length > 0 ? chosen : unchosen
  const damagedRows = useDamagedRows(run).rows
  const part = showsDamaged(query) ? 'damaged' : outcomes
  const rows = part === 'damaged' ? damagedRows : rowsOf(run.outcomes, part.length > 0 ? part : outcomeOrder)
  const every = queryOfPart(part)
  const shown = showsFigure(query) ? query : showOnly(query, ...every.filters)
  const offer = useExportOffer(table, { shown, every, rows }, (chosenRows) => {
    // The columns of the recipe are known once the table shows its own.
    if (usual?.columns && !columns) openDialog('export')
    else void exportRun(table, run, { part, query: chosenRows }, usual?.format ?? 'xlsx', columns)
  })
  const exportedWords = part === 'damaged' ? cruzar.damaged.export : cruzar.export.some(part)
  const ofTable = useStore(table, (state) => state.columns)
  const columns = usual?.columns ? shownKeys(ofTable, usual.columns) : null
  const crossAgain = () => {
    go({ screen: 'cruzar' })
    void draft.getState().stageRun(run)
  }
  return (
    <>
      <PageHeader
        title={run.name}
        facts={<RunFacts run={run} />}
        onBack={onBack}
        actions={[
          { label: cruzar.runs.again, onClick: crossAgain },
          {
            label: common.exportMore,
            shortcut: 'E',
            disabled: exporting && common.unavailable.exporting,
            onClick: () => openDialog('export'),
          },
          {
            label: cruzar.export.counted(exportedWords, offer.rows),
            primary: true,
            busy: exporting,
            disabled: rows === 0 && common.unavailable.noRowsOfOutcome,
            onClick: offer.onClick,
            items: offer.items,
          },
        ]}
        menu={[
          ...toCruzar.shown,
          ...(run.sheet_id === null
            ? []
            : [
                {
                  label: run.check ? runCheck.again : runCheck.action,
                  onClick: onCheck,
                  disabled: checkUnavailable(run, messages),
                },
              ]),
          ...(narrows(query) && matching !== null
            ? [
                {
                  label: cruzar.combine.shown(matching),
                  disabled: matching === 0 ? common.unavailable.noRows : busy,
                  onClick: () => void combineRun(run, query),
                },
              ]
            : []),
          {
            label: cruzar.combine.action,
            disabled: busy,
            onClick: () => void combineRun(run, emptyQuery),
          },
          {
            label: recipes.save.more,
            disabled: busy,
            onClick: () => setSaving(true),
          },
          {
            label: schedules.of.run.more,
            disabled: busy,
            onClick: onSchedule,
          },
          { label: common.renameMore, onClick: () => openDialog('rename') },
          { label: common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
        ]}
      />
      {saving ? <SaveRunAsRecipe run={run} outcomes={chosen} onClose={() => setSaving(false)} /> : null}
    </>
  )
}

function RunFacts({ run }: RunProps) {
  const messages = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const names = useFeature('sheets').useNames(isFiltered(run.filter) ? run.connection_id : null)
  const filters = runFilterPhrase(run.filter, { messages, format, known: names })
  const texts = messages.cruzar.run.facts
  const moment = (at: string) => format.moment(Date.parse(at), now())
  const { list_name, sheet_name, sheet_read_at, match } = run
  const sheetOf = (sheet: string) =>
    sheet_read_at === null ? texts.sheetNeverWhole(sheet) : texts.sheet(sheet, moment(sheet_read_at))
  const answerer = sheet_name === null ? run.connection_name : sheetOf(sheet_name)
  const noFilters = sheet_name === null ? texts.noFilters : ''
  const within = filters === '' ? noFilters : texts.filters(filters)
  const isAsWritten = run.sheet_id === null && !asksOtherNinth(run)
  const asWritten = isAsWritten ? messages.cruzar.start.noOtherNinth : ''
  const rung = match === null ? asWritten : texts.match(messages.cruzar.rungs[match])
  const facts = joinFacts([list_name === run.name ? '' : list_name, answerer, within, rung, moment(run.started_at)])
  return <span title={facts}>{facts}</span>
}

function RunCounts({ run }: RunProps) {
  const { cruzar, common } = useMessages()
  const format = useFormat()
  const texts = cruzar.run.facts
  const counts = [
    common.rows(run.rows),
    cruzar.keys(run.keys),
    run.repeated > 0 ? cruzar.budget.repeated(run.repeated) : '',
    run.sheet_id === null ? '' : cruzar.budget.offline,
    run.requests > 0 ? texts.requests(run.requests, format.duration(run.seconds)) : '',
  ]
  return <p className="run-counts note figures">{joinFacts(counts)}</p>
}

/** 1, 2, … press the figures from left to right, E opens the export. */
function useRunShortcuts(
  outcomes: readonly Outcome[],
  press: (outcome: Outcome, added: boolean) => void,
  onExport: () => void,
) {
  const { cruzar, common } = useMessages()
  useShortcuts([
    ...outcomes.map((outcome, place) => ({
      keys: String(place + 1),
      label: cruzar.run.shortcut(cruzar.run.figures[outcome]),
      run: () => press(outcome, false),
    })),
    { keys: 'e', label: common.exportMore, run: onExport },
  ])
}

/** The progress of a run: its pace, the time left, why it waits, and a stop button. */
function RunProgress({ run }: RunProps) {
  const texts = useMessages().cruzar.run
  const { taskWords } = useFeature('tasks').useTaskProps()
  const task = useTaskOf(run)
  return (
    <AnsweringProgress
      className="run-progress bar"
      label={texts.progressLabel}
      task={task}
      answered={run.answered_keys}
      keys={run.keys}
      text={task ? taskWords(task) : texts.starting}
    />
  )
}

/** The newest task of a run, once main has pushed it. */
function useTaskOf(run: Run): Task | undefined {
  const { tasks } = useFeature('tasks').useTaskProps()
  return tasks.find(({ id, subject }) => id === run.task_id || subject === run.id)
}

/** Percentages of the keys at which screen readers announce the progress. */
const announced = [25, 50, 75]

/** Announces the progress and the end of a run to screen readers. Invisible. */
function RunAnnouncer({ run }: RunProps) {
  const texts = useMessages().cruzar.run
  const [words, setWords] = useState('')
  const seenRunning = useRef(false)
  const percent = run.keys > 0 ? (run.answered_keys / run.keys) * 100 : 0
  const reached = announced.findLast((each) => percent >= each) ?? 0
  useEffect(() => {
    if (run.state === 'running') {
      seenRunning.current = true
      if (reached > 0) setWords(texts.said(reached))
    } else if (run.state === 'finished' && seenRunning.current) setWords(texts.saidDone(run.name))
  }, [run.state, run.name, reached, texts])
  return <VisuallyHidden role="status">{words}</VisuallyHidden>
}

/** What is missing in a run, what stays, and how to continue. Empty for a complete one. */
function RunNotices({ run }: RunProps) {
  const messages = useMessages()
  const texts = messages.cruzar.run
  const { working, resume } = useStore(useFeature('cruzar').runs)
  const busy = working === run.id
  const onContinue = () => void resume(run.id)
  // The task knows more about the failure than its code.
  const task = useTaskOf(run)
  if (run.state === 'running') {
    // It continues by itself after some time, for which the person may not want to wait.
    const isWaiting = task?.state === 'waiting' && task.waiting_for !== 'rate_limited'
    return isWaiting ? <RunSheetOffer run={run} /> : null
  }
  if (run.state === 'finished') {
    const { sem_resposta: unanswered } = run.outcomes
    if (unanswered === 0) return run.other_forms > 0 ? <OtherForms run={run} /> : null
    const words: Readonly<Record<string, string>> = messages.cruzar.reasons
    const action = { label: messages.common.askAgain, onClick: onContinue, busy }
    const reasons = run.unanswered.map(({ reason, keys, examples }) =>
      texts.unansweredWhy(keys, words[reason] ?? reason, examples),
    )
    return (
      <InfoNotice text={texts.unanswered(unanswered)} kept={texts.unansweredKept} lines={reasons} action={action} />
    )
  }
  const kept = texts.kept(run.answered_keys, run.keys)
  // Without a task of this start, Cruza itself had ended.
  const wasClosed = run.failure === null || (run.failure === 'data_process_ended' && !task)
  if (run.failure === null || wasClosed || run.failure === 'cancelled') {
    const text = wasClosed ? texts.ended : texts.cancelled
    return (
      <InfoNotice text={text} kept={kept} action={{ label: messages.common.continue, onClick: onContinue, busy }} />
    )
  }
  const action = { label: messages.common.continue, onClick: onContinue }
  const host = run.connection_name || messages.common.theService
  return (
    <>
      <FailureNotice failure={failureOfRun(run.failure, host, task)} kept={kept} action={action} />
      {isSilent(run.failure) ? <RunSheetOffer run={run} /> : null}
    </>
  )
}

/** The task's failure while the task exists. A run of another day has only the code. */
function failureOfRun(code: Failure['code'], host: string, task: Task | undefined): Failure {
  return task?.failure?.code === code ? task.failure : { code, params: { host, status: '5xx' } }
}
