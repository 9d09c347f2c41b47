import type { CopiedKeys, KeyKind } from '../../../preload/contract/tables.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import { digitsOf } from '../../phones/phones.ts'
import type { Column } from '../columns/column.ts'
import { shownCell } from './copy-text.ts'
import type { KeyOfRow, Table } from './table.ts'

/** Columns that have keys without a type that says so. Columns of people have these names in every table. */
const named: Readonly<Record<KeyKind, readonly string[]>> = {
  phone: ['telefone_digitos', 'lead_telefone_digitos'],
  email: ['email', 'lead_email'],
}

/** The kinds of keys by which the people of a table's rows are reached. */
export function keyKindsOf(table: Table): KeyKind[] {
  return (['phone', 'email'] as const).filter((kind) => keysOf(table, kind) !== null)
}

/**
 * The key of each row: the one that the table itself gives, or the first filled one of its columns of phones or
 * e-mails. Null where the table has none.
 */
export function keysOf(table: Table, kind: KeyKind): KeyOfRow | null {
  if (table.keys !== undefined) return table.keys === null ? null : table.keys[kind]
  const columns = table.order.flatMap(({ key, type }) => {
    const isOfKind = named[kind].includes(key) || (kind === 'phone' && type === 'phone')
    return (isOfKind && table.columns.get(key)) || []
  })
  return columns.length === 0 ? null : (row) => firstKey(columns, row, kind)
}

/** The first of the cells that is a key at all: a text without a digit is no phone, and one without an @ no e-mail. */
export function firstKey(columns: readonly Column[], row: number, kind: KeyKind): string {
  for (const column of columns) {
    const text = column.text(row).trim()
    if (kind === 'phone' ? /\d/.test(text) : text.includes('@')) return text
  }
  return ''
}

const yieldEvery = 1024

/**
 * The keys of rows as text for the clipboard, one a line, in the order of the rows, each once: phones are compared by
 * their digits, e-mails without case. A key is plain, and what Excel would run gets its apostrophe.
 */
export function* copyKeys(rows: Uint32Array, keyOf: KeyOfRow, kind: KeyKind): InterruptibleWork<CopiedKeys> {
  const copiedKeys = new Set<string>()
  const lines: string[] = []
  let without = 0
  for (let at = 0; at < rows.length; at++) {
    if (at % yieldEvery === yieldEvery - 1) yield
    const key = keyOf(rows[at] as number)
    if (key === '') {
      without++
      continue
    }
    const form = kind === 'phone' ? digitsOf(key) : key.toLowerCase()
    if (copiedKeys.has(form)) continue
    copiedKeys.add(form)
    // A line break of the service's text would begin a line of its own.
    lines.push(shownCell(key.replace(/\s/g, ' ')))
  }
  return { text: lines.join('\r\n'), keys: lines.length, repeated: rows.length - without - lines.length, without }
}
