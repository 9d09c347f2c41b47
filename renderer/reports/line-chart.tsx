import { useMessages } from '../kernel/messages.ts'
import type { Line } from './line-points.ts'

export interface LineChartProps {
  readonly line: Line
  readonly title: string
}

/** A series over time. The table beside it has every value. */
export function LineChart({ line, title }: LineChartProps) {
  const texts = useMessages().reports
  const { points, lines, first, last, highest } = line
  const path = points.map(({ x, y }) => `${x * 1000},${(1 - y) * 1000}`).join(' ')
  return (
    <div className="report-line" role="img" aria-label={texts.lineSummary(title, points.length, highest)}>
      <div className="report-line-area">
        {lines.map(({ at, words }) => (
          <div key={at} className="report-line-level" style={{ bottom: `${at * 100}%` }}>
            <span className="figures">{words}</span>
          </div>
        ))}
        <svg viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
          <polyline points={path} vectorEffect="non-scaling-stroke" />
        </svg>
      </div>
      <div className="report-line-axis figures">
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </div>
  )
}
