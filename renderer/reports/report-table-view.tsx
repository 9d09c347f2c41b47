import { Button, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ClipboardEvent as ReactClipboardEvent, useState } from 'react'
import type { ReportTable } from '../../preload/contract/reports.ts'
import { useMessages } from '../kernel/messages.ts'
import { copyShownTable } from '../tables/copy.tsx'
import { ChangeMark } from './change-mark.tsx'
import { isFigure, type ReportWords } from './report-words.ts'
import { type ReportOrder, sortedRows } from './sorted-rows.ts'

export interface ReportTableViewProps {
  readonly table: ReportTable
  readonly words: ReportWords
  readonly title: string
}

const firstShown = 100

/** The table as it came, in any order of its columns. */
export function ReportTableView({ table, words, title }: ReportTableViewProps) {
  const texts = useMessages().reports
  const [order, setOrder] = useState<ReportOrder | null>(null)
  const [all, setAll] = useState(false)
  const rows = sortedRows(table, order)
  const isCompared = rows.some(({ before }) => before !== null)
  const shown = all ? rows : rows.slice(0, firstShown)
  const copy = ({ nativeEvent }: ReactClipboardEvent) =>
    copyShownTable(
      nativeEvent,
      rows.map(({ cells }) => table.columns.map(({ kind }, place) => words.cell(cells[place] ?? null, kind))),
    )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="report-table-scroll" aria-label={texts.tableOf(title)} tabIndex={0} onCopy={copy}>
        <table className="report-table figures">
          <thead>
            <tr>
              {table.columns.map((column, place) => (
                <Heading
                  key={column.key}
                  name={words.heading(column.key)}
                  number={isFigure(column)}
                  descending={order?.place === place ? order.descending : null}
                  onSort={() => setOrder({ place, descending: nextDescending(order, place, isFigure(column)) })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ cells, before, at }) => (
              <tr key={at}>
                {table.columns.map((column, place) => {
                  const cell = cells[place] ?? null
                  const value = words.cell(cell, column.kind)
                  if (place === table.label) {
                    return (
                      <th key={column.key} scope="row">
                        {value}
                      </th>
                    )
                  }
                  return isFigure(column) ? (
                    <td key={column.key} className="report-number">
                      {value}
                      {isCompared ? (
                        <span className="report-change-place">
                          {before ? (
                            <ChangeMark
                              now={cell}
                              before={before[place] ?? null}
                              kind={column.kind}
                              words={words}
                              short
                            />
                          ) : null}
                        </span>
                      ) : null}
                    </td>
                  ) : (
                    <td key={column.key}>{value}</td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > firstShown ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
          {all ? texts.showLess : texts.showAll(rows.length - firstShown)}
        </Button>
      ) : null}
    </>
  )
}

/** Figures are wanted the highest first, names from A. */
function nextDescending(order: ReportOrder | null, place: number, figure: boolean): boolean {
  return order?.place === place ? !order.descending : figure
}

interface HeadingProps {
  readonly name: string
  readonly number: boolean
  readonly descending: boolean | null
  readonly onSort: () => void
}

function Heading({ name, number, descending, onSort }: HeadingProps) {
  const texts = useMessages().reports
  return (
    <th scope="col" className={number ? 'report-number' : undefined} aria-sort={sortWord(descending)}>
      <UnstyledButton className="report-heading" title={texts.sortBy(name)} onClick={onSort}>
        {name}
        {descending === null ? null : <Arrow descending={descending} />}
      </UnstyledButton>
    </th>
  )
}

function sortWord(descending: boolean | null) {
  if (descending === null) return 'none'
  return descending ? 'descending' : 'ascending'
}

function Arrow({ descending }: { readonly descending: boolean }) {
  const Icon = descending ? IconArrowDown : IconArrowUp
  return <Icon size={12} aria-hidden="true" />
}
