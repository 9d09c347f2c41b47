import { ActionIcon, Button, Group, ScrollArea, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ColumnFilter } from '../../preload/contract/table-queries.ts'
import type { ColumnStatistics } from '../../preload/contract/tables.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { BarList } from '../ui/bar-list.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { cellText } from './cells.ts'
import { narrows } from './query.ts'
import { useTable, useTableState } from './table-context.ts'
import type { ArrangedColumn } from './table-state.ts'

interface ColumnSummaryProps {
  /** Called when the panel is closed from inside. The focus returns to the column. */
  readonly onClose: (column: string) => void
}

/** A panel beside the grid with what a column holds in the shown rows. A press on a value filters by it. */
export function ColumnSummary({ onClose }: ColumnSummaryProps) {
  const column = useTableState(({ columns, summary }) => columns.find(({ key }) => key === summary))
  return column ? <Panel key={column.key} column={column} onClose={() => onClose(column.key)} /> : null
}

function Panel({ column, onClose }: { readonly column: ArrangedColumn; readonly onClose: () => void }) {
  const { store, words } = useTable()
  const texts = useMessages().tables.summary
  const view = useTableState((state) => state.view)
  const [tries, setTries] = useState(0)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])
  const statistics = useLatest<ColumnStatistics>(
    ({ signal }) => store.getState().statistics(column.key, signal),
    [store, view, column.key, tries],
  )
  const heading = words.heading(column)
  const filter = (chosen: ColumnFilter) => {
    // The pressed button goes with the figures that it belongs to.
    panel.current?.focus({ preventScroll: true })
    void store.getState().filter(column.key, chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <aside
      ref={panel}
      className="table-details column"
      aria-label={texts.title(heading)}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Group className="table-details-head" gap={4} wrap="nowrap">
        <Text size="sm" fw={600} flex={1} truncate title={heading}>
          {heading}
        </Text>
        <ActionIcon size="sm" aria-label={texts.close} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <ScrollArea flex={1} mih={0} type="auto">
        <LoadableView of={statistics} onRetry={() => setTries(tries + 1)}>
          {(value) => (
            <Statistics
              column={column}
              statistics={value}
              isPart={view !== null && narrows(view.query)}
              onFilter={filter}
            />
          )}
        </LoadableView>
      </ScrollArea>
    </aside>
  )
}

interface StatisticsProps {
  readonly column: ArrangedColumn
  readonly statistics: ColumnStatistics
  /** Whether search and filters leave rows out. */
  readonly isPart: boolean
  readonly onFilter: (filter: ColumnFilter) => void
}

function Statistics({ column, statistics, isPart, onFilter }: StatisticsProps) {
  const { words } = useTable()
  const texts = useMessages().tables.summary
  const format = useFormat()
  const { rows, filled, distinct, misfits, frequent, bins, unit } = statistics
  const { key } = column
  const misfitWords = column.type === 'time' ? texts.misfits.time : texts.misfits.number
  const isVaried = (frequent[0]?.rows ?? 0) > 1
  return (
    <div className="table-summary">
      <p className="note">{isPart ? texts.ofShown(rows) : texts.ofAll(rows)}</p>
      <dl className="figures">
        <Fact label={texts.filled} value={format.number(filled)} />
        <Fact label={texts.empty} value={format.number(rows - filled)} />
        <Fact label={texts.distinct} value={format.number(distinct)} />
        {limits(statistics, column, { words, format }).map(({ name, value }) => (
          <Fact key={name} label={texts[name]} value={value} />
        ))}
      </dl>
      {misfits > 0 ? (
        <Button size="compact-xs" variant="default" onClick={() => onFilter({ column: key, operator: 'misfit' })}>
          {misfitWords(misfits)}
        </Button>
      ) : null}
      {bins.length > 1 ? (
        <Bars
          title={texts.distributions[unit ?? 'number']}
          bars={bins.map(({ from, to, days, rows: count }) => ({
            label: days ? daysText(days, unit, format) : texts.span(format.number(from), format.number(to)),
            rows: count,
            filter: { column: key, operator: 'between', min: from, max: to, ...(days ? { days } : {}) },
          }))}
          onFilter={onFilter}
        />
      ) : null}
      {isVaried ? (
        <Bars
          title={texts.frequent}
          bars={frequent.map(({ value, rows: count }) => ({
            label: value === null ? texts.empty : valueText(value, column, { words, format }),
            rows: count,
            filter: isNumber(column)
              ? { column: key, operator: 'equal', value: Number(value) }
              : { column: key, operator: 'in', values: [value] },
          }))}
          onFilter={onFilter}
        />
      ) : null}
      {!isVaried && distinct > 1 && frequent.length > 0 ? <p className="note">{texts.allDiffer}</p> : null}
    </div>
  )
}

type By = Parameters<typeof cellText>[2]

const isNumber = ({ type }: ArrangedColumn) => type === 'integer' || type === 'number'

/** A value as its cells show it. */
function valueText(value: string, column: ArrangedColumn, by: By): string {
  return cellText(isNumber(column) ? Number(value) : value, column, by)
}

function limits({ minimum, maximum, sum, mean }: ColumnStatistics, column: ArrangedColumn, by: By) {
  const text = (value: number) => (column.type === 'time' ? by.format.dateTime(value) : cellText(value, column, by))
  const facts = [
    { name: 'minimum', value: minimum === null ? null : text(minimum) },
    { name: 'maximum', value: maximum === null ? null : text(maximum) },
    { name: 'sum', value: sum === null ? null : by.format.number(sum) },
    { name: 'mean', value: mean === null ? null : by.format.number(mean) },
  ] as const
  return facts.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
}

/** 20/11/2026, 11/2026 or 2026. */
function daysText({ from }: { readonly from: string }, unit: ColumnStatistics['unit'], format: Format): string {
  if (unit === 'day') return format.day(from)
  return unit === 'month' ? format.day(from).slice('20/'.length) : from.slice(0, '2026'.length)
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className="table-summary-fact">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

interface Bar {
  readonly label: string
  readonly rows: number
  readonly filter: ColumnFilter
}

interface BarsProps {
  readonly title: string
  readonly bars: readonly Bar[]
  readonly onFilter: (filter: ColumnFilter) => void
}

function Bars({ title, bars, onFilter }: BarsProps) {
  const { common } = useMessages()
  const format = useFormat()
  return (
    <section aria-label={title}>
      <h3 className="strong note">{title}</h3>
      <BarList
        label={title}
        bars={bars.map(({ label, rows, filter }) => ({
          key: JSON.stringify(filter),
          label,
          amount: format.number(rows),
          heard: common.rows(rows),
          value: rows,
          onPick: () => onFilter(filter),
        }))}
      />
    </section>
  )
}
