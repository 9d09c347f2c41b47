import { Button, Group, NativeSelect, NumberInput, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { ColumnFilter } from '../../preload/contract/table-queries.ts'
import { isIdentifier } from '../../preload/values/names.ts'
import { calendarPeriods, countedPeriods, type Period } from '../../preload/values/periods.ts'
import { useMessages } from '../kernel/messages.ts'
import { DayField, DayRangeFields } from './day-field.tsx'
import { choicesOf, dayOfDraft, draftOf, type FilterDraft, fieldsOf, filterOfDraft } from './filter-draft.ts'
import { filterOf } from './query.ts'
import { useTable } from './table-context.ts'
import type { ArrangedColumn } from './table-state.ts'
import { ValuesField } from './values-filter.tsx'

interface FilterFormProps {
  readonly column: ArrangedColumn
  readonly onDone: () => void
}

/** The filter form for a column's type. Enter applies the filter, Escape changes nothing. */
export function FilterForm({ column, onDone }: FilterFormProps) {
  const { store, words } = useTable()
  const messages = useMessages()
  const texts = messages.tables.filter
  const current = filterOf(store.getState().query, column.key)
  const [filter, setFilter] = useState(() => shownFilter(current, column))
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
        <FilterFields column={column} filter={current} onChange={setFilter} />
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

interface FilterFieldsProps {
  readonly column: ArrangedColumn
  readonly filter: ColumnFilter | null
  /** Null means no filter, such as for an empty field. Undefined means that the fields are not valid. */
  readonly onChange: (filter: ColumnFilter | null | undefined) => void
}

/** The filter of a column before it is changed: what the fields show of it. */
export function shownFilter(filter: ColumnFilter | null, column: ArrangedColumn): ColumnFilter | null | undefined {
  return filter ?? filterOfDraft(draftOf(null, column.type), column)
}

/** What must hold of a column's cells: a choice and the fields that it has. */
export function FilterFields({ column, filter, onChange }: FilterFieldsProps) {
  const { filter: texts } = useMessages().tables
  const choices = choicesOf(column.type)
  const [draft, setDraft] = useState(() => draftOf(filter, column.type))
  const change = (part: Partial<FilterDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    onChange(filterOfDraft(next, column))
  }
  return (
    <>
      <NativeSelect
        label={texts.operator}
        size="sm"
        value={draft.choice}
        data={choices.map((value) => ({ value, label: texts.operators[value] }))}
        onChange={({ currentTarget }) => {
          const choice = choices.find((one) => one === currentTarget.value)
          if (choice) change({ choice })
        }}
      />
      <DraftFields column={column} draft={draft} onChange={change} />
    </>
  )
}

interface DraftFieldsProps {
  readonly column: ArrangedColumn
  readonly draft: FilterDraft
  readonly onChange: (part: Partial<FilterDraft>) => void
}

function DraftFields({ column, draft, onChange }: DraftFieldsProps): ReactNode {
  const messages = useMessages()
  const texts = messages.tables.filter
  const { fields } = messages.common
  switch (fieldsOf(draft.choice, column.type)) {
    case 'none':
      return null
    case 'text':
    case 'pattern': {
      const isPattern = draft.choice === 'matches'
      const text = column.type === 'text' || column.type === 'phone' ? fields.text : texts.textAsCame
      return (
        <TextInput
          label={isPattern ? texts.pattern : text}
          description={isPattern ? texts.patternHint : null}
          value={draft.text}
          maxLength={500}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      )
    }
    case 'values':
      return <ValuesField column={column} values={draft.values} onChange={(values) => onChange({ values })} />
    case 'number':
      return (
        <NumberField
          column={column}
          label={texts.number}
          value={draft.number}
          onChange={(number) => onChange({ number })}
        />
      )
    case 'range':
      return (
        <Group grow gap="sm">
          <NumberField
            column={column}
            label={fields.from}
            value={draft.range.min}
            onChange={(min) => onChange({ range: { ...draft.range, min } })}
          />
          <NumberField
            column={column}
            label={fields.to}
            value={draft.range.max}
            onChange={(max) => onChange({ range: { ...draft.range, max } })}
          />
        </Group>
      )
    case 'day':
      return (
        <DayField
          label={texts.day}
          value={dayOfDraft(draft)}
          onChange={(day) => onChange({ days: { from: day, to: day } })}
        />
      )
    case 'days':
      return (
        <Group grow gap="sm" align="flex-start">
          <DayRangeFields labels={texts} days={draft.days} onChange={(days) => onChange({ days })} />
        </Group>
      )
    case 'period':
      return <PeriodFields period={draft.period} onChange={(period) => onChange({ period })} />
  }
}

interface NumberFieldProps {
  readonly column: ArrangedColumn
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

function NumberField({ column: { key, type }, label, value, onChange }: NumberFieldProps) {
  return (
    <NumberInput
      size="sm"
      hideControls
      label={label}
      value={value ?? ''}
      data-autofocus
      allowDecimal={type !== 'integer'}
      thousandSeparator={isIdentifier(key) ? '' : '.'}
      decimalSeparator=","
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  )
}

const periodNames = [...calendarPeriods, ...countedPeriods, 'last_hours'] as const
/** What the contract takes. */
const mostPeriods = 9999

/** A period that moves with the calendar: its name, and the count of its days or hours. */
function PeriodFields({ period, onChange }: { readonly period: Period; readonly onChange: (period: Period) => void }) {
  const { filter: texts, periods } = useMessages().tables
  const count = 'count' in period ? period.count : 7
  return (
    <Group grow gap="sm" align="flex-end">
      <NativeSelect
        label={texts.period}
        size="sm"
        value={period.name}
        data={periodNames.map((value) => ({ value, label: periods.names[value] }))}
        onChange={({ currentTarget }) => {
          const name = periodNames.find((one) => one === currentTarget.value)
          if (name) onChange(periodOf(name, count))
        }}
      />
      {'count' in period ? (
        <NumberInput
          size="sm"
          label={texts.count}
          value={period.count}
          min={1}
          max={mostPeriods}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => onChange(periodOf(period.name, typeof value === 'number' && value >= 1 ? value : 1))}
        />
      ) : null}
    </Group>
  )
}

function periodOf(name: Period['name'], count: number): Period {
  switch (name) {
    case 'last_days':
    case 'before_days':
    case 'last_hours':
      return { name, count }
    default:
      return { name }
  }
}
