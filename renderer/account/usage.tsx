import 'dayjs/locale/pt-br'
import 'dayjs/locale/en-gb'
import { Button, Popover, SegmentedControl, Tooltip, UnstyledButton } from '@mantine/core'
import { MonthPicker } from '@mantine/dates'
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Usage } from '../../preload/contract/form-service.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { languageStore, useMessages } from '../kernel/messages.ts'
import {
  amount,
  type Metric,
  type Month,
  metrics,
  monthName,
  monthOf,
  type Nearness,
  nearness,
  percentOf,
  type TrendBar,
  trendOf,
} from './months.ts'

/** The use of each limit in a month, with a warning where a limit is near. */
export function UsageView({ usage }: { readonly usage: Usage }) {
  return (
    <>
      <Warnings usage={usage} />
      <ul className="usage-list card plain-list">
        {metrics.map((metric) => (
          <UsageBar key={metric} metric={metric} used={usage[metric]} />
        ))}
      </ul>
    </>
  )
}

/** Sentences above the bars for limits that are nearly reached. */
function Warnings({ usage }: { readonly usage: Usage }) {
  const texts = useMessages().account
  const warnings = metrics.flatMap((metric) => {
    const used = usage[metric]
    const percent = used ? percentOf(used) : null
    const state = nearness(percent)
    return percent === null || state === 'fine' ? [] : [{ metric, percent, state }]
  })
  if (warnings.length === 0) return null
  return (
    <div className="stack" role="status">
      {warnings.map(({ metric, percent, state }) => (
        <div key={metric} className="usage-warning warning-note text-14" data-state={state}>
          <IconAlertTriangle size={18} aria-hidden="true" />
          {texts.warning(texts.metrics[metric], percent)}
        </div>
      ))}
    </div>
  )
}

interface UsageBarProps {
  readonly metric: Metric
  readonly used: Usage[Metric]
}

function UsageBar({ metric, used }: UsageBarProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.account
  const name = texts.metrics[metric]
  if (used === null) {
    return (
      <li className="usage-bar stack gap-6">
        <div className="flex gap-12 baseline">
          <strong>{name}</strong>
          <span className="dim">{messages.common.notGiven}</span>
        </div>
      </li>
    )
  }
  const percent = percentOf(used)
  const state = nearness(percent)
  const words =
    percent === null
      ? texts.usedUnlimited(amount(metric, used.used, messages, format))
      : texts.usedOf(amount(metric, used.used, messages, format), amount(metric, used.limit, messages, format))
  return (
    <li className="usage-bar stack gap-6" data-state={state}>
      <div className="flex gap-12 baseline figures">
        <strong>{name}</strong>
        <span>{words}</span>
        {percent === null ? null : (
          <span className="usage-share at-end dim">{shareWords(state, percent, used.used, messages)}</span>
        )}
      </div>
      {percent === null ? null : (
        // biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in the colours of the app
        <div
          className="usage-track"
          role="meter"
          aria-label={name}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.min(100, percent)}
          aria-valuetext={`${words}, ${texts.share(percent)}`}
        >
          <span style={{ width: used.used > 0 ? `max(2px, ${Math.min(100, percent)}%)` : 0 }} />
        </div>
      )}
    </li>
  )
}

function shareWords(state: Nearness, percent: number, used: number, { account: texts }: Messages): string {
  if (percent === 0 && used > 0) return texts.underOne
  const { near, almost, reached, share } = texts
  return { near, almost, reached, fine: share, none: share }[state](percent)
}

interface TrendViewProps {
  readonly months: readonly Usage[]
  readonly chosen: Month
}

const shown: readonly Metric[] = ['entries', 'api_calls', 'storage_mb']

/** The months that were ever read, as small bars. Pressing a bar shows its month. */
export function TrendView(props: TrendViewProps) {
  return (
    <div className="trends">
      {shown.map((metric) => (
        <Trend key={metric} metric={metric} {...props} />
      ))}
    </div>
  )
}

function Trend({ metric, months, chosen }: TrendViewProps & { readonly metric: Metric }) {
  const texts = useMessages().account
  const bars = trendOf(months, metric)
  const max = Math.max(1, ...bars.map(({ used }) => used ?? 0))
  return (
    <section className="trend pad-12 card" aria-label={texts.trendOf(texts.metrics[metric])}>
      <h3 className="mb-8 text-13 strong">{texts.metrics[metric]}</h3>
      <ol className="trend-bars plain-list">
        {bars.map((bar) => (
          <li key={bar.month}>
            <Bar bar={bar} max={max} metric={metric} chosen={bar.month === chosen} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface BarProps {
  readonly bar: TrendBar
  readonly max: number
  readonly metric: Metric
  readonly chosen: boolean
}

function Bar({ bar: { month, used }, max, metric, chosen }: BarProps) {
  const { choose } = useStore(useFeature('account'))
  const messages = useMessages()
  const format = useFormat()
  const language = useStore(languageStore, (state) => state.language)
  const texts = messages.account
  const value = used === null ? messages.common.notGiven : amount(metric, used, messages, format)
  const label = texts.bar(monthName(month, language), value)
  return (
    <Tooltip label={label}>
      <UnstyledButton
        className="trend-bar stack"
        aria-label={label}
        aria-pressed={chosen}
        onClick={() => void choose(month)}
      >
        <span className="trend-column" aria-hidden="true">
          <span className="trend-fill" style={{ height: used === null ? 0 : `${Math.max(2, (used / max) * 100)}%` }} />
        </span>
        <span className="trend-month" aria-hidden="true">
          {monthName(month, language, 'short')}
        </span>
      </UnstyledButton>
    </Tooltip>
  )
}

/** The current month, the one before, or any other. `month` is on screen. */
export function PeriodPicker({ month }: { readonly month: Month }) {
  const { account: texts, common } = useMessages()
  const { period, choose } = useStore(useFeature('account'))
  const named = period === 'current' || period === 'previous'
  return (
    <div className="flex gap-8 at-end">
      <SegmentedControl
        size="xs"
        aria-label={common.fields.period}
        value={named ? period : 'month'}
        onChange={(value) => void choose(value === 'month' ? month : value)}
        data={[
          { value: 'current', label: texts.current },
          { value: 'previous', label: texts.previous },
          { value: 'month', label: texts.month },
        ]}
      />
      {named ? null : <MonthChoice month={month} />}
    </div>
  )
}

/** Any month up to the present one, from a calendar of months. */
function MonthChoice({ month }: { readonly month: Month }) {
  const { now } = useApp()
  const { choose } = useStore(useFeature('account'))
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
          maxDate={`${monthOf(now())}-01`}
          locale={language === 'en' ? 'en-gb' : 'pt-br'}
          ariaLabels={{ previousYear: texts.previousYear, nextYear: texts.nextYear }}
          onChange={(day) => {
            setOpen(false)
            if (day !== null) void choose(day.slice(0, 7))
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
