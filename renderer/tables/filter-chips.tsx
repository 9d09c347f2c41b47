import { Button, CloseButton, UnstyledButton } from '@mantine/core'
import { useStore } from 'zustand'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { filterSentence } from './filter-sentence.ts'
import type { TableStore } from './table-store.ts'
import type { TableWords } from './words.ts'

export interface FilterChipsProps {
  readonly store: TableStore
  readonly words: TableWords
  readonly onChange: (column: string, anchor: HTMLElement) => void
}

/** The filters as sentences: press one to change it, its cross to take it away. */
export function FilterChips({ store, words, onChange }: FilterChipsProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.tables.filter
  const filters = useStore(store, (state) => state.query.filters)
  const columns = useStore(store, (state) => state.columns)
  if (filters.length === 0) return null
  return (
    <ul className="table-filters" aria-label={texts.active}>
      {filters.map((filter) => {
        const column = columns.find((each) => each.key === filter.column)
        if (!column) return null
        const sentence = filterSentence(filter, column, { messages, words, format })
        return (
          <li key={filter.column} className="table-filter">
            <UnstyledButton
              className="table-filter-words"
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
      <li>
        <Button size="compact-xs" variant="subtle" onClick={() => void store.getState().clearFilters()}>
          {texts.clearAll}
        </Button>
      </li>
    </ul>
  )
}
