import { CloseButton, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { isDay } from '../../preload/values/days.ts'
import type { DayRange } from '../../preload/values/periods.ts'
import 'dayjs/locale/pt-br'
import 'dayjs/locale/en-gb'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useStore } from 'zustand'
import { useFormat } from '../kernel/format.ts'
import { languageStore, useMessages } from '../kernel/messages.ts'
import { dayOf, isReversed, looksLikeDay, readDay } from './day-range.ts'

export interface DayFieldProps {
  readonly label: string
  readonly description?: ReactNode
  /** A calendar day as 2026-11-20, or the typed text if it is no day; null for an empty field. */
  readonly value: string | null
  /** Receives the same. The caller checks the value with `isDay` before using it. */
  readonly onChange: (value: string | null) => void
  /** An error of the surrounding form. The field itself shows errors of the text. */
  readonly error?: ReactNode
  /** Whether a period starts with it. A start in the future gets a notice. */
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
  // An incomplete day is no error during typing.
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
    // Closes before the browser moves the focus, so that it goes to the next field and not into the calendar.
    if (event.key === 'Tab') flushSync(() => setOpened(false))
    if (event.key === 'ArrowDown') {
      event.preventDefault()
      flushSync(() => setOpened(true))
      calendar.current?.querySelector<HTMLElement>('td button[tabindex="0"]')?.focus({ preventScroll: true })
    }
  }
  // Handles Escape before the surrounding dialog or panel, so that it closes the calendar only.
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
          // Stops the dialog, which handles the key first (renderer/ui/dialog.tsx).
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
          // Shows the month of a typed day.
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

/** The fields of a period. If the days are reversed, the last one shows the error. */
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
