import { Tooltip, UnstyledButton } from '@mantine/core'
import { useStore } from 'zustand'
import type { Usage } from '../../preload/contract/account.ts'
import { useFormat } from '../kernel/format.ts'
import { languageStore, useMessages } from '../kernel/messages.ts'
import { amount, monthName } from './month-words.ts'
import { type Metric, type Month, type TrendBar, trendOf } from './months.ts'

export interface TrendViewProps {
  readonly months: readonly Usage[]
  /** The month on screen. */
  readonly chosen: Month
  readonly onMonth: (month: Month) => void
}

const shown: readonly Metric[] = ['entries', 'api_calls', 'storage_mb']

/** The months that were ever opened, as small bars; a bar leads to its month. */
export function TrendView(props: TrendViewProps) {
  return (
    <div className="trends">
      {shown.map((metric) => (
        <Trend key={metric} metric={metric} {...props} />
      ))}
    </div>
  )
}

function Trend({ metric, months, chosen, onMonth }: TrendViewProps & { readonly metric: Metric }) {
  const texts = useMessages().account
  const bars = trendOf(months, metric)
  const most = Math.max(1, ...bars.map(({ used }) => used ?? 0))
  return (
    <section className="trend" aria-label={texts.trendOf(texts.metrics[metric])}>
      <h3 className="trend-title">{texts.metrics[metric]}</h3>
      <ol className="trend-bars">
        {bars.map((bar) => (
          <li key={bar.month}>
            <Bar bar={bar} most={most} metric={metric} chosen={bar.month === chosen} onMonth={onMonth} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface BarProps {
  readonly bar: TrendBar
  readonly most: number
  readonly metric: Metric
  readonly chosen: boolean
  readonly onMonth: (month: Month) => void
}

function Bar({ bar: { month, used }, most, metric, chosen, onMonth }: BarProps) {
  const messages = useMessages()
  const format = useFormat()
  const language = useStore(languageStore, (state) => state.language)
  const texts = messages.account
  const value = used === null ? texts.untold : amount(metric, used, messages, format)
  const label = texts.bar(monthName(month, language), value)
  return (
    <Tooltip label={label}>
      <UnstyledButton className="trend-bar" aria-label={label} aria-pressed={chosen} onClick={() => onMonth(month)}>
        <span className="trend-column" aria-hidden="true">
          <span className="trend-fill" style={{ height: used === null ? 0 : `${Math.max(2, (used / most) * 100)}%` }} />
        </span>
        <span className="trend-month" aria-hidden="true">
          {monthName(month, language, 'short')}
        </span>
      </UnstyledButton>
    </Tooltip>
  )
}
