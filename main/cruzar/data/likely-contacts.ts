import type { LikelyContacts } from '../../../preload/contract/damaged-keys.ts'
import { foldText } from '../../../preload/values/text.ts'
import { textReader } from '../../engine/columns/part.ts'
import { AppFailure } from '../../kernel/failure.ts'
import type { YieldToEventLoop } from '../../kernel/schedule.ts'
import type { CachedSheet } from '../../leads/cached-sheets.ts'
import { leadColumns, leadColumnsOf } from '../../leads/lead-columns.ts'
import type { PieceReader, StoredRows } from '../../leads/open-sheet.ts'
import { createTakenLeads, leadReader } from '../../people/find-people.ts'
import { addPhone, clearBlock, createKeyBlock } from '../../people/key-block.ts'
import { conversationRank } from '../../people/sheet-people.ts'
import { fitOf, type KeySpan, type PhoneRemains } from '../../phones/damaged-phones.ts'

interface SearchedSheet {
  readonly sheet: CachedSheet
  readonly stored: StoredRows
}

/** A contact whose number fits, as the row with its newest conversation. */
interface Hit {
  /** The sheet by its number, and the row there. */
  readonly sheet: number
  readonly row: number
  readonly rank: number
  readonly otherNinth: boolean
  readonly hasName: boolean
}

/** A number that more contacts fit identifies nobody: they are counted, and not listed. */
const mostMeant = 1000
const mostListed = 100
/** Rows between two checks of the clock. */
const rowsAtOnce = 4096

const shownKeys: ReadonlySet<string> = new Set([
  ...['nome', 'telefone', 'telefone_digitos', 'email', 'status', 'agente', 'caixa'],
  ...['contato_id', 'conversa_id'],
])
const shownColumns = leadColumns.filter(({ key }) => shownKeys.has(key))

interface LikelyDeps {
  /** The words of the row that has the damaged number (`nameWords`). */
  readonly rowWords: ReadonlySet<string>
  /** The area code of phones of the sheets that lack one. */
  readonly areaCode: string | null
  readonly yieldToEventLoop: YieldToEventLoop
}

/**
 * Finds the contacts of these sheets whose number may have been a damaged one, each once (docs/decisions/lists.md
 * §21). It reads the phones once, in slices, and names and conversations only where a phone fits. Throws `file_busy`
 * where the rows of a sheet are not there any more.
 */
export async function findLikelyContacts(
  { spans, isVague }: PhoneRemains,
  searched: readonly SearchedSheet[],
  deps: LikelyDeps,
): Promise<Omit<LikelyContacts, 'phone' | 'sheets'>> {
  const accounts = [...new Set(searched.map(({ sheet }) => sheet.connection_id))]
  const collector = createContactCollector()
  for (const [index, { sheet, stored }] of searched.entries()) {
    const account = accounts.indexOf(sheet.connection_id)
    let first = 0
    for (const read of stored.pieces()) {
      first += await searchPiece(read, { index, account, first, spans, isVague, found: collector, ...deps })
    }
    if (first !== stored.rows) throw new AppFailure('file_busy', { of: 'data' })
  }
  const count = collector.count()
  const isTooVague = isVague || count > mostMeant
  const listed = isVague ? [] : collector.hits().filter(({ hasName }) => hasName || !isTooVague)
  listed.sort(
    (one, other) => Number(other.hasName) - Number(one.hasName) || other.rank - one.rank || one.row - other.row,
  )
  const contacts = await withLeads(listed.slice(0, mostListed), searched, deps.yieldToEventLoop)
  return { count, is_vague: isTooVague, contacts }
}

/** Folded words of three letters and more: those that a name shares with a row. */
export function nameWords(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2 && !particles.has(word))
}

const particles: ReadonlySet<string> = new Set(['das', 'dos'])

/** Whether the row has two words of the name, or all that there are. */
function isNamedIn(rowWords: ReadonlySet<string>, name: string): boolean {
  const words = new Set(nameWords(name))
  const shared = [...words].filter((word) => rowWords.has(word)).length
  return shared > 0 && shared >= Math.min(2, words.size)
}

type ContactCollector = ReturnType<typeof createContactCollector>

/** The contacts so far. All are counted; those that may be listed are kept. */
function createContactCollector() {
  const people = new Set<string | number>()
  const kept = new Map<string | number, Hit>()
  return {
    count: () => people.size,
    hits: () => [...kept.values()],
    note(person: string | number, hit: Hit): void {
      people.add(person)
      const previous = kept.get(person)
      if (previous ? previous.rank < hit.rank : kept.size < mostMeant || hit.hasName) kept.set(person, hit)
    },
  }
}

interface PieceSearch extends LikelyDeps {
  /** Of the sheet, and of its account. */
  readonly index: number
  readonly account: number
  /** The first row of the piece in its sheet. */
  readonly first: number
  readonly spans: readonly KeySpan[]
  readonly isVague: boolean
  readonly found: ContactCollector
}

/** Gives how many rows the piece has. */
async function searchPiece(read: PieceReader, search: PieceSearch): Promise<number> {
  const { index, account, first, spans, isVague, found, rowWords, areaCode, yieldToEventLoop } = search
  const { rows, offsets, heap } = read('telefone_digitos', 'text')
  const block = createKeyBlock(rowsAtOnce)
  const compared: { fit: ReturnType<typeof fitOf> } = { fit: null }
  const compare = (_: unknown, key: number) => {
    compared.fit = fitOf(spans, key)
  }
  let details: ReturnType<typeof readDetails> | null = null
  for (let from = 0; from < rows; from += rowsAtOnce) {
    clearBlock(block)
    for (let row = from; row < Math.min(rows, from + rowsAtOnce); row++) {
      // Offsets lie inside their array: `as number` spares a check.
      const [start, end] = [offsets[row] as number, offsets[row + 1] as number]
      if (start === end) continue
      compared.fit = null
      addPhone(block, heap, start, end, areaCode, compare)
      if (compared.fit === null) continue
      details ??= readDetails(read)
      const contact = details.contacts[row] ?? Number.NaN
      const person = Number.isNaN(contact) ? `${index} ${first + row}` : account * 2 ** 48 + contact
      const hasName = !isVague && isNamedIn(rowWords, details.nameAt(row))
      found.note(person, {
        sheet: index,
        row: first + row,
        rank: details.rank(row),
        otherNinth: compared.fit === 'other_ninth',
        hasName,
      })
    }
    await yieldToEventLoop()
  }
  return rows
}

function readDetails(read: PieceReader) {
  return {
    contacts: read('contato_id', 'number').values,
    nameAt: textReader(read('nome', 'text')),
    rank: conversationRank(read('conversa_id', 'number'), read('conversa_criada_em', 'time')),
  }
}

async function withLeads(
  hits: readonly Hit[],
  searched: readonly SearchedSheet[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<LikelyContacts['contacts']> {
  const leads = createTakenLeads(yieldToEventLoop, shownColumns)
  const places: (ReadonlyMap<number, number> | null)[] = []
  for (const [index, { stored }] of searched.entries()) {
    const rows = hits.filter(({ sheet }) => sheet === index).map(({ row }) => row)
    places.push(await leads.take(stored, rows))
  }
  const leadAt = leadReader(leadColumnsOf(leads.columns()))
  return hits.map(({ sheet, row, otherNinth: other_ninth, hasName: has_name }) => {
    const at = places[sheet]?.get(row)
    if (at === undefined) throw new AppFailure('file_busy', { of: 'data' })
    return { lead: leadAt(at), sheet_name: searched[sheet]?.sheet.name ?? '', has_name, other_ninth }
  })
}
