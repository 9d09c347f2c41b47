import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import type { ChartRow } from './chart-rows.ts'

export interface BarChartProps {
  readonly rows: readonly ChartRow[]
  readonly title: string
}

/** So many bars are drawn before the person asks for the rest. */
const firstShown = 15

/** A bar a row, the longest first, with the one of the period before under it. */
export function BarChart({ rows, title }: BarChartProps) {
  const texts = useMessages().reports
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, firstShown)
  return (
    <>
      <table className="report-bars figures" aria-label={title}>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key}>
              <th scope="row" title={row.name}>
                <div className="report-bar-name">{row.name}</div>
              </th>
              <td className="report-bar-value">{row.value}</td>
              <td>
                <div className="report-bar" aria-hidden="true">
                  <span data-some={row.share > 0 || undefined} style={{ width: `${row.share * 100}%` }} />
                  {row.beforeShare === null ? null : (
                    <span style={{ width: `${row.beforeShare * 100}%` }} data-before />
                  )}
                </div>
                {row.before === null ? null : <span className="unseen">{texts.was(row.before)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > firstShown ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
          {all ? texts.showLess : texts.showAll(rows.length - firstShown)}
        </Button>
      ) : null}
    </>
  )
}
