import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'

export interface ListColumn {
  readonly label: string
  /** CSS pixels. The column without a width takes the rest. */
  readonly width?: number
  /** The width in a narrow window, where the column without a width needs the room. */
  readonly narrowWidth?: number
  /** Whether the column is aligned at the right, as for numbers. */
  readonly number?: boolean
  /** Whether the heading is for screen readers only, such as that of the menus. */
  readonly unseen?: boolean
}

export interface ListTableProps {
  readonly caption: string
  readonly columns: readonly ListColumn[]
  /**
   * Rows. A click anywhere on a row is one on its `button.list-name`, and a row without one opens nothing; a
   * `tr.list-progress` belongs to the row before it.
   */
  readonly children: ReactNode
}

/** A list of items, one row each, that the person opens or acts on. */
export function ListTable({ caption, columns, children }: ListTableProps) {
  return (
    <table className="list-table card figures">
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
      <tbody onClick={openRow} onKeyDown={goToRow}>
        {children}
      </tbody>
    </table>
  )
}

const opener = 'button.list-name'
const hasItsOwnClick = 'a, button, input, label, select, textarea, [role="menu"], [role="dialog"]'

/** Opens a row by a click. A click that ends a selection of text does not open it, nor one on another control. */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>) {
  // React also passes clicks in menus and dialogs that are elsewhere on the page.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(hasItsOwnClick)) return
  if (document.getSelection()?.isCollapsed === false) return
  target.closest('tr')?.querySelector<HTMLElement>(opener)?.click()
}

/** Moves the focus between names by arrows. */
function goToRow(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by || !(event.target instanceof HTMLElement) || !event.target.matches(opener)) return
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>(opener)]
  names[names.indexOf(event.target) + by]?.focus()
  event.preventDefault()
}

/** The widths as CSS variables, since ui.css depends on the width of the window. */
function widthsOf({ width, narrowWidth = width }: ListColumn): CSSProperties | undefined {
  if (width === undefined) return undefined
  return { '--column': `${width}px`, '--column-narrow': `${narrowWidth}px` } as CSSProperties
}
