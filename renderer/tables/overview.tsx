import './overview.css'
import { ActionIcon, Group, ScrollArea, Text, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { type OverviewBlock, overviewBlocks } from '../../preload/values/overview.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { BarList } from '../ui/bar-list.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { valueColor } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { pngOf } from '../ui/picture.ts'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { DaysChart } from './days-chart.tsx'
import { exportTable } from './export-dialog.tsx'
import { fieldKey, figureKey, filtersOf, groupWords, rowsOfGroup } from './groups.ts'
import {
  barsOf,
  columnsOf,
  type DrawnGroups,
  daysOfWeek,
  heatOf,
  hoursOfDay,
  mostBars,
  readDrawn,
} from './overview-data.ts'
import { filterOf, narrows } from './query.ts'
import { useTable, useTableState } from './table-context.ts'
import type { ArrangedColumn, GridRow, GroupChoice } from './table-state.ts'
import type { TableWords } from './words.ts'

interface OverviewProps {
  /** The name of the table, for the pictures that are saved. */
  readonly name: string
}

/** Pictures of the shown rows, beside them. A press on a mark filters the rows by it. */
export function Overview({ name }: OverviewProps) {
  const { store } = useTable()
  const texts = useMessages().tables.overview
  const columns = useTableState((state) => state.columns)
  const view = useTableState((state) => state.view)
  const blocks = overviewBlocks(columns)
  if (!view) return null
  return (
    <aside className="table-details table-overview column" aria-label={texts.title}>
      <Group className="table-details-head" gap={4} wrap="nowrap">
        <Text size="sm" fw={600} flex={1}>
          {texts.title}
        </Text>
        <ActionIcon size="sm" aria-label={texts.close} onClick={() => store.getState().showOverview(false)}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <ScrollArea flex={1} mih={0} type="auto">
        <div className="table-overview-blocks">
          <p className="note">{narrows(view.query) ? texts.ofShown(view.matching) : texts.ofAll(view.matching)}</p>
          {blocks.length === 0 ? <p className="note">{texts.nothing}</p> : null}
          {blocks.map((block) => (
            <Block key={block.id} block={block} name={name} />
          ))}
        </div>
      </ScrollArea>
    </aside>
  )
}

interface BlockProps extends OverviewProps {
  readonly block: OverviewBlock
}

/** One picture with its menu. One that has nothing to show takes no room. */
function Block({ block, name }: BlockProps) {
  const { store } = useTable()
  const messages = useMessages()
  const texts = messages.tables.overview
  const view = useTableState((state) => state.view)
  const part = useRef<HTMLElement>(null)
  const words = useBlockWords()
  const drawn = useLatest<DrawnGroups>(
    ({ signal }) =>
      readDrawn(block, (choice, sort) =>
        store.getState().groupsOf(choice, { sort, without: ownFilter(block) }, signal),
      ),
    [store, view, block.id],
  )
  if (drawn.status === 'ready' && isEmpty(block, drawn.value)) return null
  const choice = drawn.status === 'ready' ? drawn.value.choice : block
  const title = titleOf(choice, words)
  const fileName = `${name} - ${title}`
  const saveNumbers = () =>
    exportTable(store, { query: store.getState().query, grouping: choice, columns: null }, 'csv-excel', fileName)
  const savePicture = async () => {
    if (!part.current) return
    const facts = joinFacts([name, messages.common.rows(view?.matching ?? 0)])
    const saved = await store.getState().savePicture(fileName, await pngOf(part.current, facts))
    if (saved) noticeSaved({ message: texts.saved(saved.name), file: saved.file })
  }
  return (
    <section ref={part} className="table-overview-block" aria-label={title}>
      <div className="row">
        <h2 className="strong grow">{title}</h2>
        <div data-screen-only>
          <DotsMenu
            label={texts.actions(title)}
            width={240}
            quiet
            items={[
              { label: texts.asTable, onClick: () => store.getState().group(choice) },
              { label: texts.savePicture, onClick: () => void savePicture() },
              { label: texts.saveNumbers, onClick: () => void saveNumbers() },
            ]}
          />
        </div>
      </div>
      <LoadableView of={drawn}>{(groups) => <Drawing block={block} drawn={groups} title={title} />}</LoadableView>
    </section>
  )
}

/** Values stay beside the one that the rows are filtered by; moments are drawn within the filter. */
function ownFilter({ drawing, by: [field] }: OverviewBlock): string | null {
  return drawing === 'bars' && field?.unit === null ? field.column : null
}

function isEmpty({ drawing }: OverviewBlock, drawn: DrawnGroups): boolean {
  if (drawing === 'days') return columnsOf(drawn).length === 0
  return drawing === 'bars' ? barsOf(drawn).length === 0 : heatOf(drawn).length === 0
}

interface BlockWords {
  readonly words: TableWords
  heading(key: string): string
  readonly messages: ReturnType<typeof useMessages>
  readonly format: Format
}

function useBlockWords(): BlockWords {
  const { words } = useTable()
  const messages = useMessages()
  const format = useFormat()
  const columns = useTableState((state) => state.columns)
  const named = groupWords(words, columns, messages)
  return { words: named, heading: (key) => named.heading({ key, heading: null }), messages, format }
}

function titleOf({ by, figures }: GroupChoice, { heading, messages, format }: BlockWords): string {
  const [first, second] = by
  if (!first) return ''
  const { units, byUnit } = messages.tables.groups
  if (first.unit && second?.unit) {
    return byUnit(heading(first.column), format.list([units[first.unit], units[second.unit]]))
  }
  return joinFacts([...figures.map((figure) => heading(figureKey(figure))), heading(fieldKey(first))])
}

interface DrawingProps {
  readonly block: OverviewBlock
  readonly drawn: DrawnGroups
  readonly title: string
}

function Drawing(props: DrawingProps) {
  if (props.block.drawing === 'days') return <Days {...props} />
  return props.block.drawing === 'bars' ? <Bars {...props} /> : <Heat {...props} />
}

/** Filters the rows by a group; a press on the one that they are filtered by shows all again. */
function usePick(choice: GroupChoice) {
  const { store } = useTable()
  const query = useTableState((state) => state.query)
  const [field, second] = choice.by
  const isOfValues = field?.unit === null && !second
  const ownChoice = isOfValues ? filterOf(query, field.column) : null
  const filterOfGroup = (group: GridRow) => filtersOf(choice, group)[0] ?? null
  const isChosen = (group: GridRow) =>
    ownChoice !== null && JSON.stringify(filterOfGroup(group)) === JSON.stringify(ownChoice)
  const pick = (group: GridRow | null) => {
    if (!group) return
    const { filter, apply } = store.getState()
    if (isOfValues) void filter(field.column, isChosen(group) ? null : filterOfGroup(group))
    else void apply(rowsOfGroup(query, choice, group))
  }
  return { pick, isChosen, isFiltered: ownChoice !== null }
}

function Days({ drawn, title }: DrawingProps) {
  const { pick } = usePick(drawn.choice)
  return <DaysChart drawn={drawn} title={title} onPick={pick} />
}

function Bars({ drawn, title }: DrawingProps) {
  const { store } = useTable()
  const { words, messages, format } = useBlockWords()
  const columns = useTableState((state) => state.columns)
  const { pick, isChosen, isFiltered } = usePick(drawn.choice)
  const [field] = drawn.choice.by
  const column = columns.find(({ key }) => key === field?.column)
  if (!field || !column) return null
  const bars = barsOf(drawn)
  const shown = bars.slice(0, mostBars)
  const more = drawn.matching - shown.length
  return (
    <BarList
      label={title}
      bars={shown.map(({ cell, amount, share, group }) => ({
        key: JSON.stringify(cell),
        label: labelOf(cell, { ...column, key: fieldKey(field) }, words, messages),
        amount:
          share === null
            ? format.number(rounded(amount))
            : messages.tables.overview.amount(format.number(amount), format.share(share)),
        heard: share === null ? format.number(rounded(amount)) : messages.common.rows(amount),
        value: amount,
        color: valueColor(column.type, String(cell)),
        faint: isFiltered && !isChosen(group),
        onPick: () => pick(group),
      }))}
    >
      {more > 0 && drawn.choice.figures.length === 0 ? (
        <li>
          <UnstyledButton className="note accent" onClick={() => store.getState().group(drawn.choice)}>
            {messages.tables.overview.more(more)}
          </UnstyledButton>
        </li>
      ) : null}
    </BarList>
  )
}

/** A bar shows no more than one decimal of a mean. */
const rounded = (amount: number) => Math.round(amount * 10) / 10

function labelOf(
  cell: GridRow['cells'][string],
  column: Pick<ArrangedColumn, 'key' | 'type'>,
  words: TableWords,
  { common }: ReturnType<typeof useMessages>,
): string {
  return cell === null || cell === undefined || cell === '' ? common.blank : words.value(column, String(cell))
}

/** Weekdays by hours, each filled by its part of the largest. */
function Heat({ drawn, title }: DrawingProps) {
  const { messages } = useBlockWords()
  const { weekdays, hour } = messages.tables.groups
  const { pick } = usePick(drawn.choice)
  const lines = heatOf(drawn)
  const highest = Math.max(1, ...lines.flatMap((line) => line.map((cell) => cell?.rows ?? 0)))
  return (
    <table className="table-overview-heat figures" aria-label={title}>
      <thead>
        <tr>
          <td />
          {hoursOfDay.map((at) => (
            <th key={at} scope="col">
              <span className={at % labelledHours === 0 ? undefined : 'unseen'}>{at}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {daysOfWeek.map((day, line) => (
          <tr key={day}>
            <th scope="row">{weekdays[day]?.slice(0, shortWeekday)}</th>
            {hoursOfDay.map((at) => {
              const cell = lines[line]?.[at] ?? null
              const name = joinFacts([weekdays[day] ?? null, hour(at), messages.common.rows(cell?.rows ?? 0)])
              return (
                <td key={at}>
                  <HeatCell name={name} share={(cell?.rows ?? 0) / highest} onPick={() => pick(cell?.group ?? null)}>
                    {cell?.rows ?? 0}
                  </HeatCell>
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const labelledHours = 6
const shortWeekday = 3
/** The faintest mark is still seen. */
const faintest = 0.12

interface HeatCellProps {
  readonly name: string
  /** 0 to 1. */
  readonly share: number
  readonly onPick: () => void
  readonly children: ReactNode
}

function HeatCell({ name, share, onPick, children }: HeatCellProps) {
  const strength = share === 0 ? 0 : faintest + share * (1 - faintest)
  return (
    <UnstyledButton
      className="table-overview-cell"
      // The table of the same groups has a row for each, which the keyboard reaches.
      tabIndex={-1}
      disabled={share === 0}
      title={name}
      style={{ background: `color-mix(in srgb, var(--accent) ${Math.round(strength * 100)}%, var(--surface-hover))` }}
      onClick={onPick}
    >
      <span className="unseen">{children}</span>
    </UnstyledButton>
  )
}
