import { Button, Checkbox, Group, ScrollArea, SegmentedControl, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Failure } from '../../preload/contract/wire.ts'
import { failureOf } from '../kernel/ask.ts'
import { useFormat } from '../kernel/format.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { FilterPartProps } from './filter-form.tsx'
import type { TableStore } from './table-state.ts'
import { foldText, type TableWords } from './words.ts'

export interface ValuesFilterProps extends FilterPartProps {
  readonly store: TableStore
  readonly words: TableWords
}

type Value = string | null

interface Values {
  readonly values: readonly { readonly value: Value; readonly rows: number }[]
  readonly more: boolean
}

const operators = ['in', 'not_in'] as const
type Operator = (typeof operators)[number]
const typingMs = 250

/** A filter of values to check: only these or all but these; how many rows have each among those that the other filters let through. */
export function ValuesFilter({ store, words, column, filter, onChange }: ValuesFilterProps) {
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
  const label = (value: Value) => (value === null ? messages.tables.blank : words.value(column, value))
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
        {(found) => (
          <Checklist
            found={withChosen(found, chosen)}
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

/** The most frequent values; where there are more, those that the search finds among all, once the person stops typing. */
function useValues(
  store: TableStore,
  column: string,
  search: string,
): {
  readonly values: Loadable<Values>
  readonly searching: boolean
  /** Of the search alone: the values that are shown stay. */
  readonly failure: Failure | null
  readonly retry: () => void
} {
  const [frequent, setFrequent] = useState<Loadable<Values>>({ status: 'loading' })
  const [found, setFound] = useState<{ readonly search: string; readonly values: Values } | null>(null)
  const [failed, setFailed] = useState<{ readonly search: string; readonly failure: Failure } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt(attempt + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    const controller = new AbortController()
    // Only reloaded where it failed: what is shown stays while something else is tried again.
    setFrequent((before) => (before.status === 'ready' ? before : { status: 'loading' }))
    store
      .getState()
      .values(column, '', controller.signal)
      .then((value) => setFrequent({ status: 'ready', value }))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setFrequent({ status: 'failed', failure: failureOf(error) })
      })
    return () => controller.abort()
  }, [store, column, attempt])
  const text = search.trim()
  const isCut = frequent.status === 'ready' && frequent.value.more
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    setFailed(null)
    if (!isCut || text === '') return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      store
        .getState()
        .values(column, text, controller.signal)
        .then((values) => setFound({ search: text, values }))
        .catch((error: unknown) => {
          if (!controller.signal.aborted) setFailed({ search: text, failure: failureOf(error) })
        })
    }, typingMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [store, column, isCut, text, attempt])
  const isSearched = isCut && text !== ''
  const answered = isSearched && found?.search === text ? found.values : null
  const values: Loadable<Values> = answered === null ? frequent : { status: 'ready', value: answered }
  const failure = isSearched && failed?.search === text ? failed.failure : null
  return { values, searching: isSearched && answered === null, failure, retry }
}

/** A checked value stays in the list although no row of the query has it any more: else nobody could uncheck it. */
function withChosen(found: Values, chosen: ReadonlySet<Value>): Values {
  const known = new Set(found.values.map(({ value }) => value))
  const missing = [...chosen].filter((value) => !known.has(value)).map((value) => ({ value, rows: 0 }))
  return { ...found, values: [...missing, ...found.values] }
}

interface ChecklistProps {
  readonly found: Values
  readonly search: string
  /** More may be found among all values. */
  readonly searching: boolean
  readonly chosen: ReadonlySet<Value>
  readonly label: (value: Value) => string
  readonly onChange: (chosen: ReadonlySet<Value>) => void
}

function Checklist({ found, search, searching, chosen, label, onChange }: ChecklistProps) {
  const { filter: texts } = useMessages().tables
  const shown = found.values.filter(({ value }) => foldText(label(value)).includes(foldText(search.trim())))
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
      {found.more ? (
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
