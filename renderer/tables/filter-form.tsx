import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import { isIdentifier } from './cells.ts'
import { DayRangeFields } from './day-field.tsx'
import { type DayRange, dayOf, daysOf, isPossible, momentsOf } from './day-range.ts'
import { filterKind, filterOf } from './query.ts'
import { useTable } from './table-context.ts'
import type { ArrangedColumn } from './table-state.ts'
import { type FilterPartProps, ValuesFilter } from './values-filter.tsx'

export interface FilterFormProps {
  readonly column: ArrangedColumn
  readonly onDone: () => void
}

/** The filter form for a column's type. Enter applies the filter, Escape changes nothing. */
export function FilterForm({ column, onDone }: FilterFormProps) {
  const { store, words } = useTable()
  const messages = useMessages()
  const texts = messages.tables.filter
  const current = filterOf(store.getState().query, column.key)
  const [filter, setFilter] = useState<ColumnFilter | null | undefined>(current)
  const finish = (chosen: ColumnFilter | null) => {
    void store.getState().filter(column.key, chosen)
    onDone()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (filter !== undefined) finish(filter)
  }
  return (
    <form onSubmit={submit} aria-label={texts.title(words.heading(column))}>
      <Stack gap="sm">
        <Text size="sm" fw={600} truncate>
          {texts.title(words.heading(column))}
        </Text>
        <FilterPart column={column} filter={filter ?? null} onChange={setFilter} />
        <Group justify="space-between">
          <Button variant="subtle" disabled={!current && filter === null} onClick={() => finish(null)}>
            {messages.common.clear}
          </Button>
          <Button type="submit" disabled={filter === undefined}>
            {texts.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** A new kind of filter needs a component, a case here, and its name in `query.ts`. */
function FilterPart(part: FilterPartProps) {
  switch (filterKind(part.column.type)) {
    case 'text':
      return <TextFilter {...part} />
    case 'number':
      return <NumberFilter {...part} />
    case 'time':
      return <TimeFilter {...part} />
    case 'values':
      return <ValuesFilter {...part} />
  }
}

const textOperators = ['contains', 'not_contains', 'equals', 'starts_with', 'ends_with', 'blank', 'not_blank'] as const
const rangeOperators = ['between', 'contains', 'blank', 'not_blank'] as const

type Operator = (typeof textOperators)[number] | 'between'

interface OperatorFilterProps extends FilterPartProps {
  /** The operators of the column's type. The first is the default. */
  readonly operators: readonly [Operator, ...Operator[]]
  /** The label of the text field. */
  readonly label: string
  /** The filter that the fields of the range make. */
  readonly range?: ColumnFilter | null | undefined
  /** The fields of the range. */
  readonly children?: ReactNode
}

/** An operator with its fields: a text, two values of a range, or none for empty and filled. */
function OperatorFilter({ column, filter, operators, label, range, children, onChange }: OperatorFilterProps) {
  const { filter: texts } = useMessages().tables
  const named = (name: string | undefined) => operators.find((each) => each === name) ?? operators[0]
  const [operator, setOperator] = useState<Operator>(named(filter?.operator))
  const [text, setText] = useState(filter && 'text' in filter ? filter.text : '')
  const filterOfFields = (next: Operator, nextText: string): ColumnFilter | null | undefined => {
    if (next === 'between') return range
    if (next === 'blank' || next === 'not_blank') return { column: column.key, operator: next }
    return nextText === '' ? null : { column: column.key, operator: next, text: nextText }
  }
  const change = (next: Operator, nextText: string) => {
    setOperator(next)
    setText(nextText)
    onChange(filterOfFields(next, nextText))
  }
  return (
    <>
      <NativeSelect
        label={texts.operator}
        size="sm"
        value={operator}
        data={operators.map((value) => ({ value, label: texts.operators[value] }))}
        onChange={(event) => change(named(event.currentTarget.value), text)}
      />
      {operator === 'between' ? children : null}
      {operator === 'between' || operator === 'blank' || operator === 'not_blank' ? null : (
        <TextInput
          label={label}
          value={text}
          maxLength={500}
          data-autofocus
          autoComplete="off"
          onChange={(event) => change(operator, event.currentTarget.value)}
        />
      )}
    </>
  )
}

interface RangeOrTextProps extends FilterPartProps, Required<Pick<OperatorFilterProps, 'range' | 'children'>> {}

/** Chooses between a range, a part of the text as it came (also if it is no number or date), empty, and filled. */
function RangeOrText(props: RangeOrTextProps) {
  return <OperatorFilter operators={rangeOperators} label={useMessages().tables.filter.textAsCame} {...props} />
}

/** A filter of text: contains, begins with, is empty and so on. */
function TextFilter(props: FilterPartProps) {
  return <OperatorFilter operators={textOperators} label={useMessages().common.fields.text} {...props} />
}

interface NumberRange {
  readonly min: number | null
  readonly max: number | null
}

/** A filter by a range of numbers, both ends included, or by text, or by missing values. */
function NumberFilter({ column, filter, onChange }: FilterPartProps) {
  const { fields: texts } = useMessages().common
  const [range, setRange] = useState<NumberRange>(filter?.operator === 'between' ? filter : { min: null, max: null })
  const change = (next: NumberRange) => {
    setRange(next)
    onChange(numbersBetween(column.key, next))
  }
  const field = {
    size: 'sm',
    hideControls: true,
    allowDecimal: column.type === 'number',
    thousandSeparator: isIdentifier(column.key) ? '' : '.',
    decimalSeparator: ',',
  } as const
  return (
    <RangeOrText column={column} filter={filter} range={numbersBetween(column.key, range)} onChange={onChange}>
      <Group grow gap="sm">
        <NumberInput
          {...field}
          label={texts.from}
          value={range.min ?? ''}
          data-autofocus
          onChange={(value) => change({ ...range, min: numberOf(value) })}
        />
        <NumberInput
          {...field}
          label={texts.to}
          value={range.max ?? ''}
          onChange={(value) => change({ ...range, max: numberOf(value) })}
        />
      </Group>
    </RangeOrText>
  )
}

function numberOf(value: number | string): number | null {
  return typeof value === 'number' ? value : null
}

/** Reversed numbers are swapped. */
function numbersBetween(column: string, { min, max }: NumberRange): ColumnFilter | null {
  if (min === null && max === null) return null
  const swapped = min !== null && max !== null && min > max
  return { column, operator: 'between', min: swapped ? max : min, max: swapped ? min : max }
}

/**
 * A filter of moments by whole days of the person's calendar, both ends included, or by text, or by missing values.
 */
export function TimeFilter({ column, filter, onChange }: FilterPartProps) {
  const { filter: texts } = useMessages().tables
  const [days, setDays] = useState<DayRange>(filter?.operator === 'between' ? daysOf(filter) : { from: null, to: null })
  const change = (range: DayRange) => {
    setDays(range)
    onChange(daysBetween(column.key, range))
  }
  return (
    <RangeOrText column={column} filter={filter} range={daysBetween(column.key, days)} onChange={onChange}>
      <Group grow gap="sm" align="flex-start">
        <DayRangeFields labels={texts} days={days} onChange={change} />
      </Group>
      <Group gap={4}>
        {presets(new Date()).map(([name, range]) => (
          <Button key={name} variant="default" size="compact-xs" onClick={() => change(range)}>
            {texts.days[name]}
          </Button>
        ))}
      </Group>
    </RangeOrText>
  )
}

function presets(now: Date): (readonly ['today' | 'last7' | 'last30' | 'month', DayRange])[] {
  const to = dayOf(now)
  const daysAgo = (days: number) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
  return [
    ['today', { from: to, to }],
    ['last7', { from: daysAgo(6), to }],
    ['last30', { from: daysAgo(29), to }],
    ['month', { from: dayOf(new Date(now.getFullYear(), now.getMonth(), 1)), to }],
  ]
}

/** Undefined while the fields hold no possible period. */
function daysBetween(column: string, days: DayRange): ColumnFilter | null | undefined {
  if (!isPossible(days)) return undefined
  return days.from || days.to ? { column, operator: 'between', ...momentsOf(days) } : null
}
