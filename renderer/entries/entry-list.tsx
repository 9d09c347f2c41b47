import { IconAlertTriangle, IconCopy, IconNote, IconUserCheck } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useEffect } from 'react'
import { useStore } from 'zustand'
import type { EntryBrief } from '../../preload/contract/entries.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { hasMod } from '../kernel/shortcuts.ts'
import { outcomeColor } from '../ui/mark.tsx'
import { reviewColors } from '../ui/review-mark.tsx'
import { keepLineInSight, useLineWindow } from '../ui/use-line-window.ts'
import type { EntriesStore } from './entries-state.ts'
import { isPicked } from './selection.ts'

export interface EntryListProps {
  readonly store: EntriesStore
  readonly label: string
  /** The name of the form stands in each line. */
  readonly withForm: boolean
  readonly now: number
  readonly list: RefObject<HTMLDivElement | null>
  /** Enter: the keyboard goes to the entry. */
  readonly onEnter: () => void
}

/** Pixels of one line; all are alike, so that only those that are seen have to be drawn. */
const lineHeight = 64

/** The entries of the query, those that are seen. The keyboard stays on the list; arrows walk, Space picks. */
export function EntryList({ store, label, withForm, now, list, onEnter }: EntryListProps) {
  const ids = useStore(store, (state) => readyValue(state.list)) ?? []
  const briefs = useStore(store, (state) => state.briefs)
  const position = useStore(store, (state) => state.position)
  const peeked = useStore(store, (state) => state.peeked)
  const selected = useStore(store, (state) => state.selected)
  const { from, to, height } = useLineWindow(list, ids.length, lineHeight)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other lines at the same places
  useEffect(() => store.getState().showRange(from, to), [store, from, to, ids])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same
  useEffect(() => {
    // With the frame that is about to be drawn: measuring before it would lay the page out twice for every key.
    const frame = requestAnimationFrame(() => {
      if (list.current) keepLineInSight(list.current, position, lineHeight)
    })
    return () => cancelAnimationFrame(frame)
  }, [list, position, height, ids])

  const shown = ids.slice(from, to + 1)
  return (
    <div
      ref={list}
      className="entry-list scroll"
      role="listbox"
      aria-label={label}
      aria-multiselectable="true"
      aria-activedescendant={ids[position] === undefined ? undefined : optionId(ids[position])}
      tabIndex={0}
      onKeyDown={(event) => takeListKey(event, store, { page: Math.floor(height / lineHeight), onEnter })}
    >
      <div className="entry-list-all" style={{ height: ids.length * lineHeight }} role="presentation">
        {shown.map((id, index) => (
          <Line
            key={id}
            id={id}
            place={from + index}
            of={ids.length}
            brief={briefs.get(id)}
            current={from + index === position && peeked === null}
            picked={isPicked(selected, id)}
            withForm={withForm}
            now={now}
            store={store}
          />
        ))}
      </div>
    </div>
  )
}

const optionId = (id: number) => `entry-line-${id}`

function press(event: MouseEvent, store: EntriesStore, place: number) {
  const { goTo, pick, pickTo } = store.getState()
  if (hasMod(event)) pick(place)
  else if (event.shiftKey) pickTo(place)
  else goTo(place)
}

interface ListKeys {
  /** Lines that are seen at once. */
  readonly page: number
  readonly onEnter: () => void
}

function takeListKey(event: KeyboardEvent, store: EntriesStore, { page, onEnter }: ListKeys) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const { step, goTo, pick, pickTo, position } = store.getState()
  const by = steps(page)[event.key]
  if (event.key === 'Enter') onEnter()
  else if (event.key === ' ') pick(position)
  else if (event.key === 'Home') goTo(0)
  else if (event.key === 'End') goTo(Number.MAX_SAFE_INTEGER)
  else if (by === undefined) return
  else if (event.shiftKey) {
    pickTo(position)
    pickTo(position + by)
    step(by)
  } else step(by)
  event.preventDefault()
  event.stopPropagation()
}

const steps = (page: number): Readonly<Record<string, number>> => ({
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: page,
  PageUp: -page,
})

interface LineProps {
  readonly id: number
  readonly place: number
  readonly of: number
  readonly brief: EntryBrief | undefined
  readonly current: boolean
  readonly picked: boolean
  readonly withForm: boolean
  readonly now: number
  readonly store: EntriesStore
}

const Line = memo(function Line({ id, place, of, brief, current, picked, withForm, now, store }: LineProps) {
  const { entries } = useMessages()
  const format = useFormat()
  const texts = entries.list
  const time = brief?.created_ms == null ? '' : format.moment(brief.created_ms, now)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys for all of its lines
    // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names its active line
    <div
      id={optionId(id)}
      role="option"
      className="entry-line stack"
      style={{ transform: `translateY(${place * lineHeight}px)` }}
      aria-selected={current}
      aria-checked={picked}
      aria-setsize={of}
      aria-posinset={place + 1}
      data-current={current || undefined}
      data-picked={picked || undefined}
      data-done={brief && brief.state !== 'nova' && brief.state !== 'em_revisao' ? true : undefined}
      onClick={(event) => press(event, store, place)}
    >
      {brief ? (
        <>
          <div className="entry-line-top row">
            <span className="entry-line-sender cut grow strong">{brief.sender || texts.noSender}</span>
            <span className="note rigid figures">{time}</span>
          </div>
          <div className="cut note">{brief.line || texts.noText}</div>
          <div className="entry-line-foot row">
            <span className="entry-state row" style={{ color: reviewColors[brief.state].text }}>
              <span className="entry-dot" style={{ background: reviewColors[brief.state].bar }} aria-hidden="true" />
              {entries.states[brief.state]}
            </span>
            {withForm ? <span className="entry-line-form cut">{brief.form_name}</span> : null}
            {brief.gone ? <span className="entry-line-gone">{texts.gone}</span> : null}
            <LineMarks brief={brief} />
          </div>
        </>
      ) : (
        <span className="cut note">{entries.entry.number(id)}</span>
      )}
    </div>
  )
})

/** Small signs at the end of a line, each with its word for those who hover or onKeyDown. */
function LineMarks({ brief }: { readonly brief: EntryBrief }) {
  const messages = useMessages()
  const texts = messages.entries.list
  const format = useFormat()
  const hints = texts.hints(format.list(brief.hints.map((hint) => messages.entries.hints[hint])))
  return (
    <span className="entry-line-marks row">
      {brief.tags.length > 0 ? <span className="entry-line-tag cut">{brief.tags.join(', ')}</span> : null}
      {brief.notes > 0 ? (
        <span title={texts.notes(brief.notes)}>
          <IconNote size={14} aria-label={texts.notes(brief.notes)} />
        </span>
      ) : null}
      {brief.hints.length > 0 ? (
        <span title={hints} className="entry-line-warning">
          <IconAlertTriangle size={14} aria-label={hints} />
        </span>
      ) : null}
      {brief.duplicates > 0 ? (
        <span title={texts.duplicates(brief.duplicates)}>
          <IconCopy size={14} aria-label={texts.duplicates(brief.duplicates)} />
        </span>
      ) : null}
      {brief.outcome && brief.outcome !== 'ausente' ? (
        <span
          title={texts.outcome(messages.cruzar.outcomes[brief.outcome])}
          style={{ color: outcomeColor(brief.outcome) }}
        >
          <IconUserCheck size={14} aria-label={texts.outcome(messages.cruzar.outcomes[brief.outcome])} />
        </span>
      ) : null}
    </span>
  )
}
