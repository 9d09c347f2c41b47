import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import type { ArrangedColumn } from './columns.ts'
import { NumberFilter } from './number-filter.tsx'
import { filterKind, filterOf } from './query.ts'
import type { TableStore } from './table-store.ts'
import { TextFilter } from './text-filter.tsx'
import { TimeFilter } from './time-filter.tsx'
import { ValuesFilter } from './values-filter.tsx'
import type { TableWords } from './words.ts'

export interface FilterFormProps {
  readonly store: TableStore
  readonly column: ArrangedColumn
  readonly words: TableWords
  readonly onDone: () => void
}

/** What every kind of filter gets: the filter so far, and where to say how it should be. */
export interface FilterPartProps {
  readonly column: ArrangedColumn
  readonly filter: ColumnFilter | null
  /** Null means no filter: an empty field filters nothing. Undefined is no possible filter: it cannot be applied. */
  readonly onChange: (filter: ColumnFilter | null | undefined) => void
}

/** The filter of a column, as it fits its type. Enter filters, Escape leaves everything as it was. */
export function FilterForm({ store, column, words, onDone }: FilterFormProps) {
  const messages = useMessages()
  const texts = messages.tables.filter
  const before = filterOf(store.getState().query, column.key)
  const [filter, setFilter] = useState<ColumnFilter | null | undefined>(before)
  const finish = (chosen: ColumnFilter | null) => {
    void store.getState().filter(column.key, chosen)
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (filter !== undefined) finish(filter)
  }
  const part = { column, filter: filter ?? null, onChange: setFilter }
  return (
    <form onSubmit={submit} aria-label={texts.title(words.heading(column))}>
      <Stack gap="sm">
        <Text size="sm" fw={600} truncate>
          {texts.title(words.heading(column))}
        </Text>
        <FilterPart part={part} store={store} words={words} />
        <Group justify="space-between">
          <Button variant="subtle" disabled={!before && filter === null} onClick={() => finish(null)}>
            {texts.clear}
          </Button>
          <Button type="submit" disabled={filter === undefined}>
            {texts.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface FilterPartChoice {
  readonly part: FilterPartProps
  readonly store: TableStore
  readonly words: TableWords
}

/** To add a kind of filter: a part of its own, a case here, and its name in `query.ts`. */
function FilterPart({ part, store, words }: FilterPartChoice) {
  switch (filterKind(part.column.type)) {
    case 'text':
      return <TextFilter {...part} />
    case 'number':
      return <NumberFilter {...part} />
    case 'time':
      return <TimeFilter {...part} />
    case 'values':
      return <ValuesFilter {...part} store={store} words={words} />
  }
}
