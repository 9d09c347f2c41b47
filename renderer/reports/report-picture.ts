import type { Report } from '../../preload/contract/reports.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { chartRows, figureRows } from './chart-rows.ts'
import { drawBars, drawLine } from './draw-picture.ts'
import { linePoints } from './line-points.ts'
import { figurePlaces, isSeries, type ReportWords } from './report-words.ts'

export interface PictureDeps {
  readonly texts: Messages['reports']
  readonly words: ReportWords
  /** The account's name, and when the report was read. */
  readonly facts: readonly string[]
}

/** What is on screen as a picture: bars or a line of a column, or the figures of a single row. Null with nothing to draw. */
export function pictureOf(report: Report, metric: number | null, { texts, words, facts }: PictureDeps): string | null {
  const { question, tables, compared } = report
  const table = tables.find((each) => figurePlaces(each).length > 0 && each.rows.length > 0)
  if (!table) return null
  const name = texts.names[question.report]
  const legend = {
    facts: joinFacts([words.days(question), compared && texts.comparedWith(words.days(compared)), ...facts]),
    now: texts.nowLegend,
    before: compared ? texts.beforeLegend : null,
  }
  const places = figurePlaces(table)
  if (table.label === null) return drawBars({ title: name, ...legend }, figureRows(table, places, words))
  const place = metric !== null && places.includes(metric) ? metric : (places[0] ?? 0)
  const title = texts.picture.title(name, words.heading(table.columns[place]?.key ?? ''))
  if (isSeries(table)) return drawLine({ title, ...legend, before: null }, linePoints(table, place, words))
  return drawBars({ title, ...legend }, chartRows(table, place, words))
}
