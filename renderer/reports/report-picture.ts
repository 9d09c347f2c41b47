import type { Report } from '../../preload/contract/reports.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import {
  type ChartRow,
  chartRows,
  figurePlaces,
  figureRows,
  isSeries,
  type Line,
  linePoints,
  type ReportWords,
} from './report-words.ts'

export interface PictureDeps {
  readonly texts: Messages['reports']
  readonly words: ReportWords
  /** The account's name, and when the report was read. */
  readonly facts: readonly string[]
}

/**
 * The shown report as a picture: bars or a line of a column, or the figures of a single row. Null with nothing to draw.
 */
export function pictureOf(report: Report, metric: number | null, { texts, words, facts }: PictureDeps): string | null {
  const { question, tables, compared } = report
  const table = tables.find((each) => figurePlaces(each).length > 0 && each.rows.length > 0)
  if (!table) return null
  const name = texts.names[question.report]
  const legend = {
    facts: joinFacts([words.days(question), compared && texts.comparedWith(words.days(compared)), ...facts]),
    now: texts.nowLegend,
    previous: compared ? texts.beforeLegend : null,
  }
  const places = figurePlaces(table)
  if (table.label === null) return drawBars({ title: name, ...legend }, figureRows(table, places, words))
  const place = metric !== null && places.includes(metric) ? metric : (places[0] ?? 0)
  const title = texts.picture.title(name, words.heading(table.columns[place]?.key ?? ''))
  if (isSeries(table)) return drawLine({ title, ...legend, previous: null }, linePoints(table, place, words))
  return drawBars({ title, ...legend }, chartRows(table, place, words))
}

/** The texts of a picture. */
interface PictureWords {
  readonly title: string
  /** Report, days, account, when it was read. */
  readonly facts: string
  readonly now: string
  /** The legend of the period before; null without a comparison. */
  readonly previous: string | null
}

/** Pictures are put into documents: they are always light, with twice the pixels of the screen. CSS pixels. */
const scale = 2
const width = 1000
const margin = 32
const rowHeight = 30
const headHeight = 92
const lineHeight = 320
const mostRows = 60
const colors = { page: '#ffffff', text: '#211f1c', dim: '#68635b', line: '#e4e0d9', bar: '#0b5f5b', before: '#9fb8b5' }
const family = "'Inter Variable', system-ui, sans-serif"

/** Bars as PNG, base64. At most 60 rows: more would not be readable. */
function drawBars(words: PictureWords, rows: readonly ChartRow[]): string {
  const shown = rows.slice(0, mostRows)
  const { canvas, context } = page(headHeight + shown.length * rowHeight + margin)
  head(context, words)
  const nameWidth = 260
  const valueWidth = 150
  const barLeft = margin + nameWidth + valueWidth + 16
  const barWidth = width - margin - barLeft
  shown.forEach((row, place) => {
    const top = headHeight + place * rowHeight
    write(context, { text: row.name, x: margin, y: top + 19, room: nameWidth })
    write(context, {
      text: row.value,
      x: margin + nameWidth + valueWidth,
      y: top + 19,
      room: valueWidth,
      right: true,
      bold: true,
    })
    fill(context, colors.bar, [barLeft, top + 6, Math.max(row.share > 0 ? 2 : 0, row.share * barWidth), 11])
    if (row.beforeShare !== null) fill(context, colors.before, [barLeft, top + 19, row.beforeShare * barWidth, 5])
  })
  return pngOf(canvas)
}

/** A line as PNG, base64. */
function drawLine(words: PictureWords, { points, timeOf, amountOf }: Line): string {
  const { canvas, context } = page(headHeight + lineHeight + 2 * margin)
  head(context, words)
  const left = margin + 80
  const area = { width: width - margin - left, top: headHeight + 8 }
  const bottom = area.top + lineHeight
  const levels = axisLines(Math.max(0, ...points.map(({ value }) => value)))
  const heightOf = (value: number) => (value / (levels.at(-1) ?? 1)) * lineHeight
  for (const level of levels) {
    const y = bottom - heightOf(level)
    fill(context, colors.line, [left, y, area.width, 1])
    write(context, { text: amountOf(level), x: left - 10, y: y + 4, room: 80, right: true, dim: true })
  }
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 0]
  context.beginPath()
  for (const { at, value } of points) {
    const share = last > first ? (at - first) / (last - first) : 0.5
    context.lineTo(left + share * area.width, bottom - heightOf(value))
  }
  context.strokeStyle = colors.bar
  context.lineWidth = 2
  context.stroke()
  write(context, { text: timeOf(first), x: left, y: bottom + 22, room: 200, dim: true })
  write(context, { text: timeOf(last), x: width - margin, y: bottom + 22, room: 200, right: true, dim: true })
  return pngOf(canvas)
}

function page(height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = width * scale
  canvas.height = height * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.scale(scale, scale)
  fill(context, colors.page, [0, 0, width, height])
  return { canvas, context }
}

function head(context: CanvasRenderingContext2D, { title, facts, now, previous }: PictureWords) {
  write(context, { text: title, x: margin, y: 38, room: width - 2 * margin, bold: true, size: 18 })
  write(context, { text: facts, x: margin, y: 60, room: width - 2 * margin, dim: true })
  if (previous === null) return
  fill(context, colors.bar, [margin, 72, 10, 10])
  write(context, { text: now, x: margin + 16, y: 81, room: 200, dim: true, size: 12 })
  fill(context, colors.before, [margin + 160, 72, 10, 10])
  write(context, { text: previous, x: margin + 176, y: 81, room: 200, dim: true, size: 12 })
}

interface Writing {
  readonly text: string
  /** The left end of the text, or with `right` the right one. */
  readonly x: number
  /** The baseline of the text. */
  readonly y: number
  readonly room: number
  readonly right?: boolean
  readonly bold?: boolean
  readonly dim?: boolean
  readonly size?: number
}

function write(context: CanvasRenderingContext2D, { text, x, y, room, right, bold, dim, size = 13 }: Writing) {
  context.font = `${bold ? 600 : 400} ${size}px ${family}`
  context.fillStyle = dim ? colors.dim : colors.text
  context.textAlign = right ? 'right' : 'left'
  context.fillText(shortened(context, text, room), x, y)
}

function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text
  let beginning = text
  while (beginning !== '' && context.measureText(`${beginning}…`).width > room) beginning = beginning.slice(0, -1)
  return `${beginning}…`
}

function fill(
  context: CanvasRenderingContext2D,
  color: string,
  [x, y, wide, high]: readonly [number, number, number, number],
) {
  context.fillStyle = color
  context.fillRect(x, y, wide, high)
}

function pngOf(canvas: HTMLCanvasElement): string {
  const address = canvas.toDataURL('image/png')
  return address.slice(address.indexOf(',') + 1)
}

/** The horizontal lines of the picture: 0, and round numbers up to one that is at least the highest column. */
function axisLines(highest: number): readonly number[] {
  const rough = Math.max(1, highest) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough)
  const lines = [0]
  while ((lines.at(-1) ?? 0) < highest) lines.push((lines.at(-1) ?? 0) + step)
  return lines.length > 1 ? lines : [0, 1]
}
