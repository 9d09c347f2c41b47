import type { Known } from '../../../preload/contract/sheets.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import type { DictionaryPart, ListPart, NumberPart, PartKind } from '../columns/part.ts'
import type { SheetFile } from './sheet-file.ts'

/** The inboxes, agents and labels of the rows of a generation, most frequent first. */
export function* knownInRows(file: SheetFile, generation: number): InterruptibleWork<Known> {
  const inboxes: Names = new Map()
  const agents: Names = new Map()
  const labels: Counts<string> = new Map()
  const segments = file.segmentCount(generation)
  for (let segment = 0; segment < segments; segment++) {
    const column = <Kind extends PartKind>(key: string, kind: Kind) => file.segment(generation, key, kind, segment)
    countNames(inboxes, column('caixa_id', 'number'), column('caixa', 'dictionary'))
    countNames(agents, column('agente_id', 'number'), column('agente', 'dictionary'))
    yield
    countLabels(labels, column('etiquetas_contato', 'list'), column('etiquetas_conversa', 'list'))
    yield
  }
  return {
    inboxes: byRows(namedIds(inboxes)),
    agents: byRows(namedIds(agents)),
    labels: byRows([...labels].map(([name, rows]) => ({ name, rows }))),
  }
}

/**
 * What several sheets of a connection know, as one. Many sheets may have the same lead, so the count of each is that of
 * the sheet that has most.
 */
export function mergeKnown(sheets: readonly Known[]): Known {
  const inboxes = new Map<number, Known['inboxes'][number]>()
  const agents = new Map<number, Known['agents'][number]>()
  const labels = new Map<string, Known['labels'][number]>()
  for (const sheet of sheets) {
    for (const one of sheet.inboxes) setMost(inboxes, one.id, one)
    for (const one of sheet.agents) setMost(agents, one.id, one)
    for (const one of sheet.labels) setMost(labels, one.name, one)
  }
  return { inboxes: byRows(inboxes.values()), agents: byRows(agents.values()), labels: byRows(labels.values()) }
}

function setMost<Key, Value extends { readonly rows: number }>(found: Map<Key, Value>, key: Key, value: Value): void {
  const before = found.get(key)
  if (!before || value.rows > before.rows) found.set(key, value)
}

type Counts<Key> = Map<Key, number>
/** How many rows give an id each of its names; the empty one is none. */
type Names = Map<number, Counts<string>>

function count<Key>(counts: Counts<Key>, key: Key, rows: number): void {
  counts.set(key, (counts.get(key) ?? 0) + rows)
}

function countNames(found: Names, ids: NumberPart, names: DictionaryPart): void {
  const pairs: Counts<number> = new Map()
  const width = names.values.length + 1
  for (let row = 0; row < ids.rows; row++) {
    // Rows lie inside both columns: `as number` spares a check a row.
    const id = ids.values[row] as number
    if (!Number.isNaN(id)) count(pairs, id * width + (names.codes[row] as number), 1)
  }
  for (const [pair, rows] of pairs) {
    const id = Math.floor(pair / width)
    const ofId = found.get(id) ?? new Map()
    found.set(id, ofId)
    count(ofId, names.values[pair - id * width - 1] ?? '', rows)
  }
}

/** Ids with the name that most rows give them: an inbox may have been renamed. */
function namedIds(found: Names): Known['inboxes'] {
  return [...found].map(([id, names]) => {
    const [most] = byRows([...names].flatMap(([name, rows]) => (name === '' ? [] : [{ name, rows }])))
    return { id, name: most?.name ?? String(id), rows: [...names.values()].reduce((sum, rows) => sum + rows, 0) }
  })
}

/** A row counts once a label, wherever it has it. */
function countLabels(found: Counts<string>, contact: ListPart, conversation: ListPart): void {
  const numbers = new Map<string, number>()
  const numbered = (part: ListPart) => [
    [],
    ...part.values.map((set) =>
      set.map((label) => {
        const number = numbers.get(label) ?? numbers.size
        numbers.set(label, number)
        return number
      }),
    ),
  ]
  const ofContact = numbered(contact)
  const ofConversation = numbered(conversation)
  const rows = new Uint32Array(numbers.size)
  const lastRow = new Int32Array(numbers.size).fill(-1)
  const countRow = (labels: readonly number[] | undefined, row: number): void => {
    for (const label of labels ?? []) {
      if (lastRow[label] !== row) rows[label] = (rows[label] as number) + 1
      lastRow[label] = row
    }
  }
  for (let row = 0; row < contact.rows; row++) {
    countRow(ofContact[contact.codes[row] as number], row)
    countRow(ofConversation[conversation.codes[row] as number], row)
  }
  for (const [name, number] of numbers) if (rows[number]) count(found, name, rows[number])
}

function byRows<Value extends { readonly rows: number }>(values: Iterable<Value>): Value[] {
  return [...values].sort((one, other) => other.rows - one.rows)
}
