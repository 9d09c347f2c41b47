import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import { noRow } from '../columns/derived-columns.ts'
import type { Part } from '../columns/part.ts'
import { concatenateParts } from '../columns/segment.ts'
import { createLeadBuilder } from '../sheets/lead-builder.ts'
import { type LeadColumn, leadColumns } from '../sheets/lead-columns.ts'
import type { Database } from '../store/encrypted-file.ts'
import { type AnswerItem, answerItems, codeOfAnswer, createKeyOutcomes, type KeyOutcomes } from './key-outcomes.ts'
import { createColumnStore, type ReadPart } from './list-columns.ts'
import {
  addNumbers,
  addPiece,
  addSegment,
  type Batch,
  type Checkpoints,
  type RunList,
  readColumn,
  readNumbers,
  readPieces,
  removePieces,
} from './run-file.ts'

/** A result that belongs to a key which was sent and had no answer yet. */
interface Taken {
  readonly key: number
  readonly item: AnswerItem
}

interface Matched {
  readonly taken: readonly Taken[]
  /** Keys that are equal in the form in which the service repeats them: it is not known whose the answer is. */
  readonly ambiguous: readonly number[]
}

/** All that is known of the keys of a run, in memory. */
export interface Answers {
  readonly keyOutcomes: KeyOutcomes
  readonly leads: AnsweredLeads
  /** The row of each key's lead in `leads`, or `noRow`. Changes with every answer: copy what must stay. */
  readonly keyLeads: Uint32Array
  /** The items that belong to the keys `first` to `first + count - 1`, matched by `chave`, each key once. */
  match(items: readonly AnswerItem[], first: number, count: number): Matched
  apply(taken: readonly Taken[]): void
  miss(batch: Pick<Batch, 'first' | 'count' | 'reason'>): void
  /** Stores everything known as sealed columns, replacing what was sealed before. Needs a transaction around it. */
  seal(database: Database, yieldToEventLoop: YieldToEventLoop): Promise<void>
  /** The same without the leads, which are in the file already. */
  sealKeys(database: Database): void
}

/** Answers by key, and the leads that they bring. */
export interface KnownAnswers {
  /** 1 plus the index in `keyAnswers`; 0 for a key without one. */
  readonly answers: Uint8Array
  /** By key: its lead's row, or `noRow`. */
  readonly keyLeads: Uint32Array
  /** Gives the columns of the leads, `lead_…`, when they are needed. */
  readonly read: ReadPart
}

/** A run that was just made: what is in memory of it already. */
export interface MadeRun {
  readonly list: RunList
  readonly keyOutcomes: KeyOutcomes
}

/** What the file knows: the sealed answers, and the batches after them by replay. `made` is what is known of a run that is new. */
export function readAnswers(
  database: Database,
  { list, made }: { readonly list: RunList; readonly made: MadeRun | null },
  checkpoints: Checkpoints,
  sealed: number,
): Answers {
  const answers = createAnswers(list, sealed > 0 ? readSealed(database) : null, made?.keyOutcomes)
  for (const batch of checkpoints.all()) {
    if (batch.kind === 'begin') answers.keyOutcomes.ask()
    if (batch.kind === 'answer' && batch.seq > sealed) {
      const items = answerItems(checkpoints.results(batch.seq))
      answers.apply(answers.match(items, batch.first, batch.count).taken)
    }
    answers.miss(batch)
  }
  return answers
}

export function createAnswers(
  list: RunList,
  sealed: KnownAnswers | null,
  keyOutcomes = createKeyOutcomes(list.rowKeys, list.keys.rows, sealed?.answers),
): Answers {
  const keyCount = list.keys.rows
  const leads = createAnsweredLeads(sealed?.read ?? createColumnStore(0).read)
  const keyLeads = sealed?.keyLeads ?? new Uint32Array(keyCount).fill(noRow)

  function sealKeys(database: Database): void {
    for (const name of ['key_answers', 'key_leads']) removePieces(database, name)
    addPiece(database, 'key_answers', 0, sealedOf(keyOutcomes, keyCount))
    addNumbers(database, 'key_leads', keyLeads)
  }

  return {
    keyOutcomes,
    leads,
    keyLeads,
    match: (items, first, count) => matched(items, first, count, list, keyOutcomes),
    apply(taken) {
      for (const { key, item } of taken) {
        keyOutcomes.answer(key, item.answer)
        if (item.lead) keyLeads[key] = leads.add(item.lead)
      }
    },
    miss({ first, count, reason }) {
      if (reason) for (let key = first; key < first + count; key++) keyOutcomes.miss(key, reason)
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
 * Never by position: a result counts for the key whose text it repeats, once, and for no key that was not sent. Where a
 * service gives keys back in a form of its own (the document promises the text as it was sent), a result counts for the one
 * key of the batch that has this form; keys that share a form count only when each is repeated as it was sent.
 */
function matched(
  items: readonly AnswerItem[],
  first: number,
  count: number,
  list: RunList,
  keyOutcomes: KeyOutcomes,
): Matched {
  const sent = new Map<string, number>()
  for (let key = first; key < first + count; key++) if (!keyOutcomes.isAnswered(key)) sent.set(list.keyAt(key), key)
  const exact = new Map<string, AnswerItem>()
  for (const item of items) if (sent.has(item.chave) && !exact.has(item.chave)) exact.set(item.chave, item)
  if (exact.size === sent.size || items.length === 0) return { taken: takenOf(exact, sent), ambiguous: [] }
  const byForm = Map.groupBy(items, ({ chave }) => normalForm(chave))
  const ambiguous: number[] = []
  for (const [form, texts] of Map.groupBy(sent.keys(), normalForm)) {
    const [item] = byForm.get(form) ?? []
    if (!item || texts.every((text) => exact.has(text))) continue
    const [text = '', ...others] = texts
    if (others.length === 0) exact.set(text, item)
    else {
      for (const one of texts) exact.delete(one)
      ambiguous.push(...texts.flatMap((one) => sent.get(one) ?? []))
    }
  }
  return { taken: takenOf(exact, sent), ambiguous }
}

function takenOf(items: ReadonlyMap<string, AnswerItem>, sent: ReadonlyMap<string, number>): Taken[] {
  return [...items].flatMap(([text, item]) => {
    const key = sent.get(text)
    return key === undefined ? [] : [{ key, item }]
  })
}

const longestKey = 320
/** What is left of a key however it is written: an e-mail in small letters, a phone's digits without zeros or 55 before them. */
function normalForm(text: string): string {
  const key = text.slice(0, longestKey).trim().toLowerCase()
  if (key.includes('@')) return key
  const digits = key.replace(/\D/g, '').replace(/^0+/, '')
  return /^55\d{10,11}$/.test(digits) ? digits.slice(2) : digits
}

function sealedOf(keyOutcomes: KeyOutcomes, keyCount: number): Uint8Array {
  const codes = new Uint8Array(keyCount)
  for (let key = 0; key < keyCount; key++) {
    const answer = keyOutcomes.answerOf(key)
    if (answer) codes[key] = codeOfAnswer(answer)
  }
  return codes
}

function readSealed(database: Database): KnownAnswers {
  return {
    answers: readPieces(database, 'key_answers')[0] ?? new Uint8Array(0),
    keyLeads: readNumbers(database, 'key_leads'),
    read: (name, kind) => readColumn(database, name, kind),
  }
}

/** Columns of leads by key (`leadColumns`). */
type LeadParts = ReadonlyMap<string, Part>

/** The leads that answers brought, as columns that grow at their end. */
interface AnsweredLeads {
  /** Takes a lead as the service sent it; gives its row. */
  add(lead: Readonly<Record<string, unknown>>): number
  /** All leads so far. What is given out never changes. */
  columns(): LeadParts
  /** Makes one part of each column in slices, so that `columns` answers at once. */
  join(yieldToEventLoop: YieldToEventLoop): Promise<void>
}

/** Leads that wait in the builder, which takes several times the memory of a part. */
const maxWaiting = 16_384
/** Begins after the leads that `read` gives, each column of which is read when it is needed. */
function createAnsweredLeads(read: ReadPart): AnsweredLeads {
  const builder = createLeadBuilder()
  const known = new Map<string, Part[]>()
  let rows: number | null = null
  let waiting = 0

  function partsOf({ key, kind }: LeadColumn): Part[] {
    const parts = known.get(key) ?? [read(`lead_${key}`, kind)]
    known.set(key, parts)
    return parts
  }

  /** Puts those that wait in the builder behind the others. */
  function settle(): void {
    const taken = waiting > 0 ? builder.take().columns : null
    waiting = 0
    for (const column of taken ? leadColumns : []) {
      const part = taken?.get(column.key)
      if (part) partsOf(column).push(part)
    }
  }

  /** The parts of a column as one, which is all that is left of them. */
  function whole(column: LeadColumn): Part {
    const parts = partsOf(column).filter((part) => part.rows > 0)
    const part = parts.length === 1 && parts[0] ? parts[0] : concatenateParts(column.kind, parts)
    known.set(column.key, [part])
    return part
  }

  return {
    add(lead) {
      rows ??= read('lead_contato_id', 'number').rows
      builder.append(lead)
      if (++waiting === maxWaiting) settle()
      return rows++
    },
    async join(yieldToEventLoop) {
      settle()
      for (const column of leadColumns) {
        whole(column)
        await yieldToEventLoop()
      }
    },
    columns() {
      settle()
      return new Map(leadColumns.map((column) => [column.key, whole(column)]))
    },
  }
}
