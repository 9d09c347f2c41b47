import { Button } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReportCell, ReportColumn, ReportTable } from '../../preload/contract/reports.ts'
import { useMessages } from '../kernel/messages.ts'
import { type ChartRow, changeOf, isFigure, type Line, type ReportWords } from './report-words.ts'

export interface FigureTilesProps {
  readonly table: ReportTable
  readonly words: ReportWords
  readonly title: string
}

/** A single row of figures, each large, with what it was in the period before. */
export function FigureTiles({ table, words, title }: FigureTilesProps) {
  const texts = useMessages().reports
  const [row] = table.rows
  if (!row) return null
  return (
    <dl className="report-tiles figures" aria-label={title}>
      {table.columns.map((column, place) => {
        const cell = row.cells[place] ?? null
        const before = row.before?.[place] ?? null
        return (
          <div key={column.key} className="report-tile" data-small={!isFigure(column) || undefined}>
            <dt>{words.heading(column.key)}</dt>
            <dd>{cell === null ? <span className="dim">{texts.nothing}</span> : words.cell(cell, column.kind)}</dd>
            {isFigure(column) && before !== null ? (
              <dd className="report-tile-before">
                {texts.was(words.cell(before, column.kind))}
                <ChangeMark now={cell} before={before} kind={column.kind} words={words} />
              </dd>
            ) : null}
          </div>
        )
      })}
    </dl>
  )
}

interface BarChartProps {
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
                <div className="cut">{row.name}</div>
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

interface LineChartProps {
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
      <div className="report-line-axis note figures">
        <span>{first}</span>
        <span>{last}</span>
      </div>
    </div>
  )
}

interface ChangeMarkProps {
  readonly now: ReportCell
  readonly before: ReportCell
  readonly kind: ReportColumn['kind']
  readonly words: ReportWords
  /** The number alone, where many stand below one another; the words are for screen readers and in the hover. */
  readonly short?: boolean
}

/** How much more or less than before, without a judgement: more is better of some figures and worse of others. */
export function ChangeMark({ now, before, kind, words, short = false }: ChangeMarkProps) {
  const share = changeOf(now, before)
  if (share === null) return null
  const changeText = words.change(now, before, kind)
  const isSame = changeText === words.change(before, before, kind)
  return (
    <span className="report-change note" title={short ? changeText : undefined}>
      <ChangeIcon share={isSame ? 0 : share} />
      {short ? (
        <>
          <span aria-hidden="true">{isSame ? '' : words.percent(share)}</span>
          <span className="unseen">{changeText}</span>
        </>
      ) : (
        changeText
      )}
    </span>
  )
}

function ChangeIcon({ share }: { readonly share: number }) {
  if (share === 0) return <IconEqual size={12} aria-hidden="true" />
  return share > 0 ? (
    <IconArrowUpRight size={12} aria-hidden="true" />
  ) : (
    <IconArrowDownRight size={12} aria-hidden="true" />
  )
}
