import { UnstyledButton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
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
  /** A sign beside each heading of numbers that has one. */
  readonly signs?: readonly ReactNode[]
  /** The index of the row that the screen is about. Its name is no button. */
  readonly current?: number
  /** Makes the names buttons that give the index of their row. */
  readonly onPick?: (place: number) => void
}

/** The values of a chart as a table, in its height. */
export function ChartTable({ label, headings, rows, signs, current, onPick }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="chart-table" aria-label={label} tabIndex={0}>
      <table className="plain-figures data-table sticky-head figures">
        <thead>
          <tr>
            {headings.map((heading, place) => (
              <th key={heading} scope="col" className={place > 0 ? 'number' : undefined}>
                {place > 0 ? signs?.[place - 1] : null}
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values], row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may have equal names, and never move
            <tr key={row} aria-current={row === current || undefined}>
              <th scope="row">
                {onPick && row !== current ? (
                  <UnstyledButton className="chart-pick accent" onClick={() => onPick(row)}>
                    {name}
                  </UnstyledButton>
                ) : (
                  name
                )}
              </th>
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
