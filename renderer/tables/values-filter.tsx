import { Button, Checkbox, Group, ScrollArea, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { failureOf } from '../kernel/ask.ts'
import { useFormat } from '../kernel/format.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { FilterPartProps } from './filter-form.tsx'
import { foldText } from './fold-text.ts'
import type { TableStore } from './table-store.ts'
import type { TableWords } from './words.ts'

export interface ValuesFilterProps extends FilterPartProps {
  readonly store: TableStore
  readonly words: TableWords
}

type Value = string | null
interface Values {
  readonly values: readonly { readonly value: Value; readonly rows: number }[]
  readonly more: boolean
}

/** A filter of values to check, with how many rows have each among those that the other filters let through. */
export function ValuesFilter({ store, words, column, filter, onChange }: ValuesFilterProps) {
  const messages = useMessages()
  const [chosen, setChosen] = useState<ReadonlySet<Value>>(new Set(filter && 'values' in filter ? filter.values : []))
  const values = useValues(store, column.key)
  const choose = (next: ReadonlySet<Value>) => {
    setChosen(next)
    const operator = filter?.operator === 'not_in' ? 'not_in' : 'in'
    onChange(next.size > 0 ? { column: column.key, operator, values: [...next] } : null)
  }
  const label = (value: Value) => (value === null ? messages.tables.blank : words.value(column, value))
  return (
    <LoadableView of={values}>
      {(found) => <Checklist found={withChosen(found, chosen)} chosen={chosen} label={label} onChange={choose} />}
    </LoadableView>
  )
}

function useValues(store: TableStore, column: string): Loadable<Values> {
  const [values, setValues] = useState<Loadable<Values>>({ status: 'loading' })
  useEffect(() => {
    const controller = new AbortController()
    store
      .getState()
      .values(column, controller.signal)
      .then((value) => setValues({ status: 'ready', value }))
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setValues({ status: 'failed', failure: failureOf(error) })
      })
    return () => controller.abort()
  }, [store, column])
  return values
}

/** A checked value stays in the list although no row of the query has it any more: else nobody could uncheck it. */
function withChosen(found: Values, chosen: ReadonlySet<Value>): Values {
  const known = new Set(found.values.map(({ value }) => value))
  const missing = [...chosen].filter((value) => !known.has(value)).map((value) => ({ value, rows: 0 }))
  return { ...found, values: [...missing, ...found.values] }
}

interface ChecklistProps {
  readonly found: Values
  readonly chosen: ReadonlySet<Value>
  readonly label: (value: Value) => string
  readonly onChange: (chosen: ReadonlySet<Value>) => void
}

function Checklist({ found, chosen, label, onChange }: ChecklistProps) {
  const { filter: texts } = useMessages().tables
  const [search, setSearch] = useState('')
  const shown = found.values.filter(({ value }) => foldText(label(value)).includes(foldText(search)))
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
      <TextInput
        size="xs"
        aria-label={texts.searchValues}
        placeholder={texts.searchValues}
        value={search}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
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
        {shown.length === 0 ? (
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
    <div className="table-value">
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
