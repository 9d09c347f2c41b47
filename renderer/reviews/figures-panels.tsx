import { Button, Select } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { TableColumn } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { sharesOf } from '../kernel/shares.ts'
import type { FiguresStore } from './figures-store.ts'
import { TableHead } from './team-parts.tsx'

interface ShareBar {
  readonly label: string
  /** It counts entries without a value; dimmed. */
  readonly isMissing?: boolean
  readonly count: number
  /** By default the accent. */
  readonly color?: string
}

interface ShareBarsProps {
  readonly title: string
  readonly bars: readonly ShareBar[]
  /** The total that the shares refer to. */
  readonly total: number
  /** Beside the heading, such as a choice of what is counted. */
  readonly tools?: ReactNode
  /** Below the heading. */
  readonly hint?: ReactNode
  readonly wide?: boolean
}

/** Bars that are shown before "show more". */
const firstShown = 8

/** A panel of horizontal bars, each with its number and as long as its share. For screen readers it is a table. */
export function ShareBars({ title, bars, total, tools, hint, wide = false }: ShareBarsProps) {
  const { common } = useMessages()
  const texts = useMessages().reviews.figures
  const id = useId()
  const [all, setAll] = useState(false)
  const shown = all ? bars : bars.slice(0, firstShown)
  const counts = bars.map(({ count }) => count)
  const shares = sharePhrases(counts, total, useFormat())
  return (
    <section className="panel narrows pad-12-16 card" aria-labelledby={id} data-wide={wide || undefined}>
      <div className="panel-head row">
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {hint ? <p className="mb-8 note">{hint}</p> : null}
      {bars.length === 0 ? null : (
        <table className="share-bars figures">
          <TableHead
            columns={[texts.value, common.fields.entries, texts.share].map((label) => ({
              label,
              unseen: true,
            }))}
          />
          <tbody>
            {shown.map((bar, place) => (
              <BarLine key={`${bar.isMissing} ${bar.label}`} {...bar} share={shares[place] ?? ''} total={total} />
            ))}
          </tbody>
        </table>
      )}
      {bars.length > firstShown ? (
        <Button variant="subtle" size="compact-xs" className="figures-more" onClick={() => setAll(!all)}>
          {all ? common.showLess : common.showOthers(bars.length - firstShown)}
        </Button>
      ) : null}
    </section>
  )
}

interface BarLineProps extends ShareBar {
  readonly share: string
  readonly total: number
}

function BarLine({ label, isMissing, count, color = 'var(--accent)', share, total }: BarLineProps) {
  const format = useFormat()
  return (
    <tr>
      <th scope="row" title={label}>
        <div className={isMissing ? 'cut dim' : 'cut'}>{label}</div>
      </th>
      <td className="strong to-right">{format.number(count)}</td>
      <td>
        <div className="share-bar-part row">
          <span className="share-bar-track" aria-hidden="true">
            <span
              data-some={count > 0 || undefined}
              style={{ width: `${Math.min(1, count / Math.max(1, total)) * 100}%`, background: color }}
            />
          </span>
          <span className="share-bar-share note">{share}</span>
        </div>
      </td>
    </tr>
  )
}

/** 12,4% of a total: shares that add up. A tiny share is shown as less than the smallest one. */
export function sharePhrases(counts: readonly number[], total: number, format: Format): readonly string[] {
  const shares = sharesOf(counts, total, 1)
  return counts.map((count, index) => {
    const share = shares[index] ?? 0
    return share === 0 && count > 0 && total > 0 ? `<${format.number(0.1)}%` : `${format.number(share)}%`
  })
}

/** A raw value as plain text. A missing one is dimmed. */
export function plainBar({ value, count }: EntryFigures['sources'][number], missing: string): ShareBar {
  if (value !== null && value.trim() !== '') return { label: value, count }
  return { label: missing, isMissing: true, count, color: 'var(--line-strong)' }
}

/** The time from arrival to decision: the median as a figure, and how many entries in each band. */
export function ReviewTimePanel({ time }: { readonly time: EntryFigures['review_hours'] }) {
  const texts = useMessages().reviews.figures
  const format = useFormat()
  const bands = bandPhrases(time.bands, texts, format)
  const total = bands.reduce((sum, { count }) => sum + count, 0)
  return (
    <ShareBars
      title={texts.reviewTime}
      total={total}
      bars={total === 0 ? [] : bands}
      tools={
        time.median === null ? null : (
          <span className="review-median note figures" title={texts.medianHint}>
            <strong>{timePhrase(time.median, texts, format)}</strong> {texts.median}
          </span>
        )
      }
      hint={total === 0 ? texts.noDecision : null}
    />
  )
}

type Texts = Messages['reviews']['figures']

/** 35 min, 5,2 h, 3 dias. Takes hours. */
export function timePhrase(hours: number, texts: Texts, format: Format): string {
  if (hours < 1) return texts.minutes(format.number(Math.max(1, Math.round(hours * 60))))
  if (hours < 48) return texts.hours(format.number(rounded(hours)))
  const days = rounded(hours / 24)
  return texts.days(format.number(days), days === 1)
}

/** The limits of bands are whole: a day is shown as one day, not as 24 hours. */
function limitPhrase(hours: number, texts: Texts, format: Format): string {
  if (!isDays(hours)) return timePhrase(hours, texts, format)
  return texts.days(format.number(hours / 24), hours === 24)
}

const isDays = (hours: number) => hours >= 24 && hours % 24 === 0

const rounded = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

/** The bands in words, in their order: "até 1 h", "1 h a 4 h", …, "mais de 7 dias". */
export function bandPhrases(bands: EntryFigures['review_hours']['bands'], texts: Texts, format: Format) {
  return bands.map(({ up_to, count }, index) => {
    const from = bands[index - 1]?.up_to ?? null
    return { label: bandPhrase(from, up_to, texts, format), count }
  })
}

function bandPhrase(from: number | null, to: number | null, texts: Texts, format: Format): string {
  if (to === null) return from === null ? texts.value : texts.moreThan(limitPhrase(from, texts, format))
  const limit = limitPhrase(to, texts, format)
  if (from === null) return texts.upTo(limit)
  // "2 a 3 dias": the unit is shown once if both are equal.
  const start =
    isDays(from) === isDays(to) ? format.number(isDays(from) ? from / 24 : from) : limitPhrase(from, texts, format)
  return texts.between(start, limit)
}

interface FieldPanelProps {
  readonly store: FiguresStore
  readonly figures: Pick<EntryFigures, 'field' | 'field_more' | 'total'>
  readonly wide: boolean
}

/** The values of the chosen answer or metadata; empty where the table has no such field. */
export function FieldPanel({ store, figures, wide }: FieldPanelProps) {
  const { common } = useMessages()
  const texts = useMessages().reviews.figures
  const { fields, field } = useStore(store)
  if (fields.length === 0) return null
  const values = figures.field ?? []
  const bars = values.map((value) => plainBar(value, texts.blank))
  // An entry may have several values in one answer: shares are of the values, where all of them are counted here.
  const sum = values.reduce((sum, { count }) => sum + count, 0)
  const note = figures.field_more ? texts.mostFrequent(values.length) : null
  const groups = [
    { group: texts.answers, items: itemsOf(fields, 'campo:') },
    { group: common.fields.metadata, items: itemsOf(fields, 'meta:') },
  ]
  return (
    <ShareBars
      wide={wide}
      title={texts.byField}
      total={figures.field_more ? figures.total : sum}
      bars={field === null ? [] : bars}
      tools={
        <Select
          w={220}
          size="xs"
          aria-label={common.fields.field}
          placeholder={texts.chooseField}
          value={field}
          data={groups.filter(({ items }) => items.length > 0)}
          searchable={fields.length > 8}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => void store.getState().show(chosen)}
        />
      }
      hint={field === null ? texts.chooseField : note}
    />
  )
}

function itemsOf(fields: readonly TableColumn[], kind: 'campo:' | 'meta:') {
  const chosen = fields.filter(({ key }) => key.startsWith(kind))
  return chosen.map(({ key, heading }) => ({ value: key, label: heading ?? key.slice(kind.length) }))
}
