import { outcomeOrder } from '../../preload/values/outcomes.ts'
import './run-changes.css'
import { Button, Group, NativeSelect, Stack, UnstyledButton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Run, RunChanges } from '../../preload/contract/cruzar.ts'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import type { ChangeKind } from '../../preload/values/change-kinds.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { earlierRuns, type QuestionPart, questionDifferences } from '../../preload/values/same-question.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { exportTable } from '../tables/export-dialog.tsx'
import { filterOf } from '../tables/query.ts'
import { Chart } from '../ui/chart.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { OutcomeMark, outcomeColor } from '../ui/mark.tsx'
import { beforeColumn, changeColumn, filterOfBefore, filterOfChanged, filterOfKind, type Move } from './changes.ts'
import { RowsSwitch } from './outcome-figures.tsx'
import { ExportOfferButton, nameOfPart, shownColumns, useExportOffer } from './run-export.tsx'
import { filterOfOutcomes } from './runs.ts'
import { showOnly } from './shown-rows.ts'

interface RunProps {
  readonly run: Run
}

interface ChangesProps extends RunProps {
  readonly changes: RunChanges
}

/**
 * What has changed since the run before: figures that filter the table, and the movements behind them. Empty for a
 * first run.
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
  if (run.changes) return <ChangesBar run={run} changes={run.changes} />
  if (comparing.working === run.id) {
    return (
      <p className="run-changes note" role="status">
        {texts.comparing}
      </p>
    )
  }
  const [last] = earlier
  return last && !isComparable ? <NotCompared run={run} earlier={last} /> : null
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
    <div className="run-changes run-changes-line row">
      <span className="note">{texts.notCompared(moment, differences)}</span>
      <Button
        variant="default"
        size="compact-sm"
        loading={comparing.working !== null}
        onClick={() => void compare(run.id, earlier.id)}
      >
        {texts.compareAnyway}
      </Button>
    </div>
  )
}

/** The differences between the questions of two runs, in words. */
function useDifferences(parts: readonly QuestionPart[]): string {
  const texts = useMessages().cruzar.changes
  return useFormat().list(parts.map((part) => texts.differences[part]))
}

function ChangesBar({ run, changes }: ChangesProps) {
  const texts = useMessages().cruzar.changes
  const [open, setOpen] = useState(false)
  const [showsGone, setShowsGone] = useState(false)
  const flowId = useId()
  const table = useFeature('cruzar').tableOf(run.id)
  const query = useStore(table, (state) => state.query)
  const { kinds, changed, gone, since } = changes
  const [shown, every] = [showOnly(query, filterOfChanged), showOnly(emptyQuery, filterOfChanged)]
  const offer = useExportOffer(table, { shown, every, rows: changed }, (rows) => {
    const name = nameOfPart(texts.fileName(run.name), rows, every)
    void exportTable(table, { query: rows, columns: withBefore(shownColumns(table, [])) }, 'xlsx', name)
  })
  const differences = useDifferences(since.differences)
  const format = useFormat()
  const { now } = useApp()
  const moment = (at: string) => format.moment(Date.parse(at), now())
  const knownAt = moment(since.known_at)
  return (
    <section className="run-changes" aria-label={texts.label}>
      <div className="run-changes-line row">
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
        <span className="run-changes-actions row">
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={open}
            aria-controls={flowId}
            onClick={() => setOpen(!open)}
          >
            {texts.flow}
          </Button>
          {changed > 0 ? <ExportOfferButton label={texts.export} offer={offer} /> : null}
        </span>
      </div>
      {knownAt !== moment(since.started_at) ? <p className="note">{texts.knownAt(knownAt)}</p> : null}
      {since.differences.length > 0 ? <p className="note">{texts.asked(differences)}</p> : null}
      <div id={flowId} hidden={!open}>
        {open ? <Flow run={run} changes={changes} /> : null}
      </div>
      {showsGone ? <GoneDialog run={run} changes={changes} onClose={() => setShowsGone(false)} /> : null}
    </section>
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

/** New rows are last: they have no outcome before. */
const order: readonly (Outcome | null)[] = [...outcomeOrder, null]
const flowHeight = 132

/** The movements as bands between the outcomes before and now, and the same as buttons. Each shows only its rows. */
function Flow({ run, changes }: ChangesProps) {
  const { cruzar } = useMessages()
  const texts = cruzar.changes
  const format = useFormat()
  const table = useFeature('cruzar').tableOf(run.id)
  const nameOf = (outcome: Outcome | null) => (outcome === null ? texts.newRows : cruzar.run.figures[outcome])
  const show = ({ from, to }: Move) =>
    table.getState().apply(showOnly(table.getState().query, filterOfBefore(from), filterOfOutcomes([to])))
  const nodes = (['from', 'to'] as const).flatMap((side) =>
    order
      .filter((outcome) => changes.moves.some((move) => move[side] === outcome))
      .map((outcome) => ({ side, outcome, name: nameOf(outcome), color: colorOf(outcome) })),
  )
  const nodeOf = (of: 'from' | 'to', move: Move) =>
    nodes.findIndex(({ side, outcome }) => side === of && outcome === move[of])
  const moved = changes.moves.filter(({ from, to }) => from !== to).toSorted((one, other) => other.rows - one.rows)
  const stayed = changes.moves.filter(({ from, to }) => from === to).reduce((sum, { rows }) => sum + rows, 0)
  return (
    <div className="flow row top">
      <figure className="flow-picture" aria-hidden="true">
        <div className="flow-sides note">
          <span>{texts.before}</span>
          <span>{texts.now}</span>
        </div>
        <Chart
          kind="flow"
          label={null}
          height={flowHeight}
          nodes={nodes}
          bands={changes.moves.map((move) => ({
            from: nodeOf('from', move),
            to: nodeOf('to', move),
            value: move.rows,
            color: colorOf(move.to),
            strong: move.from !== move.to,
            label: texts.move(nameOf(move.from), nameOf(move.to), move.rows),
            onPick: () => void show(move),
          }))}
        />
      </figure>
      <ul className="flow-moves plain-list" aria-label={texts.flowLabel}>
        {moved.map((move) => (
          <li key={`${move.from} ${move.to}`}>
            <UnstyledButton
              className="change-move hoverable row"
              aria-label={texts.move(nameOf(move.from), nameOf(move.to), move.rows)}
              style={{ '--move-color': colorOf(move.to) } as CSSProperties}
              onClick={() => void show(move)}
            >
              <span className="figures">{format.number(move.rows)}</span>
              <span className="dim">{nameOf(move.from)}</span>
              <IconArrowRight size={14} aria-hidden="true" />
              <span>{nameOf(move.to)}</span>
            </UnstyledButton>
          </li>
        ))}
        {stayed > 0 ? <li className="note figures">{texts.stayed(stayed)}</li> : null}
        {changes.without_key > 0 ? <li className="note figures">{texts.withoutKey(changes.without_key)}</li> : null}
      </ul>
    </div>
  )
}

function colorOf(outcome: Outcome | null): string {
  return outcome === null ? 'var(--text-dim)' : outcomeColor(outcome, 'bar')
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
