import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Chart } from '../ui/chart.tsx'
import { columnsOf, type DrawnGroups } from './overview-data.ts'
import type { GridRow } from './table-state.ts'

const height = 132

interface DaysChartProps {
  readonly drawn: DrawnGroups
  readonly title: string
  /** Null for a period without rows. */
  readonly onPick: (group: GridRow | null) => void
}

/** Rows over time, a column for each period. A press gives its group. */
export function DaysChart({ drawn, title, onPick }: DaysChartProps) {
  const messages = useMessages()
  const format = useFormat()
  const [field] = drawn.choice.by
  const columns = columnsOf(drawn)
  const isOfDays = field?.unit === 'day' || field?.unit === 'week'
  const nameOf = (at: string | number) => {
    if (field?.unit === 'hour') return messages.tables.groups.hour(Number(at))
    return isOfDays ? format.day(String(at)) : String(at).split('-').reverse().join('/')
  }
  const isOfOneYear = new Set(columns.map(({ at }) => String(at).slice(0, 'yyyy'.length))).size === 1
  const total = columns.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <Chart
      kind="columns"
      label={joinFacts([title, messages.common.rows(total)])}
      height={height}
      points={columns.map(({ at, rows }) => ({ at, values: [rows] }))}
      series={[{ label: messages.tables.groups.rows }]}
      tickOf={(at) => (isOfDays && isOfOneYear ? nameOf(at).slice(0, 'dd/mm'.length) : nameOf(at))}
      nameOf={nameOf}
      amountOf={format.number}
      onPick={(place) => onPick(columns[place]?.group ?? null)}
    />
  )
}
