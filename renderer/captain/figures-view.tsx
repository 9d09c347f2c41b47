import { Autocomplete, Button, Group, Select } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { AnswerView, textIn } from './answer-view.tsx'
import { Markdown, useAnswer } from './captain-context.tsx'
import { fieldName, isObject } from './record-fields.ts'

const perPage = 25

/** What an assistant did in a period: its numbers, their summary in words, and the conversations behind one of them. */
export function FiguresView({ assistant }: { readonly assistant: number }) {
  const texts = useMessages().captain.figures
  const { answer: stats, ask } = useAnswer(`stats ${assistant}`)
  const answered = readyValue(stats)
  /** The period of the figures; the person may have typed another one already. */
  const shown = answered?.query.range ?? '30'
  const [range, setRange] = useState(shown)
  const read = () => ask({ question: 'stats', id: assistant, query: { range } })
  return (
    <div className="captain-view stack">
      <form
        className="captain-bar"
        onSubmit={(event) => {
          event.preventDefault()
          read()
        }}
      >
        <Autocomplete
          label={texts.range}
          description={texts.rangeHint}
          data={['7', '30', '90', '365']}
          value={range}
          w={360}
          onChange={setRange}
        />
        <Button type="submit" disabled={range.trim() === ''}>
          {texts.ask}
        </Button>
      </form>
      <LoadableView of={stats} onRetry={read}>
        {({ answer }) => <StatsView answer={answer} range={shown} />}
      </LoadableView>
      {answered === undefined ? null : (
        <>
          <SummaryView assistant={assistant} range={shown} stats={answered.answer} />
          <DrilldownView assistant={assistant} range={shown} stats={answered.answer} />
        </>
      )}
    </div>
  )
}

function StatsView({ answer, range }: { readonly answer: unknown; readonly range: string }) {
  const texts = useMessages().captain.figures
  const figures = figuresOf(answer)
  return (
    <section aria-label={texts.stats}>
      <h2 className="captain-heading heading">{texts.stats}</h2>
      <p className="dim">{texts.rangeOf(range)}</p>
      {figures.length === 0 ? (
        <AnswerView answer={answer} />
      ) : (
        <dl className="captions flex wraps gap-12">
          {figures.map((figure) => (
            <FigureView key={figure.name} figure={figure} />
          ))}
        </dl>
      )}
    </section>
  )
}

function FigureView({ figure: { name, current, previous, trend } }: { readonly figure: Figure }) {
  const { common } = useMessages()
  const texts = useMessages().captain.figures
  const format = useFormat()
  const shown = (value: number) => format.number(Math.round(value * 10) / 10)
  return (
    <div className="captain-figure card">
      <dt>{fieldName(texts.metrics, name)}</dt>
      <dd>
        <span className="captain-figure-now figures">{current === null ? '—' : shown(current)}</span>
        {previous === null ? null : <span className="dim">{common.was(shown(previous))}</span>}
        {trend === null ? null : (
          <span className="dim">{texts.trend[trend.unit](`${trend.by > 0 ? '+' : ''}${shown(trend.by)}`)}</span>
        )}
      </dd>
    </div>
  )
}

interface OfStatsProps {
  readonly assistant: number
  readonly range: string
  readonly stats: unknown
}

function SummaryView({ assistant, range, stats }: OfStatsProps) {
  const texts = useMessages().captain.figures
  const { answer: summary, ask } = useAnswer(`summary ${assistant} ${range}`)
  const read = () => ask({ question: 'summary', id: assistant, query: { range, ...nestedQuery('stats', stats) } })
  return (
    <section aria-label={texts.summary}>
      <h2 className="captain-heading heading">{texts.summary}</h2>
      <p className="dim">{texts.summaryText}</p>
      <Button variant="default" mt={8} onClick={read}>
        {texts.makeSummary}
      </Button>
      <LoadableView of={summary} onRetry={read}>
        {({ answer }) => {
          const words = textIn(answer)
          return words ? (
            <div className="captain-summary">
              <Markdown text={words} />
            </div>
          ) : (
            <AnswerView answer={answer} />
          )
        }}
      </LoadableView>
    </section>
  )
}

function DrilldownView({ assistant, range, stats }: OfStatsProps) {
  const figures = figuresOf(stats).filter((figure) => !figure.name.includes('.'))
  const texts = useMessages().captain.figures
  const [metric, setMetric] = useState<string | null>(figures[0]?.name ?? null)
  /** The page that was requested last. The shown page is that of the answer. */
  const [requestedPage, setRequestedPage] = useState(1)
  const { answer: rows, ask } = useAnswer(`drilldown ${assistant} ${range} ${metric}`)
  const read = (page: number) => {
    if (metric === null) return
    setRequestedPage(page)
    const query = { metric, range, page: String(page), per_page: String(perPage) }
    ask({ question: 'drilldown', id: assistant, query })
  }
  return (
    <section aria-label={texts.drilldown}>
      <h2 className="captain-heading heading">{texts.drilldown}</h2>
      <Group gap="sm" align="flex-end">
        <Select
          label={texts.metric}
          w={280}
          data={figures.map((figure) => ({ value: figure.name, label: fieldName(texts.metrics, figure.name) }))}
          value={metric}
          allowDeselect={false}
          onChange={setMetric}
        />
        <Button variant="default" disabled={metric === null} onClick={() => read(1)}>
          {texts.seeRows}
        </Button>
      </Group>
      <LoadableView of={rows} onRetry={() => read(requestedPage)}>
        {({ answer, query }) => {
          const page = Number(query.page)
          return (
            <>
              <AnswerView answer={rowsIn(answer)} />
              <Group gap="sm" mt="sm">
                <Button variant="default" disabled={page === 1} onClick={() => read(page - 1)}>
                  {texts.before}
                </Button>
                <span className="figures">{texts.page(page)}</span>
                <Button variant="default" disabled={isLast(answer, page)} onClick={() => read(page + 1)}>
                  {texts.next}
                </Button>
              </Group>
            </>
          )
        }}
      </LoadableView>
    </section>
  )
}

/** The rows of an answer that wraps them; else the whole answer. */
function rowsIn(answer: unknown): unknown {
  if (!isObject(answer)) return answer
  return answer.payload ?? answer.data ?? answer
}

function isLast(answer: unknown, page: number): boolean {
  const rows = rowsIn(answer)
  if (!Array.isArray(rows) || rows.length < perPage) return true
  const meta = isObject(answer) && isObject(answer.meta) ? answer.meta : {}
  return typeof meta.total_count === 'number' && page * perPage >= meta.total_count
}

interface Figure {
  readonly name: string
  readonly current: number | null
  readonly previous: number | null
  /** The change in percent, in percentage points or in its own unit; null if the service sends none. */
  readonly trend: { readonly by: number; readonly unit: 'percent' | 'points' | 'own' } | null
}

/**
 * The numbers of an answer: bare or with their former value, wrapped or not. Those of a group, such as `knowledge`, are
 * named `knowledge.approved` (docs/services.md §7.6).
 */
export function figuresOf(answer: unknown): readonly Figure[] {
  if (!isObject(answer)) return []
  const inner = [answer.payload, answer.data].find(isObject) ?? answer
  return figuresIn('', inner)
}

function figuresIn(group: string, values: Readonly<Record<string, unknown>>): readonly Figure[] {
  return Object.entries(values).flatMap(([key, value]): readonly Figure[] => {
    const name = `${group}${key}`
    if (name === 'range') return []
    if (isObject(value)) {
      const [current, previous] = [numberOf(value.current ?? value.value), numberOf(value.previous)]
      if (current !== null || previous !== null) {
        return [{ name, current, previous, trend: trendOf(name, current, previous, numberOf(value.trend)) }]
      }
      return group === '' ? figuresIn(`${name}.`, value) : []
    }
    const current = numberOf(value)
    return current === null ? [] : [{ name, current, previous: null, trend: null }]
  })
}

/** The service rounds to a tenth. */
const rounding = 0.06

/**
 * Services send some trends in percent and some as a difference. The two numbers decide which, else the name. Where
 * both numbers are known the change is computed from them, so that nothing shown contradicts them.
 */
function trendOf(name: string, current: number | null, previous: number | null, by: number | null): Figure['trend'] {
  if (by === null) return null
  const isRate = /(_rate|_percent|coverage)$/.test(name)
  const difference = isRate ? 'points' : 'own'
  const usual = isRate || name === 'conversation_depth' ? difference : 'percent'
  if (current === null || previous === null) return { by, unit: usual }
  const isDifference = Math.abs(current - previous - by) < rounding
  const isShare = previous !== 0 && Math.abs(((current - previous) / previous) * 100 - by) < rounding
  const matching = isDifference ? difference : 'percent'
  const unit = isDifference === isShare ? usual : matching
  if (unit !== 'percent') return { by: current - previous, unit }
  return previous === 0 ? null : { by: ((current - previous) / Math.abs(previous)) * 100, unit }
}

/**
 * An answer as nested query parameters, `stats[handled][current]=9`, for the request of the summary (docs/services.md
 * §7.6).
 */
export function nestedQuery(name: string, value: unknown): Readonly<Record<string, string>> {
  if (isObject(value)) {
    return Object.assign({}, ...Object.entries(value).map(([key, inner]) => nestedQuery(`${name}[${key}]`, inner)))
  }
  return value === null || value === undefined || Array.isArray(value) ? {} : { [name]: String(value) }
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null
}
