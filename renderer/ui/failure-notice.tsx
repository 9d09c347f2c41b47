import { Button, Code, Collapse, CopyButton, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import type { Failure } from '../../preload/values/failures.ts'
import { useFormat } from '../kernel/format.ts'
import { useReplaceKey } from './account.tsx'
import { useTexts } from './texts.tsx'

export interface FailureNoticeProps {
  readonly failure: Failure
  /** What stays, such as the date of the rows that are still shown. */
  readonly kept?: ReactNode
  /** Repeats the read. Never a write, since a throttled request is repeated automatically. */
  readonly onRetry?: (() => void) | undefined
  /** Another action, such as "open the connection". */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly onClose?: (() => void) | undefined
}

/** What happened, what was kept and what to do, with the details behind a button. Announced as soon as it appears. */
export function FailureNotice({ failure, kept, onRetry, action, onClose }: FailureNoticeProps) {
  const texts = useTexts()
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  const details = failureDetails(failure)
  const replaceKey = useReplaceKey()
  const throttle = useThrottle(failure, onRetry)
  return (
    <div className="failure-notice card" role="alert">
      <IconAlertTriangle className="failure-notice-icon" size={18} aria-hidden="true" />
      <div className="words">
        {throttle ? (
          // Screen readers announce it once, and not every second.
          <Text size="md" role="timer" aria-live="off">
            {throttle.sentence}
          </Text>
        ) : (
          <Text size="md">{failureSentence(texts, failure)}</Text>
        )}
        {kept ? (
          <Text size="sm" c="dimmed">
            {kept}
          </Text>
        ) : null}
        <Group gap="sm" mt="sm">
          {throttle?.action ? (
            <Button variant="default" onClick={throttle.action.onClick}>
              {throttle.action.label}
            </Button>
          ) : null}
          {onRetry ? (
            <Button variant="default" onClick={onRetry}>
              {texts.common.tryAgain}
            </Button>
          ) : null}
          {replaceKey && failure.code === 'unauthorized' ? (
            <Button variant="default" onClick={replaceKey}>
              {texts.connections.replaceSecret}
            </Button>
          ) : null}
          {action ? (
            <Button variant="default" onClick={action.onClick}>
              {action.label}
            </Button>
          ) : null}
          <Button variant="subtle" aria-expanded={open} aria-controls={detailsId} onClick={() => setOpen(!open)}>
            {open ? texts.common.hideDetails : texts.common.details}
          </Button>
          {onClose ? (
            <Button variant="subtle" onClick={onClose}>
              {texts.common.close}
            </Button>
          ) : null}
        </Group>
        <Collapse expanded={open} id={detailsId} transitionDuration={100}>
          <Group gap="sm" align="flex-start" mt="sm" wrap="nowrap">
            <Code block flex={1}>
              {details}
            </Code>
            <CopyButton value={details}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? texts.common.copied : texts.common.copy}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Collapse>
      </div>
    </div>
  )
}

/** For each failure, when the service answers again (epoch ms), and whether the request is repeated then. */
const throttles = new WeakMap<Failure, { readonly until: number; readonly repeats: boolean }>()
/** Up to this wait, the request is repeated automatically; after a longer one only if the person wants it. */
const shortSeconds = 60
/** The limit of automatic repeats, and the time without one after which counting restarts, in ms. */
const mostRepeats = 6
const calmMs = 5 * 60_000
const repeats = { count: 0, at: 0 }

/**
 * Repeats a throttled request: automatically after a short wait, or after a long one if the person wants it. Null for
 * other failures, and if nothing may be repeated.
 */
function useThrottle(failure: Failure, onRetry: (() => void) | undefined) {
  const { common } = useTexts()
  const format = useFormat()
  const [now, setNow] = useState(Date.now)
  const [chosen, setChosen] = useState<{ readonly failure: Failure; readonly goesOn: boolean } | null>(null)
  const retry = useRef(onRetry)
  retry.current = onRetry
  const isThrottled = failure.code === 'rate_limited' && onRetry !== undefined
  const seconds = Math.ceil(Number(failure.params.seconds)) || shortSeconds
  const isShort = seconds <= shortSeconds
  const throttle = throttles.get(failure) ?? {
    until: openingOf(Date.now() + seconds * 1000, isShort),
    repeats: isShort && (repeats.count < mostRepeats || Date.now() - repeats.at > calmMs),
  }
  if (isThrottled) throttles.set(failure, throttle)
  const { until } = throttle
  const goesOn = chosen?.failure === failure ? chosen.goesOn : throttle.repeats
  useEffect(() => {
    if (!isThrottled) return
    const tick = () => {
      setNow(Date.now())
      if (Date.now() < until) return
      clearInterval(timer)
      if (!goesOn) return
      repeats.count = Date.now() - repeats.at > calmMs ? 1 : repeats.count + 1
      repeats.at = Date.now()
      setChosen({ failure, goesOn: false })
      retry.current?.()
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [isThrottled, failure, until, goesOn])
  if (!isThrottled) return null
  const remaining = format.duration((until - now) / 1000)
  const clock = clockOf(format.dateTime(openingOf(until, false)), format.date(now))
  const choose = (label: string, value: boolean) => ({
    label,
    onClick: () => setChosen({ failure, goesOn: value }),
  })
  if (goesOn) {
    const sentence = isShort ? common.throttle.counting(remaining) : common.throttle.countingUntil(clock, remaining)
    return { sentence, action: choose(common.cancel, false) }
  }
  if (now >= until) return { sentence: common.throttle.over, action: null }
  return { sentence: common.throttle.until(clock), action: choose(common.throttle.tryAt(clock), true) }
}

/** Rounds a time that is shown in minutes up to the next minute. */
function openingOf(at: number, toTheSecond: boolean): number {
  return toTheSecond ? at : Math.ceil(at / 60_000) * 60_000
}

/** A time such as 14:32, with its day if that is not today. */
function clockOf(dateTime: string, today: string): string {
  return dateTime.startsWith(today) ? dateTime.slice(today.length + 1) : dateTime
}

/** The details for support: the code, its values, and the text that main added. */
function failureDetails(failure: Failure): string {
  const values = Object.entries(failure.params).map(([name, value]) => `${name}: ${value}`)
  return [failure.code, ...values, failure.details ?? ''].filter((line) => line !== '').join('\n')
}
