import { Button, Popover, SegmentedControl } from '@mantine/core'
import { MonthPicker } from '@mantine/dates'
import { IconChevronDown } from '@tabler/icons-react'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/en-gb'
import { useState } from 'react'
import { useStore } from 'zustand'
import { languageStore, useMessages } from '../kernel/messages.ts'
import { monthName } from './month-words.ts'
import { type Month, monthOf } from './months.ts'

export interface PeriodPickerProps {
  readonly period: string
  readonly month: Month
  /** Epoch ms. */
  readonly now: number
  readonly onPeriod: (period: string) => void
}

/** The current month, the one before, or any other. */
export function PeriodPicker({ period, month, now, onPeriod }: PeriodPickerProps) {
  const texts = useMessages().account
  const named = period === 'current' || period === 'previous'
  return (
    <div className="usage-periods">
      <SegmentedControl
        size="xs"
        aria-label={texts.period}
        value={named ? period : 'month'}
        onChange={(value) => onPeriod(value === 'month' ? month : value)}
        data={[
          { value: 'current', label: texts.current },
          { value: 'previous', label: texts.previous },
          { value: 'month', label: texts.month },
        ]}
      />
      {named ? null : <MonthChoice month={month} now={now} onMonth={onPeriod} />}
    </div>
  )
}

interface MonthChoiceProps {
  readonly month: Month
  readonly now: number
  readonly onMonth: (month: Month) => void
}

/** Any month up to the present one, from a calendar of months. */
function MonthChoice({ month, now, onMonth }: MonthChoiceProps) {
  const texts = useMessages().account
  const language = useStore(languageStore, (state) => state.language)
  const [open, setOpen] = useState(false)
  const name = monthName(month, language)
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          aria-label={texts.pickMonth(name)}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <MonthPicker
          value={`${month}-01`}
          defaultDate={`${month}-01`}
          maxDate={`${monthOf(now)}-01`}
          locale={language === 'en' ? 'en-gb' : 'pt-br'}
          ariaLabels={{ previousYear: texts.previousYear, nextYear: texts.nextYear }}
          onChange={(day) => {
            setOpen(false)
            if (day !== null) onMonth(day.slice(0, 7))
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
