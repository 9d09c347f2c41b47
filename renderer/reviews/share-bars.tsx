import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { sharePhrase } from './shares.ts'

export interface ShareBar {
  /** Names it among the others. */
  readonly key: string
  readonly label: ReactNode
  /** What the label says, for the hover. */
  readonly title: string
  readonly count: number
  /** The accent when absent. */
  readonly color?: string
}

export interface ShareBarsProps {
  readonly title: string
  readonly bars: readonly ShareBar[]
  /** What the shares are of. */
  readonly total: number
  /** Beside the heading, such as a choice of what is counted. */
  readonly tools?: ReactNode
  /** Below the heading. */
  readonly hint?: ReactNode
  readonly wide?: boolean
}

/** So many bars are drawn before the person asks for the rest. */
const firstShown = 8

/** A panel of horizontal bars, each with its number and its share. A table in the markup, for screen readers. */
export function ShareBars({ title, bars, total, tools, hint, wide = false }: ShareBarsProps) {
  const texts = useMessages().reviews.figures
  const id = useId()
  const [all, setAll] = useState(false)
  const shown = all ? bars : bars.slice(0, firstShown)
  const highest = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <section className="figures-panel" aria-labelledby={id} data-wide={wide || undefined}>
      <div className="figures-panel-head">
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {hint ? <p className="figures-hint">{hint}</p> : null}
      {bars.length === 0 ? null : (
        <table className="share-bars figures">
          <thead>
            <tr>
              {[texts.value, texts.count, texts.share].map((heading) => (
                <th key={heading} scope="col">
                  <span className="unseen">{heading}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((bar) => (
              <BarLine key={bar.key} bar={bar} total={total} highest={highest} />
            ))}
          </tbody>
        </table>
      )}
      {bars.length > firstShown ? (
        <Button variant="subtle" size="compact-xs" className="figures-more" onClick={() => setAll(!all)}>
          {all ? texts.showLess : texts.showMore(bars.length - firstShown)}
        </Button>
      ) : null}
    </section>
  )
}

interface BarLineProps {
  readonly bar: ShareBar
  readonly total: number
  readonly highest: number
}

function BarLine({ bar, total, highest }: BarLineProps) {
  const format = useFormat()
  return (
    <tr>
      <th scope="row" title={bar.title}>
        <div className="share-bar-label">{bar.label}</div>
      </th>
      <td className="share-bar-count">{format.number(bar.count)}</td>
      <td>
        <div className="share-bar-part">
          <span className="share-bar-track" aria-hidden="true">
            <span
              data-some={bar.count > 0 || undefined}
              style={{ width: `${(bar.count / highest) * 100}%`, background: bar.color ?? 'var(--accent)' }}
            />
          </span>
          <span className="share-bar-share">{sharePhrase(bar.count, total, format)}</span>
        </div>
      </td>
    </tr>
  )
}
