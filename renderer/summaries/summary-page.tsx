import './summary.css'
import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type {
  CrossedList,
  SummaryPage,
  SummaryRow,
  SummarySection,
  WaitingPerson,
} from '../../preload/contract/summaries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { rowName, sectionTitle } from '../../preload/messages/summary-words.ts'
import { useApp, useNavigation } from '../kernel/feature.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Chart } from '../ui/chart.tsx'
import { valueColor } from '../ui/mark.tsx'
import { WarningNote } from '../ui/warning-note.tsx'

interface SummaryPageProps {
  readonly name: string
  readonly page: SummaryPage
}

/** The page as it is printed. */
export function SummaryPageView({ name, page }: SummaryPageProps) {
  const { summaries: texts } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { days, before, sheet_name, view_name, connection_name, read_at, is_partial, refresh_failure } = page
  const daysText = ({ from, to }: SummaryPage['days']) => texts.days(format.day(from), format.day(to))
  return (
    <article className="summary-page print-page" aria-label={name}>
      <header>
        <p className="summary-name print-only">{name}</p>
        <p className="strong figures">{texts.compared(daysText(days), daysText(before))}</p>
        <p className="note figures">
          {joinFacts([
            connection_name || null,
            sheet_name,
            view_name,
            read_at ? texts.readAt(format.moment(Date.parse(read_at), now())) : texts.neverRead,
          ])}
        </p>
        {is_partial ? <WarningNote>{texts.partial}</WarningNote> : null}
        {refresh_failure ? <WarningNote>{texts.notRefreshed}</WarningNote> : null}
      </header>
      {page.sections.map((section) => (
        <Section key={`${section.block} ${section.column?.key}`} section={section} />
      ))}
      {page.people && page.people.length > 0 ? <People people={page.people} /> : null}
      {page.lists ? <Lists lists={page.lists} /> : null}
    </article>
  )
}

function Section({ section }: { readonly section: SummarySection }) {
  const messages = useMessages()
  const title = sectionTitle(section, messages)
  if (section.block === 'figures') return <Figures section={section} title={title} />
  if (section.block === 'trend') return <Trend section={section} title={title} />
  return <Values section={section} title={title} />
}

interface SectionProps {
  readonly section: SummarySection
  readonly title: string
}

/** Each figure large, with its value in the period before. */
function Figures({ section, title }: SectionProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.summaries
  return (
    <dl className="summary-figures figures" aria-label={title}>
      {section.rows.map((row) => (
        <div key={row.value}>
          <dt>{rowName(section, row, messages)}</dt>
          <dd>{format.number(row.now)}</dd>
          <dd className="note">
            {row.before === null
              ? texts.atPresent
              : joinFacts([texts.was(format.number(row.before)), changeOf(row, texts.same, format)])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The change since the period before, as +12% or −8%; null without anything before. */
function changeOf({ now, before }: Pick<SummaryRow, 'now' | 'before'>, same: string, format: Format): string | null {
  if (before === null || before === 0) return null
  if (now === before) return same
  const share = (now - before) / before
  return `${share > 0 ? '+' : '−'}${format.share(Math.abs(share))}`
}

const trendHeight = 180

function Trend({ section, title }: SectionProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.summaries
  const total = section.rows.reduce((sum, { now }) => sum + now, 0)
  const dayOf = (at: string | number) => format.day(String(at))
  return (
    <section className="summary-section" aria-label={title}>
      <h2>{title}</h2>
      <p className="summary-legend row note" aria-hidden="true">
        <span className="summary-sign" /> {texts.now} <span className="summary-sign" data-before /> {texts.before}
      </p>
      <Chart
        kind="columns"
        label={joinFacts([title, messages.common.rows(total)])}
        height={trendHeight}
        points={section.rows.map(({ value, now, before }) => ({ at: value ?? '', values: [before, now] }))}
        series={[{ label: texts.before, color: 'var(--line-strong)' }, { label: texts.now }]}
        tickOf={(at) => dayOf(at).slice(0, 'dd/mm'.length)}
        nameOf={dayOf}
        amountOf={format.number}
      />
    </section>
  )
}

/** The values of a column with their bars, beside the period before or the longest wait. */
function Values({ section, title }: SectionProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.summaries
  const { column, rows, more, block } = section
  const highest = Math.max(1, ...rows.map(({ now }) => now))
  const isOfWaits = block === 'waiting'
  const waitOf = ({ hours }: SummaryRow) => (hours === null ? null : waitText(hours, texts))
  const comparisonOf = (row: SummaryRow) =>
    changeOf(row, texts.same, format) ?? (row.before === null ? null : texts.was(format.number(row.before)))
  return (
    <section className="summary-section" aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? <p className="note">{texts.nobodyWaits}</p> : null}
      <table className="summary-table figures" aria-label={title}>
        <colgroup>
          <col />
          <col className="summary-count" />
          <col className="summary-bars" />
          <col className="summary-change" />
        </colgroup>
        <thead className={isOfWaits ? undefined : 'unseen'}>
          <tr>
            <th scope="col">
              <span className="unseen">{texts.columns.line}</span>
            </th>
            <th scope="col" className="number">
              {isOfWaits ? texts.people : texts.columns.now}
            </th>
            <td />
            <th scope="col" className="number">
              {isOfWaits ? texts.longestWait : texts.columns.before}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.value}>
              <th scope="row" className="cut" title={rowName(section, row, messages)}>
                {rowName(section, row, messages)}
              </th>
              <td className="number">{format.number(row.now)}</td>
              <td aria-hidden="true">
                <div className="summary-bar">
                  <span
                    style={{
                      width: `${(row.now / highest) * 100}%`,
                      background: column ? valueColor(column.type, row.value ?? '') : undefined,
                    }}
                  />
                </div>
              </td>
              <td className="number dim">{isOfWaits ? waitOf(row) : comparisonOf(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 ? <p className="note">{texts.more(more)}</p> : null}
    </section>
  )
}

/** Hours below two days, then whole days. */
function waitText(hours: number, { waitHours, waitDays }: Messages['summaries']): string {
  return hours < 48 ? waitHours(Math.floor(hours)) : waitDays(Math.floor(hours / 24))
}

function People({ people }: { readonly people: readonly WaitingPerson[] }) {
  const messages = useMessages()
  const format = useFormat()
  const title = messages.summaries.titles.people
  return (
    <Lines
      title={title}
      headings={[messages.leads.fields.nome, messages.leads.fields.telefone, messages.leads.fields.agente]}
      last={messages.summaries.wait}
      lines={people.map(({ name, phone, agent, hours }, at) => ({
        key: String(at),
        cells: [name, format.phone(phone), agent],
        last: waitText(hours, messages.summaries),
      }))}
    />
  )
}

function Lists({ lists }: { readonly lists: readonly CrossedList[] }) {
  const messages = useMessages()
  const format = useFormat()
  const { go } = useNavigation()
  const { titles, noLists, same } = messages.summaries
  const outcomes = ['com_conversa', 'sem_conversa', 'ausente'] as const
  if (lists.length === 0) {
    return (
      <section className="summary-section" aria-label={titles.lists}>
        <h2>{titles.lists}</h2>
        <p className="note">{noLists}</p>
      </section>
    )
  }
  return (
    <Lines
      title={titles.lists}
      headings={[messages.common.fields.name, ...outcomes.map((outcome) => messages.cruzar.run.figures[outcome])]}
      last={messages.common.fields.rows}
      lines={lists.map(({ run_id, name, rows, outcomes: now, before }) => ({
        key: run_id,
        cells: [
          <UnstyledButton key={run_id} className="accent" onClick={() => go({ screen: 'run', id: run_id })}>
            {name}
          </UnstyledButton>,
          ...outcomes.map((outcome) =>
            joinFacts([
              format.number(now[outcome]),
              before && changeOf({ now: now[outcome], before: before[outcome] }, same, format),
            ]),
          ),
        ],
        last: format.number(rows),
      }))}
    />
  )
}

interface LinesProps {
  readonly title: string
  readonly headings: readonly string[]
  /** The heading of the last column, which has numbers. */
  readonly last: string
  readonly lines: readonly { readonly key: string; readonly cells: readonly ReactNode[]; readonly last: string }[]
}

function Lines({ title, headings, last, lines }: LinesProps) {
  return (
    <section className="summary-section" data-wide aria-label={title}>
      <h2>{title}</h2>
      <table className="summary-table figures" aria-label={title}>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
            <th scope="col" className="number">
              {last}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, cells, last: end }) => (
            <tr key={key}>
              {cells.map((cell, place) => (
                <td key={headings[place]}>{cell}</td>
              ))}
              <td className="number">{end}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
