import type { CSSProperties, ReactNode } from 'react'

export interface ListColumn {
  readonly label: string
  /** CSS pixels; the column without one takes what is left. */
  readonly width?: number
  /** The same in a narrow window, where the column without a width needs the room. */
  readonly narrowWidth?: number
  /** Numbers stand at the right. */
  readonly number?: boolean
  /** Heard and not seen, such as that of the menus. */
  readonly unseen?: boolean
}

export interface ListTableProps {
  readonly caption: string
  readonly columns: readonly ListColumn[]
  /** Rows; a `tr.list-progress` belongs to the row before it. */
  readonly children: ReactNode
}

/** A list of things that the person opens or does something with, a line each. */
export function ListTable({ caption, columns, children }: ListTableProps) {
  return (
    <table className="list-table figures">
      <caption className="unseen">{caption}</caption>
      <colgroup>
        {columns.map((column) => (
          <col key={column.label} style={widthsOf(column)} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ label, number, unseen }) => (
            <th key={label} scope="col" className={number ? 'list-number' : undefined}>
              {unseen ? <span className="unseen">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** For ui.css, which knows how wide the window is. */
function widthsOf({ width, narrowWidth = width }: ListColumn): CSSProperties | undefined {
  if (width === undefined) return undefined
  return { '--column': `${width}px`, '--column-narrow': `${narrowWidth}px` } as CSSProperties
}
