import type { ReportTable } from '../../preload/contract/reports.ts'
import { useMessages } from '../kernel/messages.ts'
import { ChangeMark } from './change-mark.tsx'
import { isFigure, type ReportWords } from './report-words.ts'

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
