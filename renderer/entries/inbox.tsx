import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCopy, IconNote, IconUserCheck } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useEffect } from 'react'
import type { EntryBrief } from '../../preload/contract/entries.ts'
import { isDecided } from '../../preload/values/entries-table.ts'
import { useApp } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { hasMod, useShortcuts } from '../kernel/shortcuts.ts'
import { ExportLine } from '../tables/export-dialog.tsx'
import { isSelected, selectedCount } from '../tables/selection.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { StatusBar } from '../ui/fact-line.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { outcomeColor, reviewColors } from '../ui/mark.tsx'
import { keepLineInSight, useLineWindow } from '../ui/use-line-window.ts'
import { EntryPane } from './entry-pane.tsx'
import { pendingCount } from './entry-table.ts'
import { useKeptPeriod } from './notices.tsx'
import { InboxTools } from './query-tools.tsx'
import { type Review, reviewKeys, useEntries, useReview, useRows } from './review.ts'
import { BulkBar } from './toolbar.tsx'

/** The list beside the entry, used by keyboard (docs/decisions/renderer.md §20). */
export function Inbox() {
  const messages = useMessages()
  const { entries: texts, common } = messages
  const review = useReview()
  const { refreshList, rows } = review.store.getState()
  const list = useEntries((state) => state.list)
  const isDialogOpen = useEntries((state) => state.dialog !== null)
  useShortcuts(isDialogOpen ? [] : reviewKeys(review, messages))
  const isReady = list.status === 'ready'
  useEffect(() => {
    // The list takes the focus when it first appears, unless something else has it.
    const { activeElement } = document
    const nowhere = activeElement === document.body || activeElement?.matches('main, [data-page-title]') === true
    if (isReady && nowhere) review.list.current?.focus({ preventScroll: true })
  }, [review, isReady])
  return (
    <div className="pane narrows">
      <InboxTools />
      <div className="pane">
        <LoadableView of={list} onRetry={() => void refreshList()}>
          {(ids) =>
            ids.length === 0 ? (
              <div className="grow">
                <EmptyState
                  title={texts.list.none}
                  text={texts.list.noneText}
                  action={{ label: common.clearAll, onClick: () => void rows.getState().clearFilters() }}
                />
              </div>
            ) : (
              <div className="entries-split">
                <div className="entries-left column">
                  <TodayLine />
                  <NewEntries />
                  <EntryList ids={ids} />
                </div>
                <EntryPane />
              </div>
            )
          }
        </LoadableView>
      </div>
      <BulkBar />
      <InboxStatus />
    </div>
  )
}

/**
 * "37 de 112 revisadas hoje": the undecided entries of this morning and those that came since, and how many are
 * decided.
 */
function TodayLine() {
  const texts = useMessages().entries
  const counts = readyValue(useEntries((state) => state.figures))
  if (!counts) return null
  const done = counts.decided_today
  const all = done + pendingCount(counts.states)
  const share = all === 0 ? 0 : (done / all) * 100
  return (
    <div className="entries-today row note">
      <span className="figures">{texts.today(done, all)}</span>
      <span className="entries-today-bar" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
    </div>
  )
}

function NewEntries() {
  const { common } = useMessages()
  const texts = useMessages().entries.list
  const newEntries = useEntries((state) => state.newEntries)
  const { refreshList } = useReview().store.getState()
  if (newEntries === 0) return null
  return (
    <div className="entry-notice row" role="status">
      {texts.newcomers(newEntries)}
      <Button size="compact-xs" variant="subtle" onClick={() => void refreshList()}>
        {common.show}
      </Button>
    </div>
  )
}

function InboxStatus() {
  const { entries: texts, forms, common } = useMessages()
  const { rows } = useReview().store.getState()
  const count = useEntries(({ list }) => readyValue(list)?.length ?? 0)
  const position = useEntries((state) => state.position)
  const selected = useEntries((state) => state.selected)
  const period = useKeptPeriod()
  const exporting = useRows((state) => state.exporting)
  const picked = selectedCount(selected, count)
  return (
    <>
      {exporting.failure ? <ExportLine store={rows} /> : null}
      <StatusBar
        items={[
          texts.list.shown(count),
          period ? forms.period(period) : null,
          count > 0 ? common.outOf(position + 1, count) : null,
          picked > 0 ? texts.list.picked(picked) : null,
        ]}
        end={exporting.working ? <ExportLine store={rows} /> : texts.local}
      />
    </>
  )
}

/** Pixels of one line. All lines have this height, so that only visible ones are rendered. */
const lineHeight = 64

/** The visible entries of the query. The focus stays on the list; arrows move, Space picks. */
function EntryList({ ids }: { readonly ids: readonly number[] }) {
  const { common } = useMessages()
  const { now } = useApp()
  const review = useReview()
  const { list, store } = review
  const { table, showRange } = store.getState()
  const briefs = useEntries((state) => state.briefs)
  const position = useEntries((state) => state.position)
  const peeked = useEntries((state) => state.peeked)
  const selected = useEntries((state) => state.selected)
  const { from, to, height } = useLineWindow(list, ids.length, lineHeight)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other lines at the same places
  useEffect(() => showRange(from, to), [showRange, from, to, ids])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  useEffect(() => {
    // It runs with the next frame: measuring earlier would lay the page out twice for every key.
    const frame = requestAnimationFrame(() => {
      if (list.current) keepLineInSight(list.current, position, lineHeight)
    })
    return () => cancelAnimationFrame(frame)
  }, [list, position, height, ids])

  // Lines show minutes, so time changes them at most once a minute.
  const minute = now() - (now() % 60_000)
  return (
    <div
      ref={list}
      className="key-list scroll"
      role="listbox"
      aria-label={common.fields.entries}
      aria-multiselectable="true"
      aria-activedescendant={ids[position] === undefined ? undefined : optionId(ids[position])}
      tabIndex={0}
      onKeyDown={(event) => takeListKey(event, review, Math.floor(height / lineHeight))}
    >
      <div className="relative" style={{ height: ids.length * lineHeight }} role="presentation">
        {ids.slice(from, to + 1).map((id, index) => (
          <Line
            key={id}
            id={id}
            position={from + index}
            of={ids.length}
            brief={briefs.get(id)}
            current={from + index === position && peeked === null}
            picked={isSelected(selected, id)}
            withForm={table.form_id === null}
            now={minute}
          />
        ))}
      </div>
    </div>
  )
}

const optionId = (id: number) => `entry-line-${id}`

/** `page`: how many lines are visible at once. */
function takeListKey(event: KeyboardEvent, { store, pane }: Review, page: number) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { step, goTo, pick, pickStep, position } = store.getState()
  const by = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key]
  if (event.key === 'Enter') pane.current?.focus()
  else if (event.key === ' ') pick(position)
  else if (event.key === 'Home') goTo(0)
  else if (event.key === 'End') goTo(Number.MAX_SAFE_INTEGER)
  else if (by === undefined) return
  else if (event.shiftKey) pickStep(by)
  else step(by)
  event.preventDefault()
  event.stopPropagation()
}

interface LineProps {
  readonly id: number
  readonly position: number
  readonly of: number
  readonly brief: EntryBrief | undefined
  readonly current: boolean
  readonly picked: boolean
  readonly withForm: boolean
  readonly now: number
}

const Line = memo(function Line({ id, position, of, brief, current, picked, withForm, now }: LineProps) {
  const { entries, common } = useMessages()
  const format = useFormat()
  const { goTo, pick, pickTo } = useReview().store.getState()
  const texts = entries.list
  const time = brief?.created_ms == null ? '' : format.moment(brief.created_ms, now)
  const press = (event: MouseEvent) => {
    if (hasMod(event)) pick(position)
    else if (event.shiftKey) pickTo(position)
    else goTo(position)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for all of its lines
    // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names its active line
    <div
      id={optionId(id)}
      role="option"
      className="entry-line key-line hoverable stack"
      style={{ transform: `translateY(${position * lineHeight}px)` }}
      aria-selected={current}
      aria-checked={picked}
      aria-setsize={of}
      aria-posinset={position + 1}
      data-current={current || undefined}
      data-picked={picked || undefined}
      data-done={(brief && isDecided(brief.state)) || undefined}
      onClick={press}
    >
      {brief ? (
        <>
          <div className="baseline row">
            <span className="entry-line-sender cut grow strong">{brief.sender || texts.noSender}</span>
            <span className="note rigid figures">{time}</span>
          </div>
          <div className="cut note">{brief.line || texts.noText}</div>
          <div className="entry-line-foot row">
            <span className="entry-state row" style={{ color: reviewColors[brief.state].text }}>
              <span className="dot" style={{ background: reviewColors[brief.state].bar }} aria-hidden="true" />
              {entries.states[brief.state]}
            </span>
            {withForm ? <span className="dim cut">{brief.form_name}</span> : null}
            {brief.gone ? <span className="rigid failed">{texts.gone}</span> : null}
            <LineMarks brief={brief} />
          </div>
        </>
      ) : (
        <span className="cut note">{common.numbered(id)}</span>
      )}
    </div>
  )
})

/** Small marks at the end of a line, each with a text for the mouse and for screen readers. */
function LineMarks({ brief: { tags, notes, hints, duplicates, outcome } }: { readonly brief: EntryBrief }) {
  const { cruzar, entries } = useMessages()
  const texts = entries.list
  const format = useFormat()
  const mark = (
    title: string,
    Icon: typeof IconNote,
    style: { className?: string; color?: string } = {},
  ): ReactNode => (
    <span title={title} className={style.className} style={{ color: style.color }}>
      <Icon size={14} aria-label={title} />
    </span>
  )
  return (
    <span className="entry-line-marks row">
      {tags.length > 0 ? <span className="entry-line-tag dim cut">{tags.join(', ')}</span> : null}
      {notes > 0 ? mark(texts.notes(notes), IconNote) : null}
      {hints.length > 0
        ? mark(texts.hints(format.list(hints.map((hint) => entries.hints[hint]))), IconAlertTriangle, {
            className: 'entry-line-warning',
          })
        : null}
      {duplicates > 0 ? mark(texts.duplicates(duplicates), IconCopy) : null}
      {outcome && outcome !== 'ausente'
        ? mark(texts.outcome(cruzar.outcomes[outcome]), IconUserCheck, { color: outcomeColor(outcome) })
        : null}
    </span>
  )
}
