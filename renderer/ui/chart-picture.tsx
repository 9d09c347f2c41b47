import '@mantine/charts/styles.css'
import { BarChart, LineChart } from '@mantine/charts'
import { ResponsiveContainer, Sankey } from 'recharts'

interface ChartBase {
  /** In pixels. */
  readonly height: number
}

/** Values over time: columns for periods, a line for moments. */
interface TimeChart extends ChartBase {
  readonly kind: 'columns' | 'line'
  /** In order: a key of the axis, or epoch ms for a line, and a value for each series. */
  readonly points: readonly { readonly at: string | number; readonly values: readonly (number | null)[] }[]
  /** The meaning of each value of a point. The default color is the accent. */
  readonly series: readonly { readonly label: string; readonly color?: string }[]
  /** A short text under the axis. */
  tickOf(at: string | number): string
  /** The points with a text under the axis. The default is all that have room. */
  readonly ticks?: readonly (string | number)[]
  /** The text of a point under the mouse. */
  nameOf(at: string | number): string
  amountOf(value: number): string
  /** A moment of a line that is marked, with its word. */
  readonly marked?: { readonly at: number; readonly label: string }
  /** A press gives the index of the nearest point. Those of a line are then shown as dots. */
  readonly onPick?: (place: number) => void
}

/** Moves of rows between groups, with a band for each move. */
interface FlowChart extends ChartBase {
  readonly kind: 'flow'
  readonly nodes: readonly { readonly name: string; readonly color: string }[]
  /** `from` and `to` are indexes of nodes. */
  readonly bands: readonly {
    readonly from: number
    readonly to: number
    readonly value: number
    readonly color: string
    readonly strong: boolean
    readonly label: string
    readonly onPick: () => void
  }[]
}

export type ChartPictureProps = TimeChart | FlowChart

export function ChartPicture(props: ChartPictureProps) {
  return props.kind === 'flow' ? <Flow {...props} /> : <OverTime {...props} />
}

function OverTime({ kind, height, points, series, ticks, tickOf, nameOf, amountOf, marked, onPick }: TimeChart) {
  const highest = Math.max(1, ...points.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const shared = {
    h: height,
    data: points.map(({ at, values }) => ({ at, values })),
    dataKey: 'at',
    series: series.map(({ label, color = 'var(--accent)' }, place) => ({ name: `values.${place}`, label, color })),
    valueFormatter: amountOf,
    // The picture has one label and no stops inside, since a table beside it has the values.
    accessibilityLayer: false,
    gridColor: 'var(--line)',
    textColor: 'var(--text-dim)',
    strokeDasharray: '0',
    tickLine: 'none' as const,
    // At most as many whole steps as the highest value, since more would make the columns low. A low picture has no
    // room for the labels of more than three.
    yAxisProps: {
      allowDecimals: false,
      width: 'auto' as const,
      tickMargin: 8,
      tickCount: Math.min(height < 160 ? 3 : 5, Math.floor(highest) + 1),
    },
    tooltipProps: {
      labelFormatter: (_: unknown, [point]: readonly { payload?: { at: string | number } }[]) =>
        point?.payload ? nameOf(point.payload.at) : '',
    },
  }
  const axis = { tickFormatter: tickOf, minTickGap: 24, ...(ticks && { ticks }) }
  if (kind === 'columns') {
    return (
      <BarChart
        {...shared}
        xAxisProps={{ ...axis, interval: 'preserveStart' }}
        maxBarWidth={40}
        // A value of one stays visible beside thousands, and zero draws nothing.
        barProps={{ minPointSize: (value) => (value ? 2 : 0) }}
        barChartProps={{ barCategoryGap: '8%', ...picksOf(onPick) }}
      />
    )
  }
  return (
    <LineChart
      {...shared}
      xAxisProps={{
        ...axis,
        type: 'number',
        scale: 'time',
        domain: ['dataMin', 'dataMax'],
        // A press beside the first or last point counts as well.
        ...(onPick && { padding: { left: 20, right: 20 } }),
      }}
      curveType="linear"
      withDots={points.length === 1 || onPick !== undefined}
      connectNulls={false}
      {...(marked && {
        referenceLines: [{ x: marked.at, label: marked.label, labelPosition: 'top', color: 'var(--text-dim)' }],
      })}
      lineChartProps={{
        ...(marked && { margin: { top: 20 } }),
        ...picksOf(onPick),
      }}
    />
  )
}

function picksOf(onPick: TimeChart['onPick']) {
  if (!onPick) return {}
  return {
    className: 'chart-picks',
    onClick({ activeTooltipIndex: place }: { readonly activeTooltipIndex?: number | string | null | undefined }) {
      if (place !== undefined && place !== null) onPick(Number(place))
    },
  }
}

const nodeWidth = 8

function Flow({ height, nodes, bands }: FlowChart) {
  return (
    <ResponsiveContainer height={height}>
      <Sankey
        data={{
          nodes: nodes.map(({ name, color }) => ({ name, color })),
          links: bands.map(({ from, to, value }) => ({ source: from, target: to, value })),
        }}
        // Keeps the given order.
        iterations={0}
        sort={false}
        nodeWidth={nodeWidth}
        nodePadding={3}
        margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
        node={({ x, y, width, height: high, payload, index }) => (
          <rect x={x} y={y} width={width} height={Math.max(high, 1)} fill={nodes[index]?.color}>
            <title>{payload.name}</title>
          </rect>
        )}
        link={({ sourceX, sourceY, sourceControlX, targetX, targetY, targetControlX, linkWidth, index }) => {
          const band = bands[index]
          const half = Math.max(linkWidth, 1) / 2
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the same is a button beside it
            <path
              className="chart-band"
              data-strong={band?.strong || undefined}
              fill={band?.color}
              d={[
                `M${sourceX},${sourceY - half}`,
                `C${sourceControlX},${sourceY - half} ${targetControlX},${targetY - half} ${targetX},${targetY - half}`,
                `L${targetX},${targetY + half}`,
                `C${targetControlX},${targetY + half} ${sourceControlX},${sourceY + half} ${sourceX},${sourceY + half}`,
                'Z',
              ].join(' ')}
              onClick={band?.onPick}
            >
              <title>{band?.label}</title>
            </path>
          )
        }}
      />
    </ResponsiveContainer>
  )
}
