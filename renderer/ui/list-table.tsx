import type { ReactNode } from 'react'

export interface ListColumn {
  readonly label: string
  /** CSS pixels; the column without one takes what is left. */
  readonly width?: number
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
        {columns.map(({ label, width }) => (
          <col key={label} {...(width === undefined ? {} : { style: { width } })} />
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
