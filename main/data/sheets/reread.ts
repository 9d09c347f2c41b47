import { AppFailure } from '../../kernel/failure.ts'
import { partOf } from '../columns/parts.ts'
import { readAnswer } from '../runs/answer.ts'
import { createLeadBuilder } from './lead-builder.ts'
import { type OpenSheet, stagedColumn } from './open-sheet.ts'
import { stageRows } from './pull.ts'
import type { PullRecord } from './sheet-state.ts'

/**
 * A quick refresh of people asks for a shorter period than the sheet has, so the service counts the conversations of that
 * period alone (agent-platform.md, "Lead export"). The people that it brought are read again by phone or e-mail, with
 * the sheet's own filter ("Lead cross-check"): these rows are staged behind those of the pages, and win over them.
 */

interface Touched {
  readonly keys: readonly string[]
  /** The row behind them; null at the end. */
  readonly next: number | null
}

/** Keys of the people in the staged rows from this one on. Throws `bad_request` when no quick refresh was begun. */
export function touchedPeople(sheet: OpenSheet, from: number, most: number): Touched {
  const pull = quickPull(sheet)
  const end = pull.reread?.from ?? pull.rows
  const textAt = textReader(sheet, pull)
  const phone = textAt('telefone_digitos')
  const email = textAt('email')
  const behind = Math.min(end, from + most)
  const keys = new Set<string>()
  for (let row = from; row < behind; row++) {
    const key = phone(row) || email(row)
    if (key !== '') keys.add(key)
  }
  return { keys: [...keys], next: behind < end ? behind : null }
}

/**
 * Stages what the service says of the people in the rows `from` to `next`. A lead of somebody else, such as another person
 * with the same phone, is left out, and so is one without a conversation. Throws `unexpected_body`.
 */
export function stageAgain(
  sheet: OpenSheet,
  { from, next }: { readonly from: number; readonly next: number | null },
  body: string,
): void {
  const pull = quickPull(sheet)
  const first = pull.reread?.from ?? pull.rows
  const contacts = partOf(stagedColumn(sheet.file, pull, 'contato_id', 'number'), 'number').values
  const waiting = new Set(contacts.subarray(from, next ?? first))
  const builder = createLeadBuilder()
  for (const { lead, answer } of readAnswer(body)) {
    const contact = typeof lead?.contato_id === 'number' ? lead.contato_id : null
    if (!lead || contact === null || answer !== 'com_conversa' || !waiting.delete(contact)) continue
    builder.append(lead)
  }
  const leads = builder.take()
  stageRows(sheet, leads, {
    ...pull,
    last_page: pull.last_page + 1,
    next_page: pull.next_page + 1,
    rows: pull.rows + leads.rows,
    reread: { from: first, next },
    has_extra: pull.has_extra || leads.hasExtra,
    phones_differ: pull.phones_differ || leads.phonesDiffer,
  })
}

function quickPull({ pull }: OpenSheet): PullRecord {
  if (pull?.mode !== 'quick') throw new AppFailure('bad_request', {}, 'no quick refresh was begun')
  return pull
}

/** The texts of a staged column by row; null reads as the empty text. */
function textReader({ file }: OpenSheet, pull: PullRecord): (name: string) => (row: number) => string {
  return (name) => {
    const { heap, offsets } = partOf(stagedColumn(file, pull, name, 'text'), 'text')
    const bytes = Buffer.from(heap.buffer, heap.byteOffset, heap.byteLength)
    return (row) => bytes.toString('utf8', offsets[row], offsets[row + 1])
  }
}
