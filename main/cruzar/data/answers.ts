import type { PhoneRung } from '../../../preload/values/rungs.ts'
import { noRow } from '../../engine/columns/derived-columns.ts'
import type { Part } from '../../engine/columns/part.ts'
import { concatenateParts } from '../../engine/columns/segment.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import type { JsonRecord } from '../../kernel/json.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { type AnswerItem, answerItems, codeOfAnswer } from '../../leads/cross-check.ts'
import { columnFromExtra } from '../../leads/extra-fields.ts'
import { createLeadBuilder } from '../../leads/lead-builder.ts'
import { extraKey, type LeadColumn, leadColumns } from '../../leads/lead-columns.ts'
import type { KeyPass, KeyRange } from '../../leads/sheet-calls.ts'
import { numberIn } from '../../people/key-block.ts'
import { otherNinth } from '../../phones/match-ladder.ts'
import { createKeyOutcomes, type KeyOutcomes } from './key-outcomes.ts'
import { createColumnStore, type ReadPart } from './lists/list-columns.ts'
import { createMatches, type Matches, type StoredMatches } from './matches.ts'
import {
  addNumbers,
  addPiece,
  addSegment,
  type Batch,
  type RunList,
  type RunState,
  readBatches,
  readColumn,
  readNumbers,
  readOtherBatches,
  readPieces,
  readResults,
  removePieces,
} from './run-file.ts'

interface Matched {
  /** By key that was sent and had no answer yet: the result that belongs to it. */
  readonly taken: ReadonlyMap<number, AnswerItem>
  /** Keys that are equal in the form in which the service repeats them: it is not known whose the answer is. */
  readonly ambiguous: readonly number[]
}

/** All that is known of the keys of a run, in memory. */
export interface Answers {
  readonly keyOutcomes: KeyOutcomes
  readonly matches: Matches
  readonly leads: ReturnType<typeof createAnsweredLeads>
  /** The row of each key's lead in `leads`, or `noRow`. Changes with every answer: copy what must stay. */
  readonly keyLeads: Uint32Array
  /** By key: 1 where the service has answered for its other form as well. */
  readonly others: Uint8Array
  /** The key as it is sent, or its other form. */
  textOf(key: number, pass: KeyPass): string
  /**
   * Whether a key is still to be sent: without an answer; or without a conversation, and its other form was not asked
   * for.
   */
  isPending(key: number, pass: KeyPass): boolean
  /** Takes the items that belong to keys of the range, matched by `chave`, each key once. */
  take(items: readonly AnswerItem[], range: KeyRange, pass: KeyPass): Matched
  miss(batch: Pick<Batch, 'from' | 'count' | 'reason'>): void
  /** Stores everything known as sealed columns, replacing what was sealed before. Needs a transaction around it. */
  seal(database: Database, yieldToEventLoop: YieldToEventLoop): Promise<void>
  /** The same without the leads, which are in the file already. */
  sealKeys(database: Database): void
}

/** Answers by key, and the leads that they bring. */
export interface KnownAnswers {
  /** By key: the number of its answer (`codeOfAnswer`); 0 for a key without one. */
  readonly answers: Uint8Array
  /** By key: its lead's row, or `noRow`. */
  readonly keyLeads: Uint32Array
  /** How the leads are written; null in files of former versions. */
  readonly matches: StoredMatches | null
  /** By key: 1 where its other form was answered for; empty where none was. */
  readonly others: Uint8Array
  /** Gives the columns of the leads, `lead_…`, when they are needed. */
  readonly read: ReadPart
}

/** A run that was just made: what is in memory of it already. */
export interface MadeRun extends KnownOutcomes {
  readonly list: RunList
}

type KnownOutcomes = Pick<Answers, 'keyOutcomes' | 'matches'>

/**
 * What the file knows: the sealed answers, and the batches after them by replay. `known` are the outcomes of a run that
 * is new.
 */
export function readAnswers(
  database: Database,
  list: RunList,
  { sealed, match, other_batches }: Pick<RunState, 'sealed' | 'match' | 'other_batches'>,
  known?: KnownOutcomes,
): Answers {
  const answers = createAnswers(list, match, sealed > 0 ? readSealed(database) : null, known)
  for (const batch of readBatches(database)) {
    if (batch.kind === 'begin') answers.keyOutcomes.ask()
    if (batch.kind === 'answer' && batch.seq > sealed) {
      answers.take(answerItems(readResults(database, batch.seq)), batch, 'keys')
    }
    answers.miss(batch)
  }
  for (const { results, ...range } of readOtherBatches(database).slice(other_batches)) {
    answers.take(answerItems(results), range, 'other_forms')
  }
  return answers
}

/** `lowest` is the last rung of the match ladder that counts; null where the service decides. */
export function createAnswers(
  list: RunList,
  lowest: PhoneRung | null,
  sealed: KnownAnswers | null,
  known?: KnownOutcomes,
): Answers {
  const { rowKeys, keys } = list
  const matches = known?.matches ?? createMatches(rowKeys, keys, lowest, sealed?.matches ?? null)
  const keyOutcomes = known?.keyOutcomes ?? createKeyOutcomes(rowKeys, keys.rows, matches, sealed?.answers)
  const leads = createAnsweredLeads(sealed?.read ?? createColumnStore(0).read)
  const keyLeads = sealed?.keyLeads ?? new Uint32Array(list.keys.rows).fill(noRow)

  const others = new Uint8Array(keys.rows)
  others.set(sealed?.others ?? [])
  const otherForm = (key: number) =>
    otherNinth(numberIn(keys.heap, keys.offsets[key] as number, keys.offsets[key + 1] as number))
  const textOf = (key: number, pass: KeyPass) => (pass === 'other_forms' ? String(otherForm(key)) : list.keyAt(key))
  const isPending = (key: number, pass: KeyPass) => {
    if (pass === 'keys') return !keyOutcomes.isAnswered(key)
    const answer = keyOutcomes.answers[key]
    return others[key] === 0 && (answer === absent || answer === registered) && otherForm(key) > 0
  }

  function takeAnswer(key: number, { answer, lead }: AnswerItem): void {
    matches.note(key, lead)
    keyOutcomes.answer(key, answer)
    if (lead) keyLeads[key] = leads.add(lead)
  }

  /**
   * The answer for a key with its other ninth digit: nobody, the person that the key did not show, or a second card of
   * this person.
   */
  function takeOther(key: number, item: AnswerItem): void {
    others[key] = 1
    if (item.answer === 'ausente') return
    const cards =
      keyOutcomes.answers[key] === registered && matches.noteCard(key, keyLeads[key] ?? noRow, item, leads.add)
    if (cards) keyOutcomes.answer(key, 'ambigua')
    else if (keyOutcomes.answers[key] === absent || item.answer === 'com_conversa') takeAnswer(key, item)
  }

  function sealKeys(database: Database): void {
    addPiece(database, 'key_answers', 0, keyOutcomes.answers)
    addNumbers(database, 'key_leads', keyLeads)
    const { forms, hashes, candidates } = matches.stored()
    addPiece(database, 'key_forms', 0, forms)
    addNumbers(database, 'key_hashes', hashes)
    addNumbers(database, 'candidates', candidates)
    addPiece(database, 'key_others', 0, others)
  }

  return {
    keyOutcomes,
    matches,
    leads,
    keyLeads,
    others,
    textOf,
    isPending,
    take(items, range, pass) {
      const sent = new Map<string, number>()
      for (let key = range.from; key < range.from + range.count; key++) {
        if (isPending(key, pass)) sent.set(textOf(key, pass), key)
      }
      const matched = matchItems(items, sent)
      const taking = pass === 'other_forms' ? takeOther : takeAnswer
      for (const [key, item] of matched.taken) taking(key, item)
      return matched
    },
    miss({ from, count, reason }) {
      if (reason) for (let key = from; key < from + count; key++) keyOutcomes.miss(key, reason)
    },
    sealKeys,
    async seal(database, yieldToEventLoop) {
      sealKeys(database)
      await leads.join(yieldToEventLoop)
      for (const [field, part] of leads.columns()) {
        removePieces(database, `lead_${field}`)
        addSegment(database, `lead_${field}`, 0, part)
        await yieldToEventLoop()
      }
    },
  }
}

/**
 * Never by position: a result counts for the key whose text it repeats, once, and for no key that was not sent. The
 * document promises the text as it was sent. Where a service gives keys back in a form of its own, a result counts for
 * the one key of the batch that has this form. Keys that share a form count only when each is repeated as it was sent.
 * `sent` are the keys by their texts.
 */
export function matchItems(items: readonly AnswerItem[], sent: ReadonlyMap<string, number>): Matched {
  const taken = new Map<number, AnswerItem>()
  for (const item of items) {
    const key = sent.get(item.chave)
    if (key !== undefined && !taken.has(key)) taken.set(key, item)
  }
  const ambiguous: number[] = []
  if (taken.size === sent.size || items.length === 0) return { taken, ambiguous }
  const byForm = Map.groupBy(items, ({ chave }) => normalForm(chave))
  for (const [form, alike] of Map.groupBy(sent, ([text]) => normalForm(text))) {
    const [item] = byForm.get(form) ?? []
    const keys = alike.map(([, key]) => key)
    if (!item || keys.every((key) => taken.has(key))) continue
    for (const key of keys) {
      if (keys.length === 1) taken.set(key, item)
      else {
        taken.delete(key)
        ambiguous.push(key)
      }
    }
  }
  return { taken, ambiguous }
}

const longestKey = 320
/**
 * What is left of a key however it is written: an e-mail in small letters, a phone's digits without zeros or 55 before
 * them.
 */
function normalForm(text: string): string {
  const key = text.slice(0, longestKey).trim().toLowerCase()
  if (key.includes('@')) return key
  const digits = key.replace(/\D/g, '').replace(/^0+/, '')
  return /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits
}

function readSealed(database: Database): KnownAnswers {
  const forms = readPieces(database, 'key_forms')[0]
  return {
    answers: readPieces(database, 'key_answers')[0] ?? new Uint8Array(0),
    keyLeads: readNumbers(database, 'key_leads'),
    matches: forms
      ? {
          forms,
          hashes: readNumbers(database, 'key_hashes'),
          candidates: readNumbers(database, 'candidates'),
        }
      : null,
    others: readPieces(database, 'key_others')[0] ?? new Uint8Array(0),
    read: (name, kind) => readColumn(database, name, kind),
  }
}

const absent = codeOfAnswer('ausente')
const registered = codeOfAnswer('sem_conversa')

/** Leads that wait in the builder, which takes several times the memory of a part. */
const maxWaiting = 16_384

/**
 * The leads that answers brought, as columns that grow at their end. Begins after the leads that `read` gives, each
 * column of which is read when it is needed.
 */
function createAnsweredLeads(read: ReadPart) {
  let builder = createLeadBuilder()
  const known = new Map<string, Part[]>()
  let rows: number | null = null
  let storedRows: number | null = null

  /** Leads that `read` gives; 0 where it has given them before, which none that lacks a column does. */
  function stored(): number {
    storedRows ??= read('lead_contato_id', 'number').rows
    return storedRows
  }

  function partsOf(column: LeadColumn): Part[] {
    const { key } = column
    const parts = known.get(key) ?? [storedPart(column)]
    known.set(key, parts)
    return parts
  }

  /** Leads may have been stored when this column was unknown. */
  function storedPart(column: LeadColumn): Part {
    const part = read(`lead_${column.key}`, column.kind)
    return part.rows < stored() ? columnFromExtra(column, read(`lead_${extraKey}`, 'text')) : part
  }

  /** Puts those that wait in the builder behind the others. */
  function settle(): void {
    if (builder.rows === 0) return
    const { columns } = builder.take()
    builder = createLeadBuilder()
    for (const column of leadColumns) {
      const part = columns.get(column.key)
      if (part) partsOf(column).push(part)
    }
  }

  /** The parts of a column as one, which is all that is left of them. */
  function whole(column: LeadColumn): Part {
    const parts = partsOf(column).filter((part) => part.rows > 0)
    const part = concatenateParts(column.kind, parts)
    known.set(column.key, [part])
    return part
  }

  return {
    /** Takes a lead as the service sent it; gives its row. */
    add(lead: JsonRecord): number {
      rows ??= stored()
      builder.append(lead)
      if (builder.rows === maxWaiting) settle()
      return rows++
    },
    /** Makes one part of each column in slices, so that `columns` answers at once. */
    async join(yieldToEventLoop: YieldToEventLoop): Promise<void> {
      settle()
      for (const column of leadColumns) {
        whole(column)
        await yieldToEventLoop()
      }
    },
    /** The columns of all leads so far, by key. What is given out never changes. */
    columns(): ReadonlyMap<string, Part> {
      settle()
      return new Map(leadColumns.map((column) => [column.key, whole(column)]))
    },
  }
}
