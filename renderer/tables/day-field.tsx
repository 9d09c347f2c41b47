import { DateInput } from '@mantine/dates'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/en-gb'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { languageStore, useMessages } from '../kernel/messages.ts'

export interface DayFieldProps {
  readonly label: string
  readonly description?: ReactNode
  /** A calendar day as 2026-11-20. */
  readonly value: string | null
  readonly onChange: (day: string | null) => void
  readonly error?: ReactNode
}

/** A day that is typed as 20/11/2026 or picked from a calendar. */
export function DayField({ label, description, value, onChange, error }: DayFieldProps) {
  const language = useStore(languageStore, (state) => state.language)
  const texts = useMessages().tables.day
  return (
    <DateInput
      size="sm"
      label={label}
      description={description}
      error={error}
      value={value}
      onChange={onChange}
      valueFormat="DD/MM/YYYY"
      placeholder={texts.pattern}
      dateParser={parseDay}
      locale={language === 'en' ? 'en-gb' : 'pt-br'}
      firstDayOfWeek={0}
      weekendDays={[]}
      clearable
      clearButtonProps={{ 'aria-label': texts.clear(label) }}
      previousLabel={texts.previousMonth}
      nextLabel={texts.nextMonth}
      popoverProps={{ withinPortal: false }}
    />
  )
}

/** 20/11/2026, 20/11/26, 20112026 or 2026-11-20 as 2026-11-20; null for what is no day of the calendar. */
export function parseDay(text: string): string | null {
  const typed = /^(\d{1,2})[/.\- ]?(\d{1,2})[/.\- ]?(\d{4}|\d{2})$/.exec(text.trim())
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim())
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : [fullYear(typed?.[3]), typed?.[2], typed?.[1]]
  if (!year || !month || !day) return null
  const moment = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  const exists = moment.getUTCMonth() === Number(month) - 1 && moment.getUTCDate() === Number(day)
  return exists ? moment.toISOString().slice(0, 10) : null
}

function fullYear(year: string | undefined) {
  return year?.length === 2 ? `20${year}` : year
}
