import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import { RangeOrText } from './blank-choice.tsx'
import { DayRangeFields } from './day-field.tsx'
import { type DayRange, dayOf, daysOf, isPossible, momentsOf } from './day-range.ts'
import type { FilterPartProps } from './filter-form.tsx'

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
