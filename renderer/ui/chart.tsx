import { lazy, Suspense } from 'react'
import type { ChartPictureProps } from './chart-picture.tsx'

const Picture = lazy(async () => ({ default: (await import('./chart-picture.tsx')).ChartPicture }))

export type ChartProps = ChartPictureProps & {
  /** The picture in one sentence, for screen readers; null if buttons beside it say the same. */
  readonly label: string | null
}

/**
 * The only kind of chart of the app. Its code loads when a chart is first shown; its height is fixed from the start.
 * Its values are also in a table or list: `ChartTable`, or another part of the screen.
 */
export function Chart({ label, ...picture }: ChartProps) {
  const heard = label === null ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const)
  return (
    <div className="chart figures" style={{ height: picture.height }} {...heard}>
      <Suspense fallback={null}>
        <Picture {...picture} />
      </Suspense>
    </div>
  )
}

interface ChartTableProps {
  readonly label: string
  /** The heading of the names, and of each column of numbers. */
  readonly headings: readonly [name: string, ...values: string[]]
  /** Formatted texts. */
  readonly rows: readonly (readonly [name: string, ...values: string[]])[]
}

/** The values of a chart as a table, in its height. */
export function ChartTable({ label, headings, rows }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="chart-table" aria-label={label} tabIndex={0}>
      <table className="plain-figures data-table sticky-head figures">
        <thead>
          <tr>
            {headings.map((heading, place) => (
              <th key={heading} scope="col" className={place > 0 ? 'number' : undefined}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, place) => (
                <td key={headings[place + 1]} className="number">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
