import type { CSSProperties, KeyboardEvent, MouseEvent, ReactNode } from 'react'

export interface ListColumn {
  readonly label: string
  /** CSS pixels; the column without one takes what is left. */
  readonly width?: number
  /** The same in a narrow window, where the column without a width needs the room. */
  readonly narrowWidth?: number
  /** Numbers stand at the right. */
  readonly number?: boolean
  /** For screen readers only, such as that of the menus. */
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

/** A list of things that the person opens or does something with, a line each. */
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

/**
 * A click on the row itself opens it. One that ends a selection of text does not, nor one on what does something else.
 */
function openRow({ target, currentTarget }: MouseEvent<HTMLElement>) {
  // React hands over the clicks of menus and dialogs that stand elsewhere in the page.
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(hasItsOwnClick)) return
  if (document.getSelection()?.isCollapsed === false) return
  target.closest('tr')?.querySelector<HTMLElement>(opener)?.click()
}

/** Arrows go from name to name. */
function goToRow(event: KeyboardEvent<HTMLElement>) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by || !(event.target instanceof HTMLElement) || !event.target.matches(opener)) return
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>(opener)]
  names[names.indexOf(event.target) + by]?.focus()
  event.preventDefault()
}

/** For ui.css, which knows how wide the window is. */
function widthsOf({ width, narrowWidth = width }: ListColumn): CSSProperties | undefined {
  if (width === undefined) return undefined
  return { '--column': `${width}px`, '--column-narrow': `${narrowWidth}px` } as CSSProperties
}
