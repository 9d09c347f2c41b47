import type { RunChanges } from '../../../preload/contract/cruzar.ts'
import { type ChangeKind, changeKinds, newRow } from '../../../preload/values/change-kinds.ts'
import { type Outcome, outcomeNames } from '../../../preload/values/outcomes.ts'
import { listOfBits } from '../../engine/columns/bits-list.ts'
import type { Column } from '../../engine/columns/column.ts'
import { noRow } from '../../engine/columns/derived-columns.ts'
import { createDictionaryColumn, createListColumn } from '../../engine/columns/dictionary-column.ts'
import { createKeyTable, type KeyTable } from '../../engine/columns/key-index.ts'
import type { TextPart } from '../../engine/columns/part.ts'
import type { Table } from '../../engine/tables/table.ts'
import { runSync, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { numberIn } from '../../people/key-block.ts'
import { otherNinth } from '../../phones/match-ladder.ts'
import { keyRowsOf } from './answers/key-outcomes.ts'
import { newLine, type RowChanges, type RunList } from './run-file.ts'

export interface ComparedRun {
  readonly list: RunList
  /** The outcome of each row as 1 + its index in the contract's list. */
  readonly outcomes: Uint8Array
  readonly table: Table
  /** When its answers were true: when the sheets had been read, or the service was asked. Epoch ms. */
  readonly at: number
}

const beforeNames = [...outcomeNames, newRow]
const codeOf = (outcome: Outcome) => outcomeNames.indexOf(outcome) + 1
const [withConversation, registered, absent, unanswered] = (
  ['com_conversa', 'sem_conversa', 'ausente', 'sem_resposta'] as const
).map(codeOf)
const bitOf = (kind: ChangeKind) => 1 << changeKinds.indexOf(kind)

/** Rows or keys between two checks of the clock. */
const atOnce = 8192

/**
 * Compares two runs of one list (docs/decisions/lists.md §22). A row continues the earlier row that has its first key
 * that is there, the ninth digit of a mobile aside. Of several the one with the same cells counts. Rows without an
 * answer in either have no change: nothing is known of them. Answers to different questions (`isSameQuestion`) say
 * nothing of people: where they differ, it is `outro_resultado`.
 */
export async function compareRuns(
  earlier: ComparedRun,
  now: ComparedRun,
  isSameQuestion: boolean,
  yieldToEventLoop: YieldToEventLoop,
): Promise<RowChanges> {
  const earlierKeys = await keyTableOf(earlier.list.keys, yieldToEventLoop)
  const keysBefore = await keysIn(earlierKeys, now.list.keys, yieldToEventLoop)
  const find = createRowFinder(earlier.list, now.list, keysBefore)
  await yieldToEventLoop()
  const { offsets } = now.list.rowKeys
  const rows = offsets.length - 1
  const changes = { before: new Uint8Array(rows), kinds: new Uint16Array(rows) }
  const kindsOf = createKinds(earlier, now, isSameQuestion)
  for (let row = 0; row < rows; row++) {
    if (row % atOnce === 0) await yieldToEventLoop()
    // Rows and keys lie inside the arrays: `as number` spares a check each.
    if (offsets[row] === offsets[row + 1]) continue
    const rowBefore = find(row)
    changes.before[row] = rowBefore === noRow ? newLine : (earlier.outcomes[rowBefore] as number)
    changes.kinds[row] = rowBefore === noRow ? bitOf('linha_nova') : kindsOf(rowBefore, row)
  }
  return { ...changes, gone: goneRows(earlier.list, keysBefore) }
}

async function keyTableOf(keys: TextPart, yieldToEventLoop: YieldToEventLoop): Promise<KeyTable> {
  const { offsets, heap, rows } = keys
  const table = createKeyTable(rows + 1, 1024)
  for (let key = 0; key < rows; key++) {
    if (key % atOnce === 0) await yieldToEventLoop()
    const from = offsets[key] as number
    const to = offsets[key + 1] as number
    const number = numberIn(heap, from, to)
    if (number > 0) table.takeNumber(number)
    else table.takeText(heap, from, to)
  }
  return table
}

/** By key: its index in the table, as it is or with the other ninth digit; `noRow` where it is not there. */
async function keysIn(table: KeyTable, keys: TextPart, yieldToEventLoop: YieldToEventLoop): Promise<Uint32Array> {
  const { offsets, heap, rows } = keys
  const rowNumbers = new Uint32Array(rows)
  for (let key = 0; key < rows; key++) {
    if (key % atOnce === 0) await yieldToEventLoop()
    const from = offsets[key] as number
    const to = offsets[key + 1] as number
    const number = numberIn(heap, from, to)
    let index = number > 0 ? table.indexOfNumber(number) : table.indexOfText(heap, from, to)
    if (index < 0 && number > 0) {
      const other = otherNinth(number)
      if (other > 0) index = table.indexOfNumber(other)
    }
    rowNumbers[key] = index < 0 ? noRow : index
  }
  return rowNumbers
}

/** At most this many rows of one key are compared. A key of more rows identifies nobody, so its first row is taken. */
const mostAlike = 100

/**
 * Returns a function from a row to its row in the earlier list, or `noRow`. The first key of the row that the earlier
 * list has decides. Of several rows with it, the one with the same keys in the same forms is taken, since both decide
 * the outcome; else the first. `keysBefore` maps keys of this list to those of the earlier one.
 */
function createRowFinder(earlier: RunList, now: RunList, keysBefore: Uint32Array): (row: number) => number {
  const { offsets: firsts, rows } = keyRowsOf(earlier.rowKeys, earlier.keys.rows)
  const [then, here] = [earlier.rowKeys, now.rowKeys]

  function isSame(rowBefore: number, row: number): boolean {
    const [from, start] = [then.offsets[rowBefore] as number, here.offsets[row] as number]
    const count = (here.offsets[row + 1] as number) - start
    if ((then.offsets[rowBefore + 1] as number) - from !== count) return false
    for (let at = 0; at < count; at++) {
      if (then.indexes[from + at] !== keysBefore[here.indexes[start + at] as number]) return false
      // Runs of former versions have no forms.
      if (then.forms.length > 0 && then.forms[from + at] !== here.forms[start + at]) return false
    }
    return true
  }

  return (row) => {
    for (let at = here.offsets[row] as number; at < (here.offsets[row + 1] as number); at++) {
      const key = keysBefore[here.indexes[at] as number] as number
      if (key === noRow) continue
      const first = firsts[key] as number
      const last = Math.min(firsts[key + 1] as number, first + mostAlike)
      for (let one = first; one < last; one++) if (isSame(rows[one] as number, row)) return rows[one] as number
      return rows[first] ?? noRow
    }
    return noRow
  }
}

function goneRows({ rowKeys: { offsets, indexes }, keys }: RunList, keysBefore: Uint32Array): Uint32Array {
  const there = new Uint8Array(keys.rows)
  for (const key of keysBefore) if (key !== noRow) there[key] = 1
  const gone: number[] = []
  for (let row = 0; row + 1 < offsets.length; row++) {
    const rowKeys = indexes.subarray(offsets[row], offsets[row + 1])
    if (rowKeys.length > 0 && rowKeys.every((key) => there[key] === 0)) gone.push(row)
  }
  return Uint32Array.from(gone)
}

/** Reads the columns of the lead that show a change. */
function leadOf({ table }: ComparedRun) {
  const column = (field: string) => table.columns.get(`lead_${field}`)
  const [conversation, status, agent, wrote] = [
    column('conversa_id'),
    column('status'),
    column('agente'),
    column('ultima_mensagem_do_contato_em'),
  ]
  const text = (of: Column | undefined, row: number) => of?.text(row) ?? ''
  return {
    conversation: (row: number) => text(conversation, row),
    status: (row: number) => text(status, row),
    agent: (row: number) => text(agent, row),
    /** Epoch ms; NaN where the contact never wrote, or nobody knows. */
    wrote(row: number) {
      const at = wrote?.plain(row)
      return typeof at === 'number' ? at : Number.NaN
    },
  }
}

/** The kinds of change from a row of the earlier run to one of the later. */
function createKinds(earlier: ComparedRun, now: ComparedRun, isSameQuestion: boolean) {
  const [then, here] = [leadOf(earlier), leadOf(now)]

  /** The changes of a row with a conversation in both runs. */
  function ofConversation(rowBefore: number, row: number): number {
    if (then.conversation(rowBefore) !== here.conversation(row)) return bitOf('nova_conversa')
    const [old, status] = [then.status(rowBefore), here.status(row)]
    const isResolved = status === 'resolved'
    const isKnown = old !== '' && status !== '' && old !== status
    let kinds = 0
    if (isKnown && isResolved) kinds |= bitOf('resolvida')
    if (isKnown && old === 'resolved') kinds |= bitOf('reaberta')
    if (then.agent(rowBefore) !== here.agent(row)) kinds |= bitOf('outro_agente')
    return kinds
  }

  return (rowBefore: number, row: number): number => {
    const [from, to] = [earlier.outcomes[rowBefore], now.outcomes[row]]
    if (from === unanswered || to === unanswered) return 0
    const otherOutcome = from === to ? 0 : bitOf('outro_resultado')
    if (!isSameQuestion) return otherOutcome
    let kinds = 0
    if (from === absent && to !== absent) kinds |= bitOf('novo_cadastro')
    if (to === absent && from !== absent) kinds |= bitOf('saiu_da_base')
    if (to === withConversation) {
      if (from === withConversation) kinds |= ofConversation(rowBefore, row)
      if (from === registered || from === absent) kinds |= bitOf('nova_conversa')
      const last = then.wrote(rowBefore)
      if (here.wrote(row) > (Number.isNaN(last) ? earlier.at : last)) kinds |= bitOf('respondeu')
    }
    if (from === withConversation && to === registered) kinds |= bitOf('perdeu_conversa')
    return kinds === 0 ? otherOutcome : kinds
  }
}

/** How many rows moved from which outcome to which, and how many have each kind of change. */
export function countChanges(
  { before, kinds, gone }: RowChanges,
  outcomes: Uint8Array,
): Pick<RunChanges, 'moves' | 'kinds' | 'changed' | 'gone' | 'without_key'> {
  const moves = new Uint32Array((newLine + 1) * (newLine + 1))
  const counts = new Uint32Array(changeKinds.length)
  let changed = 0
  for (let row = 0; row < before.length; row++) {
    const move = (before[row] as number) * (newLine + 1) + (outcomes[row] as number)
    moves[move] = (moves[move] as number) + 1
    const bits = kinds[row] as number
    if (bits === 0) continue
    changed++
    for (let kind = 0; kind < counts.length; kind++) {
      if ((bits & (1 << kind)) !== 0) counts[kind] = (counts[kind] as number) + 1
    }
  }
  const compared = outcomeNames.flatMap((to, index) =>
    beforeNames.map((from, place) => ({
      from: place === outcomeNames.length ? null : (from as Outcome),
      to,
      rows: moves[(place + 1) * (newLine + 1) + index + 1] as number,
    })),
  )
  return {
    moves: compared.filter(({ rows }) => rows > 0),
    kinds: changeKinds.map((kind, index) => ({ kind, rows: counts[index] as number })).filter(({ rows }) => rows > 0),
    changed,
    gone: gone.length,
    without_key: moves.subarray(0, newLine + 1).reduce((sum, rows) => sum + rows, 0),
  }
}

/** `cruzar_antes`, the outcome of each row before or `linha_nova`, and `cruzar_mudanca`, its kinds of change. */
export function changeColumns({ before, kinds }: RowChanges): [key: string, column: Column][] {
  const rows = before.length
  return [
    ['cruzar_antes', createDictionaryColumn('code', { kind: 'dictionary', rows, codes: before, values: beforeNames })],
    ['cruzar_mudanca', createListColumn(runSync(listOfBits(kinds, changeKinds)), 'codes')],
  ]
}
