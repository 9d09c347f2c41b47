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

/** The filter of a column, as it fits its type. Enter filters, Escape leaves everything as it was. */
export function FilterForm({ column, onDone }: FilterFormProps) {
  const { store, words } = useTable()
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
  return (
    <form onSubmit={submit} aria-label={texts.title(words.heading(column))}>
      <Stack gap="sm">
        <Text size="sm" fw={600} truncate>
          {texts.title(words.heading(column))}
        </Text>
        <FilterPart column={column} filter={filter ?? null} onChange={setFilter} />
        <Group justify="space-between">
          <Button variant="subtle" disabled={!before && filter === null} onClick={() => finish(null)}>
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

/** To add a kind of filter: a part of its own, a case here, and its name in `query.ts`. */
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

const choices = ['between', 'contains', 'blank', 'not_blank'] as const

type Choice = (typeof choices)[number]

interface BlankChoiceProps extends FilterPartProps {
  /** The filter that the fields of the range make. */
  readonly range: ColumnFilter | null | undefined
  /** The fields of the range. */
  readonly children: ReactNode
}

/** Whether a range is meant, or a part of the text as it came (also of what is no number or date), or what is missing or there. */
export function RangeOrText({ column, filter, range, children, onChange }: BlankChoiceProps) {
  const { filter: texts } = useMessages().tables
  const [choice, setChoice] = useState<Choice>(choiceNamed(filter?.operator ?? 'between'))
  const [text, setText] = useState(filter && 'text' in filter ? filter.text : '')
  const change = (next: Choice, part: string) => {
    setChoice(next)
    setText(part)
    onChange(makeFilter(next, part))
  }
  const makeFilter = (next: Choice, part: string): ColumnFilter | null | undefined => {
    if (next === 'between') return range
    if (next !== 'contains') return { column: column.key, operator: next }
    return part === '' ? null : { column: column.key, operator: next, text: part }
  }
  return (
    <>
      <NativeSelect
        label={texts.operator}
        size="sm"
        value={choice}
        data={choices.map((value) => ({ value, label: texts.operators[value] }))}
        onChange={(event) => change(choiceNamed(event.currentTarget.value), text)}
      />
      {choice === 'between' ? children : null}
      {choice === 'contains' ? (
        <TextInput
          label={texts.textAsCame}
          value={text}
          maxLength={500}
          data-autofocus
          autoComplete="off"
          onChange={(event) => change(choice, event.currentTarget.value)}
        />
      ) : null}
    </>
  )
}

function choiceNamed(name: string): Choice {
  return choices.find((choice) => choice === name) ?? 'between'
}

interface NumberRange {
  readonly min: number | null
  readonly max: number | null
}

/** A filter of numbers from one to another, both included; or a part of them, or those that are missing. */
function NumberFilter({ column, filter, onChange }: FilterPartProps) {
  const { common } = useMessages()
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
          label={common.fields.from}
          value={range.min ?? ''}
          data-autofocus
          onChange={(value) => change({ ...range, min: numberOf(value) })}
        />
        <NumberInput
          {...field}
          label={common.fields.to}
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

/** Numbers the wrong way round are meant the right way round. */
function numbersBetween(column: string, { min, max }: NumberRange): ColumnFilter | null {
  if (min === null && max === null) return null
  const swapped = min !== null && max !== null && min > max
  return { column, operator: 'between', min: swapped ? max : min, max: swapped ? min : max }
}

const operators = ['contains', 'not_contains', 'equals', 'starts_with', 'ends_with', 'blank', 'not_blank'] as const

type TextOperator = (typeof operators)[number]

/** A filter of text: contains, begins with, is empty and so on. */
function TextFilter({ column, filter, onChange }: FilterPartProps) {
  const { common } = useMessages()
  const { filter: texts } = useMessages().tables
  const [operator, setOperator] = useState<TextOperator>(operatorOf(filter))
  const [text, setText] = useState(filter && 'text' in filter ? filter.text : '')
  const change = (nextOperator: TextOperator, nextText: string) => {
    setOperator(nextOperator)
    setText(nextText)
    onChange(textFilter(column.key, nextOperator, nextText))
  }
  return (
    <>
      <NativeSelect
        label={texts.operator}
        size="sm"
        value={operator}
        data={operators.map((value) => ({ value, label: texts.operators[value] }))}
        onChange={(event) => change(operatorNamed(event.currentTarget.value), text)}
      />
      {operator === 'blank' || operator === 'not_blank' ? null : (
        <TextInput
          label={common.fields.text}
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

function operatorOf(filter: ColumnFilter | null): TextOperator {
  return operatorNamed(filter?.operator ?? 'contains')
}

function operatorNamed(name: string): TextOperator {
  return operators.find((operator) => operator === name) ?? 'contains'
}

function textFilter(column: string, operator: TextOperator, text: string): ColumnFilter | null {
  if (operator === 'blank' || operator === 'not_blank') return { column, operator }
  return text === '' ? null : { column, operator, text }
}

/** A filter of moments by whole days of the person's calendar, both included; or a part of them as they came, or those that are missing. */
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
