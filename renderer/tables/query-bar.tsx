import { Button, CloseButton, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { SearchHits } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { type FilterWords, filterSentence } from '../../preload/messages/filter-sentence.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { orNull } from '../kernel/ask.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FactLine } from '../ui/fact-line.tsx'
import { ConditionsChip } from './conditions.tsx'
import { daysOf } from './day-range.ts'
import { useTable, useTableState } from './table-context.ts'
import type { TableWords } from './words.ts'

interface FilterChipsProps {
  readonly onChange: (column: string, anchor: HTMLElement) => void
  /** Opens the conditions. */
  readonly onConditions: () => void
}

/** The filters as sentences. Pressing one changes it, its cross removes it. */
export function FilterChips({ onChange, onConditions }: FilterChipsProps) {
  const { store, words } = useTable()
  const messages = useMessages()
  const by = filterWords(words, messages, useFormat())
  const texts = messages.tables.filter
  const { filters, conditions } = useTableState((state) => state.query)
  const columns = useTableState((state) => state.columns)
  if (filters.length === 0 && !conditions) return null
  return (
    <ul className="table-filters row plain-list words wraps gap-4" aria-label={messages.common.filters}>
      {filters.map((filter) => {
        const column = columns.find((each) => each.key === filter.column)
        if (!column) return null
        const sentence = filterSentence(filter, column, by)
        return (
          <li key={filter.column} className="table-filter narrows">
            <UnstyledButton
              className="table-filter-words cut"
              title={sentence}
              aria-label={texts.change(sentence)}
              onClick={(event) => onChange(filter.column, event.currentTarget)}
            >
              {sentence}
            </UnstyledButton>
            <CloseButton
              size={18}
              iconSize={12}
              aria-label={texts.remove(sentence)}
              onClick={() => void store.getState().filter(filter.column, null)}
            />
          </li>
        )
      })}
      <ConditionsChip by={by} onChange={onConditions} />
      <li>
        <Button size="compact-xs" variant="subtle" onClick={() => void store.getState().clearFilters()}>
          {messages.common.clearFilters}
        </Button>
      </li>
    </ul>
  )
}

/** The words for the sentences of filters on the screen (preload/messages/filter-sentence.ts). */
export function filterWords(words: TableWords, messages: Messages, format: Format): FilterWords {
  return {
    ...words,
    messages,
    number: format.exactNumber,
    days: (bounds) => {
      const { from, to } = daysOf(bounds)
      return { from: from && format.day(from), to: to && format.day(to) }
    },
    either: format.either,
    list: format.list,
  }
}

interface SearchBoxProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly placeholder?: string | undefined
  /** Called when the person leaves the search for the rows. */
  readonly onLeave: () => void
}

/** The debounce of the search, in ms. */
const rest = 150

/** Searches while the user types, and shows the number of rows found. Escape clears, then leaves. */
export function SearchBox({ field, placeholder, onLeave }: SearchBoxProps) {
  const { store } = useTable()
  const { tables: texts, common } = useMessages()
  const searched = useTableState((state) => state.query.search)
  const view = useTableState((state) => state.view)
  const [text, setText] = useState(searched)
  // The count is shown only with the rows of this text. The count of another text would be misread.
  const matching = text !== '' && view?.query.search === text ? view.matching : null
  /** The debounced search. */
  const pending = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly run: () => Promise<void> }>(null)
  const cancel = () => {
    clearTimeout(pending.current?.timer)
    pending.current = null
  }
  const search = (value: string, after: number) => {
    setText(value)
    cancel()
    const run = () => {
      cancel()
      return store.getState().search(value)
    }
    pending.current = { timer: setTimeout(() => void run(), after), run }
  }
  /** Moves the focus to the matching rows, after the search if it is still running. */
  const leave = async () => {
    if (view?.query.search !== text) {
      cancel()
      await store.getState().search(text)
      const isShown = store.getState().view?.query.search === text
      if (!isShown || document.activeElement !== field.current) return
    }
    onLeave()
  }
  // Runs a debounced search at once, so that another view of the same rows shows its result.
  useEffect(() => () => void pending.current?.run(), [])
  useEffect(() => setText(searched), [searched])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'ArrowDown') void leave()
    else if (event.key !== 'Escape') return
    else if (text === '') onLeave()
    else search('', 0)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TextInput
      ref={field}
      size="xs"
      className="table-search"
      aria-label={texts.searchLabel}
      placeholder={placeholder ?? texts.searchPlaceholder}
      value={text}
      maxLength={500}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSectionWidth={text ? 118 : 0}
      rightSection={
        text ? (
          <span className="table-search-end row note">
            <span className="figures" role="status">
              {matching === null ? '' : texts.found(matching)}
            </span>
            <CloseButton size="xs" aria-label={common.clearSearch} onClick={() => search('', 0)} />
          </span>
        ) : null
      }
      onChange={(event) => search(event.currentTarget.value, rest)}
      onKeyDown={onKeyDown}
    />
  )
}

/** Why rows match the search, where the shown columns do not show it. */
export function SearchNote() {
  const { store, words } = useTable()
  const { tables: texts } = useMessages()
  const { list } = useFormat()
  const view = useTableState((state) => state.view)
  const columns = useTableState((state) => state.columns)
  const shown = columns.filter(({ hidden }) => !hidden).map(({ key }) => key)
  const isSearch = view !== null && view.matching > 0 && view.query.search.trim() !== ''
  const loaded = useLatest<SearchHits | null>(
    async ({ signal }) => (isSearch ? await orNull(store.getState().searchHits(view.query, shown, signal)) : null),
    [store, view, shown.toSorted().join('\n')],
  )
  const hits = readyValue(loaded)
  if (!hits) return null
  const hidden = columns.filter(({ key }) => hits.hidden_columns.includes(key)).map((column) => words.heading(column))
  const { withNinth, withoutNinth, onlyHidden } = texts.searchHits
  const notes = [
    hits.without_ninth > 0 ? withoutNinth(hits.without_ninth) : '',
    hits.with_ninth > 0 ? withNinth(hits.with_ninth) : '',
    hits.hidden_rows > 0 ? onlyHidden(hits.hidden_rows, hidden.length, list(hidden)) : '',
  ].filter((note) => note !== '')
  return notes.length === 0 ? null : (
    <span className="table-search-note note cut" role="status" title={joinFacts(notes)}>
      <FactLine items={notes} />
    </span>
  )
}
