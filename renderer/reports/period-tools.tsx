import { Button, Group, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { DayRangeFields } from '../tables/day-field.tsx'
import { type DayRange, isPossible } from '../tables/day-range.ts'
import { type Days, presetDays, presetOfDays, reportPresets } from './report-periods.ts'
import { reportWords } from './report-words.ts'

export interface PeriodToolsProps {
  readonly days: Days
  readonly today: Date
  readonly onDays: (days: Days) => void
}

/** The days of the report, in the person's calendar. */
export function PeriodTools({ days, today, onDays }: PeriodToolsProps) {
  const texts = useMessages().reports
  const chosen = presetOfDays(days, today)
  return (
    <Group gap={4} role="group" aria-label={texts.period}>
      {reportPresets.map((preset) => (
        <Button
          key={preset}
          size="compact-sm"
          variant={chosen === preset ? 'light' : 'default'}
          aria-pressed={chosen === preset}
          onClick={() => onDays(presetDays(preset, today))}
        >
          {texts.presets[preset]}
        </Button>
      ))}
      <OtherDays days={days} own={chosen === null} onDays={onDays} />
    </Group>
  )
}

interface OtherDaysProps {
  readonly days: Days
  /** They are none of the presets. */
  readonly own: boolean
  readonly onDays: (days: Days) => void
}

/** Two days that are asked for together: each alone would ask the service for a period that nobody wants. */
function OtherDays({ days, own, onDays }: OtherDaysProps) {
  const texts = useMessages().reports
  const words = reportWords(texts, useFormat())
  const [opened, setOpened] = useState(false)
  return (
    <Popover position="bottom-start" trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={own ? 'light' : 'default'}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {own ? words.days(days) : texts.other}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.other}>
        {opened ? (
          <DaysForm
            days={days}
            onDays={(wanted) => {
              setOpened(false)
              onDays(wanted)
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}

function DaysForm({ days, onDays }: Pick<OtherDaysProps, 'days' | 'onDays'>) {
  const texts = useMessages().reports
  const [range, setRange] = useState<DayRange>({ from: days.since, to: days.until })
  const isReady = range.from !== null && range.to !== null && isPossible(range)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (range.from !== null && range.to !== null && isReady) onDays({ since: range.from, until: range.to })
      }}
    >
      {/* The button stands beside the fields: their calendars would cover it below them. */}
      <Group gap="sm" w={480} wrap="nowrap" align="flex-start">
        <DayRangeFields labels={texts} days={range} onChange={setRange} />
        <Button type="submit" mt={22} size="sm" flex="none" disabled={!isReady}>
          {texts.show}
        </Button>
      </Group>
    </form>
  )
}
