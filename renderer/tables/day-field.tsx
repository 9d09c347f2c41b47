import { CloseButton, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { isDay } from '../../preload/values/days.ts'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/en-gb'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { useFormat } from '../kernel/format.ts'
import { languageStore, useMessages } from '../kernel/messages.ts'
import { type DayRange, dayOf, isReversed, looksLikeDay, readDay } from './day-range.ts'

export interface DayFieldProps {
  readonly label: string
  readonly description?: ReactNode
  /** A calendar day as 2026-11-20, or what was typed where that is no day; null for an empty field. */
  readonly value: string | null
  /** Receives the same. Whoever takes the value asks `isDay` before using it. */
  readonly onChange: (value: string | null) => void
  /** Of the form around it; the field shows errors of the text itself. */
  readonly error?: ReactNode
  /** A period starts with it: a day in the future is pointed out. */
  readonly isStart?: boolean
  readonly required?: boolean
  readonly 'data-autofocus'?: boolean
  readonly disabled?: boolean
}

/**
 * A day that is typed as 20/11/2026 or picked from a calendar, which the arrow down enters and Tab passes by. The text
 * stays as it was typed until it is a day of the calendar: it is never corrected, completed or turned into another day.
 */
export function DayField({ label, description, value, onChange, error, isStart = false, ...input }: DayFieldProps) {
  const format = useFormat()
  const language = useStore(languageStore, (state) => state.language)
  const texts = useMessages().tables.day
  /** The text while it is edited. */
  const [typed, setTyped] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const day = value !== null && isDay(value) ? value : null
  const text = typed ?? (day === null ? (value ?? '') : format.day(day))
  // Half a day is no mistake while it is being typed.
  const isWhole = looksLikeDay(text)
  const isWrong = value !== null && day === null && (typed === null || isWhole)
  const wrong = isWhole ? texts.impossible : texts.unreadable
  const notice = isStart && day !== null && day > dayOf(new Date()) ? texts.future : null
  const field = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLDivElement>(null)
  const take = (next: string | null) => {
    setTyped(null)
    onChange(next)
    field.current?.focus()
    setOpened(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      setTyped(null)
      setOpened(false)
    }
    // The next field has the focus, and not a day of the calendar that closes.
    if (event.key === 'Tab') flushSync(() => setOpened(false))
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      flushSync(() => setOpened(true))
      calendar.current?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus({ preventScroll: true })
    }
  }
  // Before the dialog or the panel around it handles the key: one Escape closes the calendar only.
  useEffect(() => {
    if (!opened) return
    const onWindowKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return
      event.stopPropagation()
      field.current?.focus()
      setOpened(false)
    }
    window.addEventListener('keydown', onWindowKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onWindowKeyDown, { capture: true })
  }, [opened])
  return (
    <Popover
      opened={opened}
      onDismiss={() => setOpened(false)}
      closeOnEscape={false}
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
      withinPortal={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <TextInput
          ref={field}
          size="sm"
          label={label}
          description={notice ?? description}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          error={isWrong ? wrong : error}
          value={text}
          placeholder={texts.pattern}
          maxLength={30}
          autoComplete="off"
          // For the dialog, which handles the key first (renderer/ui/dialog.tsx).
          data-mantine-stop-propagation={opened || undefined}
          rightSection={
            text !== '' && !input.disabled ? (
              <CloseButton size="sm" tabIndex={-1} aria-label={texts.clear(label)} onClick={() => take(null)} />
            ) : null
          }
          {...input}
          onChange={(event) => {
            const next = event.currentTarget.value
            setTyped(next)
            setOpened(true)
            onChange(next.trim() === '' ? null : (readDay(next) ?? next))
          }}
          onClick={() => setOpened(true)}
          onBlur={({ relatedTarget }) => {
            setTyped(null)
            if (!calendar.current?.contains(relatedTarget)) setOpened(false)
          }}
          onKeyDown={onKeyDown}
        />
      </Popover.Target>
      <Popover.Dropdown
        ref={calendar}
        onMouseDown={(event) => event.preventDefault()}
        onBlur={({ currentTarget, relatedTarget: next }) => {
          if (next && next !== field.current && !currentTarget.contains(next)) setOpened(false)
        }}
      >
        <DatePicker
          // The month of a typed day comes into view.
          key={day?.slice(0, 7)}
          size="sm"
          value={day}
          {...(day === null ? {} : { defaultDate: day })}
          onChange={take}
          locale={language === 'en' ? 'en-gb' : 'pt-br'}
          firstDayOfWeek={0}
          weekendDays={[]}
          ariaLabels={{ previousMonth: texts.previousMonth, nextMonth: texts.nextMonth }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

export interface DayRangeFieldsProps {
  readonly labels: { readonly from: string; readonly to: string }
  readonly description?: ReactNode
  readonly days: DayRange
  readonly onChange: (days: DayRange) => void
}

/** The first and the last day of a period; reversed days are refused under the last one. */
export function DayRangeFields({ labels, description, days, onChange }: DayRangeFieldsProps) {
  const texts = useMessages().tables.day
  return (
    <>
      <DayField
        label={labels.from}
        description={description}
        value={days.from}
        onChange={(from) => onChange({ ...days, from })}
        isStart
      />
      <DayField
        label={labels.to}
        description={description}
        value={days.to}
        onChange={(to) => onChange({ ...days, to })}
        error={isReversed(days) ? texts.reversed : null}
      />
    </>
  )
}
