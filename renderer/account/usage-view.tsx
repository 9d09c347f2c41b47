import { IconAlertTriangle } from '@tabler/icons-react'
import type { Usage } from '../../preload/contract/account.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { amount } from './month-words.ts'
import { type Metric, metrics, type Nearness, nearness, percentOf } from './months.ts'

/** What was used of each limit in a month, with words where a limit is near. */
export function UsageView({ usage }: { readonly usage: Usage }) {
  return (
    <>
      <Warnings usage={usage} />
      <ul className="usage-list">
        {metrics.map((metric) => (
          <UsageBar key={metric} metric={metric} used={usage[metric]} />
        ))}
      </ul>
    </>
  )
}

const isWarning = (state: Nearness) => state === 'near' || state === 'almost' || state === 'reached'

/** The limits that are near, said in words before the bars. */
function Warnings({ usage }: { readonly usage: Usage }) {
  const texts = useMessages().account
  const warnings = metrics.flatMap((metric) => {
    const used = usage[metric]
    const percent = used ? percentOf(used) : null
    const state = nearness(percent)
    return percent !== null && isWarning(state) ? [{ metric, percent, state }] : []
  })
  if (warnings.length === 0) return null
  return (
    <div className="usage-warnings" role="status">
      {warnings.map(({ metric, percent, state }) => (
        <div key={metric} className="usage-warning" data-state={state}>
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
      <li className="usage-bar">
        <div className="usage-words">
          <strong>{name}</strong>
          <span className="dim">{texts.untold}</span>
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
    <li className="usage-bar" data-state={state}>
      <div className="usage-words figures">
        <strong>{name}</strong>
        <span>{words}</span>
        {percent === null ? null : (
          <span className="usage-share">{shareWords(state, percent, used.used, messages)}</span>
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
  switch (state) {
    case 'near':
      return texts.near(percent)
    case 'almost':
      return texts.almost(percent)
    case 'reached':
      return texts.reached(percent)
    default:
      return texts.share(percent)
  }
}
