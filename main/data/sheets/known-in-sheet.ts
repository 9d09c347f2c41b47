import type { Known } from '../../../preload/contract/sheets.ts'
import type { InterruptibleWork } from '../../kernel/schedule.ts'
import type { DictionaryPart, ListPart, NumberPart } from '../columns/part.ts'
import type { SheetFile } from './sheet-file.ts'

/** The inboxes, agents and labels of the rows of a generation, most frequent first. */
export function* knownInRows(file: SheetFile, generation: number): InterruptibleWork<Known> {
  const namesOf = (key: 'caixa' | 'agente') =>
    namedIds(file.column(generation, `${key}_id`, 'number'), file.column(generation, key, 'dictionary'))
  const inboxes = namesOf('caixa')
  yield
  const agents = namesOf('agente')
  yield
  const ofContacts = file.column(generation, 'etiquetas_contato', 'list')
  const ofConversations = file.column(generation, 'etiquetas_conversa', 'list')
  return { inboxes, agents, labels: labelsOf(ofContacts, ofConversations) }
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

/** Ids with the name that most rows give them: an inbox may have been renamed. */
function namedIds(ids: NumberPart, names: DictionaryPart): Known['inboxes'] {
  const pairs = new Map<number, number>()
  const width = names.values.length + 1
  for (let row = 0; row < ids.rows; row++) {
    // Rows lie inside both columns: `as number` spares a check a row.
    const id = ids.values[row] as number
    if (Number.isNaN(id)) continue
    const pair = id * width + (names.codes[row] as number)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  const found = new Map<number, { id: number; name: string; rows: number; most: number }>()
  for (const [pair, rows] of pairs) {
    const id = Math.floor(pair / width)
    const name = names.values[pair - id * width - 1] ?? ''
    const before = found.get(id) ?? { id, name: '', rows: 0, most: 0 }
    const isMost = name !== '' && rows > before.most
    found.set(id, {
      id,
      name: isMost ? name : before.name,
      rows: before.rows + rows,
      most: isMost ? rows : before.most,
    })
  }
  return byRows([...found.values()].map(({ id, name, rows }) => ({ id, name: name || String(id), rows })))
}

/** A row counts once a label, wherever it has it. */
function labelsOf(contact: ListPart, conversation: ListPart): Known['labels'] {
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
  const count = (labels: readonly number[] | undefined, row: number): void => {
    for (const label of labels ?? []) {
      if (lastRow[label] !== row) rows[label] = (rows[label] as number) + 1
      lastRow[label] = row
    }
  }
  for (let row = 0; row < contact.rows; row++) {
    count(ofContact[contact.codes[row] as number], row)
    count(ofConversation[conversation.codes[row] as number], row)
  }
  return byRows([...numbers].map(([name, number]) => ({ name, rows: rows[number] ?? 0 })).filter((one) => one.rows > 0))
}

function byRows<Value extends { readonly rows: number }>(values: Iterable<Value>): Value[] {
  return [...values].sort((one, other) => other.rows - one.rows)
}
