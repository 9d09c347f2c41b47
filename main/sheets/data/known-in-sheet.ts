import type { LeadNames } from '../../../preload/contract/sheets.ts'
import { listReader } from '../../engine/columns/dictionary-column.ts'
import type { Codes, DictionaryPart, ListPart, NumberPart, PartKind } from '../../engine/columns/part.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import type { Snapshot } from '../../leads/snapshot.ts'

/** The inboxes, agents and labels of the rows of a snapshot, most frequent first. */
export function* knownInRows(snapshot: Snapshot): InterruptibleWork<LeadNames> {
  const inboxes: Names = new Map()
  const agents: Names = new Map()
  const labels: Counts = new Map()
  const segments = snapshot.segments()
  for (let segment = 0; segment < segments; segment++) {
    const column = <Kind extends PartKind>(key: string, kind: Kind) => snapshot.segment(key, kind, segment)
    countNames(inboxes, column('caixa_id', 'number'), column('caixa', 'dictionary'))
    countNames(agents, column('agente_id', 'number'), column('agente', 'dictionary'))
    yield
    yield* countLabels(labels, column('etiquetas_contato', 'list'), column('etiquetas_conversa', 'list'))
  }
  return { inboxes: namedIds(inboxes), agents: namedIds(agents), labels: namesOf(labels) }
}

/**
 * What several sheets of a connection know, as one. Many sheets may have the same lead, so the count of each is that of
 * the sheet that has most.
 */
export function mergeKnown(sheets: readonly LeadNames[]): LeadNames {
  return {
    inboxes: mostOfEach(sheets.flatMap(({ inboxes }) => inboxes)),
    agents: mostOfEach(sheets.flatMap(({ agents }) => agents)),
    labels: mostOfEach(sheets.flatMap(({ labels }) => labels)),
  }
}

function mostOfEach<Value extends { id?: number; name: string; rows: number }>(values: readonly Value[]): Value[] {
  const same = Map.groupBy(values, ({ id, name }) => id ?? name)
  return byRows([...same.values()].flatMap((group) => byRows(group).slice(0, 1)))
}

/** How many rows have each name. */
type Counts = Map<string, number>
/** How many rows give an id each of its names; the empty one is none. */
type Names = Map<number, Counts>

function count<Key>(counts: Map<Key, number>, key: Key, rows: number): void {
  counts.set(key, (counts.get(key) ?? 0) + rows)
}

/** How many rows have each pair of a number and a code below `width`, as `number * width + code`. */
function countPairs(numbers: Float64Array | Codes, codes: Codes, width: number): Map<number, number> {
  const pairs = new Map<number, number>()
  // Rows lie inside both columns: `as number` spares a check a row.
  for (let row = 0; row < codes.length; row++)
    count(pairs, (numbers[row] as number) * width + (codes[row] as number), 1)
  return pairs
}

function countNames(namesById: Names, ids: NumberPart, names: DictionaryPart): void {
  const width = names.values.length + 1
  for (const [pair, rows] of countPairs(ids.values, names.codes, width)) {
    if (Number.isNaN(pair)) continue
    const id = Math.floor(pair / width)
    const ofId: Counts = namesById.get(id) ?? new Map()
    namesById.set(id, ofId)
    count(ofId, names.values[pair - id * width - 1] ?? '', rows)
  }
}

/** Ids with the name that most rows give them: an inbox may have been renamed. */
function namedIds(namesById: Names): LeadNames['inboxes'] {
  const ids = [...namesById].map(([id, names]) => {
    const usual = namesOf(names).find(({ name }) => name !== '')
    return { id, name: usual?.name ?? String(id), rows: [...names.values()].reduce((sum, rows) => sum + rows, 0) }
  })
  return byRows(ids)
}

/** A row counts once for each label, whether the contact has it, the conversation, or both. */
function* countLabels(rowsByLabel: Counts, contact: ListPart, conversation: ListPart): InterruptibleWork<void> {
  const numbers = new Map<string, number>()
  const contactSets = yield* numberedSets(contact, numbers)
  const conversationSets = yield* numberedSets(conversation, numbers)
  const rows = new Uint32Array(numbers.size)
  /** By label: the row that has it and was counted last, from 1 on. */
  const lastRows = new Uint32Array(numbers.size)
  // Codes, labels and rows lie inside their arrays: `as number` spares a check each.
  for (let row = 0; row < contact.codes.length; row++) {
    for (let part = 0; part < 2; part++) {
      const { codes, starts, labels } = part === 0 ? contactSets : conversationSets
      const code = codes[row] as number
      const end = starts[code + 1] as number
      for (let at = starts[code] as number; at < end; at++) {
        const label = labels[at] as number
        if (lastRows[label] === row + 1) continue
        lastRows[label] = row + 1
        rows[label] = (rows[label] as number) + 1
      }
    }
  }
  for (const [label, number] of numbers) if (rows[number] !== 0) count(rowsByLabel, label, rows[number] as number)
  yield
}

interface NumberedSets extends Pick<ListPart, 'codes'> {
  readonly starts: Uint32Array
  readonly labels: Uint32Array
}

/** Each set is parsed, which takes a microsecond. */
const setsAtOnce = 4096

/** The sets of a part as numbers of their labels: set `code` lies from `starts[code]` to the next. */
function* numberedSets({ codes, keys }: ListPart, numbers: Map<string, number>): InterruptibleWork<NumberedSets> {
  const setOf = listReader({ keys })
  const sets = keys.offsets.length - 1
  const starts = new Uint32Array(sets + 2)
  const labels: number[] = []
  for (let code = 1; code <= sets; code++) {
    if (code % setsAtOnce === 0) yield
    starts[code] = labels.length
    for (const label of setOf(code)) {
      const number = numbers.get(label) ?? numbers.size
      numbers.set(label, number)
      labels.push(number)
    }
  }
  starts[sets + 1] = labels.length
  yield
  return { codes, starts, labels: Uint32Array.from(labels) }
}

function namesOf(counts: Counts): LeadNames['labels'] {
  return byRows(Array.from(counts, ([name, rows]) => ({ name, rows })))
}

function byRows<Value extends { readonly rows: number }>(values: readonly Value[]): Value[] {
  return values.toSorted((one, other) => other.rows - one.rows)
}
