import './run-changes.css'
import { Button, Group, NativeSelect, Stack, UnstyledButton } from '@mantine/core'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Run, RunChanges } from '../../preload/contract/cruzar.ts'
import type { ColumnFilter } from '../../preload/contract/table-queries.ts'
import type { ChangeKind } from '../../preload/values/change-kinds.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { earlierRuns, type QuestionPart, questionDifferences } from '../../preload/values/same-question.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { exportTable } from '../tables/export-dialog.tsx'
import { filterOf } from '../tables/query.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { OutcomeMark } from '../ui/mark.tsx'
import { RowsSwitch } from '../ui/rows-switch.tsx'
import { beforeColumn, type ChangesPanel, changeColumn, filterOfChanged, filterOfKind } from './changes.ts'
import { ExportOfferButton, nameOfPart, shownColumns, useExportOffer } from './run-export.tsx'
import { Flow } from './run-flow.tsx'
import { RunHistory, useHistory } from './run-history.tsx'
import { showOnly } from './shown-rows.ts'

interface RunProps {
  readonly run: Run
}

interface ChangesProps extends RunProps {
  readonly changes: RunChanges
}

/**
 * What has changed since the run before: figures that filter the table, the movements behind them, and the outcomes of
 * all runs of the list. Empty for a list's only run.
 */
export function Changes({ run }: RunProps) {
  const texts = useMessages().cruzar.changes
  const { comparing, compare } = useStore(useFeature('cruzar').changes)
  const earlier = useEarlier(run)
  const isComparable = earlier.some((each) => questionDifferences(each, run).length === 0)
  const isDue = isComparable && run.state === 'finished' && run.changes === null
  useEffect(() => {
    if (isDue) void compare(run.id)
  }, [isDue, compare, run.id])
  if (run.state !== 'finished') return null
  if (comparing.failure) return <FailureNotice failure={comparing.failure} onRetry={() => void compare(run.id)} />
  if (comparing.working === run.id && run.changes === null) {
    return (
      <p className="run-changes note" role="status">
        {texts.comparing}
      </p>
    )
  }
  return <ChangesSection run={run} notCompared={isComparable ? null : (earlier[0] ?? null)} />
}

interface SectionProps extends RunProps {
  /** The earlier run that asked something else, where that is why there are no changes. */
  readonly notCompared: Run | null
}

/** A line of what has changed, or why that is unknown, with panels that open under it. Empty without any of them. */
function ChangesSection({ run, notCompared }: SectionProps) {
  const texts = useMessages().cruzar.changes
  const history = useHistory(run)
  const panelId = useId()
  const panel = useStore(useFeature('cruzar').changes, ({ opened }) =>
    opened?.list === run.list_id ? opened.panel : null,
  )
  const { changes } = run
  if (changes === null && notCompared === null && history.length === 0) return null
  const isOpen = (each: ChangesPanel) => panel === each
  return (
    <section className="run-changes" aria-label={changes ? texts.label : undefined}>
      <div className="run-changes-line row">
        {changes ? <ChangesFigures run={run} changes={changes} /> : null}
        {changes === null && notCompared ? <NotCompared run={run} earlier={notCompared} /> : null}
        <span className="run-changes-actions row">
          {changes ? <PanelSwitch run={run} panel="flow" isOpen={isOpen('flow')} panelId={panelId} /> : null}
          {history.length > 0 ? (
            <PanelSwitch run={run} panel="history" isOpen={isOpen('history')} panelId={panelId} />
          ) : null}
          {changes && changes.changed > 0 ? <ExportChanges run={run} changes={changes} /> : null}
        </span>
      </div>
      {changes ? <SinceNotes changes={changes} /> : null}
      <div id={panelId} hidden={panel === null}>
        {changes && isOpen('flow') ? <Flow run={run} changes={changes} /> : null}
        {isOpen('history') && history.length > 0 ? <RunHistory run={run} history={history} /> : null}
      </div>
    </section>
  )
}

interface PanelSwitchProps extends RunProps {
  readonly panel: ChangesPanel
  readonly isOpen: boolean
  readonly panelId: string
}

function PanelSwitch({ run, panel, isOpen, panelId }: PanelSwitchProps) {
  const { panels } = useMessages().cruzar.changes
  const { toggle } = useStore(useFeature('cruzar').changes)
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={() => toggle(run.list_id, panel)}
    >
      {panels[panel]}
    </Button>
  )
}

/** The run before asked something else: the note says what, and offers to compare all the same. */
function NotCompared({ run, earlier }: RunProps & { readonly earlier: Run }) {
  const texts = useMessages().cruzar.changes
  const format = useFormat()
  const { now } = useApp()
  const { comparing, compare } = useStore(useFeature('cruzar').changes)
  const moment = format.moment(Date.parse(earlier.started_at), now())
  const differences = useDifferences(questionDifferences(earlier, run))
  return (
    <>
      <span className="note">{texts.notCompared(moment, differences)}</span>
      <Button
        variant="default"
        size="compact-sm"
        loading={comparing.working !== null}
        onClick={() => void compare(run.id, earlier.id)}
      >
        {texts.compareAnyway}
      </Button>
    </>
  )
}

/** The differences between the questions of two runs, in words. */
function useDifferences(parts: readonly QuestionPart[]): string {
  const texts = useMessages().cruzar.changes
  return useFormat().list(parts.map((part) => texts.differences[part]))
}

function ChangesFigures({ run, changes }: ChangesProps) {
  const texts = useMessages().cruzar.changes
  const [showsGone, setShowsGone] = useState(false)
  const { kinds, changed, gone } = changes
  return (
    <>
      <Since run={run} changes={changes} />
      {changed === 0 ? <span className="note">{texts.none}</span> : null}
      {kinds.map(({ kind, rows }) => (
        <Figure key={kind} run={run} filter={filterOfKind(kind)} label={texts.counts[kind](rows)} />
      ))}
      {kinds.length > 1 ? <Figure run={run} filter={filterOfChanged} label={texts.all(changed)} /> : null}
      {gone > 0 ? (
        <UnstyledButton className="rows-switch hoverable" onClick={() => setShowsGone(true)}>
          {texts.gone(gone)}
        </UnstyledButton>
      ) : null}
      {showsGone ? <GoneDialog run={run} changes={changes} onClose={() => setShowsGone(false)} /> : null}
    </>
  )
}

function ExportChanges({ run, changes }: ChangesProps) {
  const texts = useMessages().cruzar.changes
  const table = useFeature('cruzar').tableOf(run.id)
  const query = useStore(table, (state) => state.query)
  const [shown, every] = [showOnly(query, filterOfChanged), showOnly(emptyQuery, filterOfChanged)]
  const offer = useExportOffer(table, { shown, every, rows: changes.changed }, (rows) => {
    const name = nameOfPart(texts.fileName(run.name), rows, every)
    void exportTable(table, { query: rows, columns: withBefore(shownColumns(table, [])) }, 'xlsx', name)
  })
  return <ExportOfferButton label={texts.export} offer={offer} />
}

/** Where the changes count from another moment or question than that of the earlier run. */
function SinceNotes({ changes: { since } }: { readonly changes: RunChanges }) {
  const texts = useMessages().cruzar.changes
  const format = useFormat()
  const { now } = useApp()
  const differences = useDifferences(since.differences)
  const moment = (at: string) => format.moment(Date.parse(at), now())
  const knownAt = moment(since.known_at)
  return (
    <>
      {knownAt !== moment(since.started_at) ? <p className="note">{texts.knownAt(knownAt)}</p> : null}
      {since.differences.length > 0 ? <p className="note">{texts.asked(differences)}</p> : null}
    </>
  )
}

/** The outcome before is shown beside the changes, whether the table shows its column or not. */
function withBefore(columns: readonly string[] | null): readonly string[] | null {
  const others = columns?.filter((key) => key !== beforeColumn && key !== changeColumn) ?? null
  return others && [...others, beforeColumn, changeColumn]
}

/** The earlier run, with a choice of another one where there are several. */
function Since({ run, changes: { since } }: ChangesProps) {
  const texts = useMessages().cruzar.changes
  const format = useFormat()
  const { now } = useApp()
  const { comparing, compare } = useStore(useFeature('cruzar').changes)
  const earlier = useEarlier(run)
  const moment = (at: string) => format.moment(Date.parse(at), now())
  if (earlier.length < 2) return <strong className="text-14">{texts.since(moment(since.started_at))}</strong>
  return (
    <NativeSelect
      size="xs"
      aria-label={texts.chooseSince}
      value={since.id}
      disabled={comparing.working !== null}
      data={[...(earlier.some(({ id }) => id === since.id) ? [] : [since]), ...earlier].map(
        ({ id, name, started_at }) => ({
          value: id,
          label:
            name === run.name ? texts.since(moment(started_at)) : texts.sinceRun(texts.since(moment(started_at)), name),
        }),
      )}
      onChange={(event) => void compare(run.id, event.currentTarget.value)}
    />
  )
}

/** The earlier finished runs of the same list and connection. */
function useEarlier(run: Run): readonly Run[] {
  const runs = readyValue(useStore(useFeature('cruzar').runs, ({ list }) => list)) ?? []
  return earlierRuns(runs, run)
}

/** A switch that shows only the rows with this change, or all rows again. */
function Figure({ run, filter, label }: RunProps & { readonly filter: ColumnFilter; readonly label: string }) {
  const table = useFeature('cruzar').tableOf(run.id)
  const query = useStore(table, (state) => state.query)
  const pressed = JSON.stringify(filterOf(query, changeColumn)) === JSON.stringify(filter)
  const press = () => void table.getState().apply(showOnly(query, pressed ? null : filter))
  return <RowsSwitch label={label} pressed={pressed} onPress={press} />
}

function GoneDialog({ run, changes, onClose }: ChangesProps & { readonly onClose: () => void }) {
  const { cruzar } = useMessages()
  const texts = cruzar.changes
  const feature = useFeature('cruzar')
  const { gone: rows, loadGone } = useStore(feature.changes)
  const { go } = useNavigation()
  const makeList = () => {
    go({ screen: 'cruzar' })
    feature.draft.getState().setOwnSheet(null)
    void feature.draft.getState().stage({ from: 'gone', id: run.id })
  }
  useEffect(() => void loadGone(run.id), [loadGone, run.id])
  return (
    <Dialog onClose={onClose} title={texts.goneTitle(changes.gone)} size={720}>
      <LoadableView of={rows} onRetry={() => void loadGone(run.id)}>
        {(goneRows) => (
          <Stack gap="md">
            <div className="gone-rows">
              <table className="gone-table figures">
                <thead>
                  <tr>
                    <th scope="col">{texts.goneBefore}</th>
                    {goneRows.headings.map((heading, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: headings of a list may be equal, and never move
                      <th key={place} scope="col">
                        {heading || cruzar.list.unnamed(place + 1)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {goneRows.rows.map(({ outcome, cells }, line) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and never move
                    <tr key={line}>
                      <td>
                        <OutcomeMark outcome={outcome} label={cruzar.outcomes[outcome]} />
                      </td>
                      {cells.map((cell, place) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: cells never move
                        <td key={place} className="cut">
                          {cell}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
              {goneRows.total > goneRows.rows.length ? (
                <p className="note">{texts.goneFirst(goneRows.rows.length)}</p>
              ) : null}
            </div>
            <Group justify="flex-end">
              <Button size="sm" variant="default" onClick={makeList}>
                {texts.goneList}
              </Button>
            </Group>
          </Stack>
        )}
      </LoadableView>
    </Dialog>
  )
}

/** The changes in one sentence, such as "37 responderam, 2 resolvidas". */
export function changesPhrase(
  { kinds, gone, changed }: RunChanges,
  texts: {
    readonly counts: Readonly<Record<ChangeKind, (value: number) => string>>
    readonly gone: (value: number) => string
    readonly none: string
  },
): string {
  if (changed === 0 && gone === 0) return texts.none
  const parts = kinds.map(({ kind, rows }) => texts.counts[kind](rows))
  return [...parts, ...(gone > 0 ? [texts.gone(gone)] : [])].join(', ')
}
