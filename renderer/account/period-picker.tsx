import { SegmentedControl } from '@mantine/core'
import { MonthPickerInput } from '@mantine/dates'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/en-gb'
import { useStore } from 'zustand'
import { languageStore, useMessages } from '../kernel/messages.ts'
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
  const language = useStore(languageStore, (state) => state.language)
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
      {named ? null : (
        <MonthPickerInput
          size="xs"
          w={180}
          aria-label={texts.pickMonth}
          value={`${month}-01`}
          maxDate={`${monthOf(now)}-01`}
          valueFormat="MMMM [/] YYYY"
          locale={language === 'en' ? 'en-gb' : 'pt-br'}
          popoverProps={{ withinPortal: false }}
          onChange={(day) => day !== null && onPeriod(day.slice(0, 7))}
        />
      )}
    </div>
  )
}
