import { Button, Checkbox, Group, ScrollArea, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import { foldText } from '../../preload/values/text.ts'
import { useFormat } from '../kernel/format.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { useTable } from './table-context.ts'
import type { ArrangedColumn, ColumnValues, TableStore } from './table-state.ts'

type Value = string | null

const typingMs = 250

interface ValuesFieldProps {
  readonly column: ArrangedColumn
  /** The checked values. */
  readonly values: readonly Value[]
  readonly onChange: (values: readonly Value[]) => void
}

/** Check boxes for the values of a column. Each shows its number of rows under the other filters. */
export function ValuesField({ column, values: checked, onChange }: ValuesFieldProps) {
  const { store, words } = useTable()
  const messages = useMessages()
  const texts = messages.tables.filter
  const [search, setSearch] = useState('')
  const { values, searching, failure, retry } = useValues(store, column.key, search)
  const chosen = new Set(checked)
  const label = (value: Value) => (value === null ? messages.common.blank : words.value(column, value))
  return (
    <>
      <TextInput
        size="xs"
        aria-label={texts.searchValues}
        placeholder={texts.searchValues}
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {failure ? <FailureNotice failure={failure} onRetry={retry} /> : null}
      <LoadableView of={values} onRetry={retry}>
        {(value) => (
          <Checklist
            list={withChosen(value, chosen)}
            search={search}
            searching={searching}
            chosen={chosen}
            label={label}
            onChange={(next) => onChange([...next])}
          />
        )}
      </LoadableView>
    </>
  )
}

interface ValuesState {
  readonly frequent: Loadable<ColumnValues>
  readonly matches: Loadable<ColumnValues>
  load(): void
  /** Searches after a debounce. Without a text there are no matches. */
  search(text: string): void
  stop(): void
}

function createValuesStore(table: TableStore, column: string) {
  return createStore<ValuesState>()((set, get) => {
    const frequent = createLatest({ get, set, key: 'frequent' })
    const matches = createLatest({ get, set, key: 'matches' })
    const read =
      (text: string) =>
      (_: unknown, { signal }: { readonly signal: AbortSignal }) =>
        table.getState().values(column, text, signal)
    return {
      frequent: { status: 'loading' },
      matches: { status: 'idle' },
      load: () => void frequent.load(read('')),
      search: (text) =>
        text === '' ? matches.clear() : void matches.load(read(text), { afterMs: typingMs, keep: false }),
      stop() {
        frequent.cancel()
        matches.cancel()
      },
    }
  })
}

/** The most frequent values. If there are more, a debounced search finds values among all. */
function useValues(table: TableStore, column: string, search: string) {
  const [store] = useState(() => createValuesStore(table, column))
  const { frequent, matches } = useStore(store)
  const text = search.trim()
  const isSearched = readyValue(frequent)?.more === true && text !== ''
  useEffect(() => {
    store.getState().load()
    return store.getState().stop
  }, [store])
  useEffect(() => store.getState().search(isSearched ? text : ''), [store, isSearched, text])
  return {
    values: isSearched && matches.status === 'ready' ? matches : frequent,
    searching: isSearched && matches.status !== 'ready',
    /** The failure of the search alone. The shown values stay. */
    failure: isSearched && matches.status === 'failed' ? matches.failure : null,
    retry() {
      store.getState().load()
      store.getState().search(isSearched ? text : '')
    },
  }
}

/** A checked value stays in the list even if no row of the query has it, so that it can be unchecked. */
function withChosen(list: ColumnValues, chosen: ReadonlySet<Value>): ColumnValues {
  const listedValues = new Set(list.values.map(({ value }) => value))
  const missing = [...chosen].filter((value) => !listedValues.has(value)).map((value) => ({ value, rows: 0 }))
  return { ...list, values: [...missing, ...list.values] }
}

interface ChecklistProps {
  readonly list: ColumnValues
  readonly search: string
  /** A search among all values is running or possible. */
  readonly searching: boolean
  readonly chosen: ReadonlySet<Value>
  readonly label: (value: Value) => string
  readonly onChange: (chosen: ReadonlySet<Value>) => void
}

function Checklist({ list, search, searching, chosen, label, onChange }: ChecklistProps) {
  const { filter: texts } = useMessages().tables
  const shown = list.values.filter(({ value }) => foldText(label(value)).includes(foldText(search.trim())))
  const set = (values: readonly Value[], checked: boolean) => {
    const next = new Set(chosen)
    for (const value of values) {
      if (checked) next.add(value)
      else next.delete(value)
    }
    onChange(next)
  }
  const all = shown.map(({ value }) => value)
  return (
    <>
      <Group justify="space-between" gap={4}>
        <Text size="xs" c="dimmed">
          {texts.chosen(chosen.size)}
        </Text>
        <Group gap={0}>
          <Button size="compact-xs" variant="subtle" onClick={() => set(all, true)}>
            {texts.checkAll}
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => set(all, false)}>
            {texts.uncheckAll}
          </Button>
        </Group>
      </Group>
      <ScrollArea.Autosize mah={240} type="auto" viewportProps={{ tabIndex: -1 }}>
        {shown.map(({ value, rows }) => (
          <ValueLine
            key={value ?? '\u0000'}
            label={label(value)}
            dim={value === null}
            rows={rows}
            checked={chosen.has(value)}
            onChange={(checked) => set([value], checked)}
          />
        ))}
        {shown.length === 0 && !searching ? (
          <Text size="sm" c="dimmed" py={8}>
            {texts.noValues}
          </Text>
        ) : null}
      </ScrollArea.Autosize>
      {list.more ? (
        <Text size="xs" c="dimmed">
          {texts.moreValues}
        </Text>
      ) : null}
    </>
  )
}

interface ValueLineProps {
  readonly label: string
  readonly dim: boolean
  readonly rows: number
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function ValueLine({ label, dim, rows, checked, onChange }: ValueLineProps) {
  const format = useFormat()
  return (
    <div className="table-value row">
      <Checkbox
        size="xs"
        label={
          <span className={dim ? 'dim' : undefined} title={label}>
            {label}
          </span>
        }
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className="figures dim">{format.number(rows)}</span>
    </div>
  )
}
