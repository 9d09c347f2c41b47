import { Button, Checkbox, Group, ScrollArea, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import { foldText } from '../../preload/values/text.ts'
import { useFormat } from '../kernel/format.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { useTable } from './table-context.ts'
import type { ArrangedColumn, ColumnValues, TableStore } from './table-state.ts'

/** What every kind of filter gets: the filter so far, and its change handler. */
export interface FilterPartProps {
  readonly column: ArrangedColumn
  readonly filter: ColumnFilter | null
  /** Null means no filter: an empty field filters nothing. Undefined is no possible filter: it cannot be applied. */
  readonly onChange: (filter: ColumnFilter | null | undefined) => void
}

type Value = string | null

const operators = ['in', 'not_in'] as const
type Operator = (typeof operators)[number]
const typingMs = 250

/**
 * A filter of values to check: only these or all but these; how many rows have each among those that the other filters
 * let through.
 */
export function ValuesFilter({ column, filter, onChange }: FilterPartProps) {
  const { store, words } = useTable()
  const messages = useMessages()
  const texts = messages.tables.filter
  const [chosen, setChosen] = useState<ReadonlySet<Value>>(new Set(filter && 'values' in filter ? filter.values : []))
  const [operator, setOperator] = useState<Operator>(filter?.operator === 'not_in' ? 'not_in' : 'in')
  const [search, setSearch] = useState('')
  const { values, searching, failure, retry } = useValues(store, column.key, search)
  const change = (next: Operator, checked: ReadonlySet<Value>) => {
    setOperator(next)
    setChosen(checked)
    onChange(checked.size > 0 ? { column: column.key, operator: next, values: [...checked] } : null)
  }
  const label = (value: Value) => (value === null ? messages.common.blank : words.value(column, value))
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={texts.operator}
        value={operator}
        data={operators.map((value) => ({ value, label: texts.lists[value] }))}
        onChange={(value) => change(value === 'not_in' ? 'not_in' : 'in', chosen)}
      />
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
            onChange={(next) => change(operator, next)}
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
  /** Waits until the person stops typing; without a text nothing is found. */
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

/**
 * The most frequent values; where there are more, those that the search finds among all, once the person stops typing.
 */
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
    /** Of the search alone: the values that are shown stay. */
    failure: isSearched && matches.status === 'failed' ? matches.failure : null,
    retry() {
      store.getState().load()
      store.getState().search(isSearched ? text : '')
    },
  }
}

/** A checked value stays in the list although no row of the query has it any more: else nobody could uncheck it. */
function withChosen(list: ColumnValues, chosen: ReadonlySet<Value>): ColumnValues {
  const listedValues = new Set(list.values.map(({ value }) => value))
  const missing = [...chosen].filter((value) => !listedValues.has(value)).map((value) => ({ value, rows: 0 }))
  return { ...list, values: [...missing, ...list.values] }
}

interface ChecklistProps {
  readonly list: ColumnValues
  readonly search: string
  /** More may be found among all values. */
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
