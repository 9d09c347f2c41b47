import type { KeptPerson } from '../../preload/contract/contacts.ts'
import { type SearchWord, searchWords } from '../../preload/values/search-words.ts'
import { foldText } from '../../preload/values/text.ts'
import type { Column } from '../engine/columns/column.ts'
import { createNumberColumn } from '../engine/columns/number-column.ts'
import { createTextColumn } from '../engine/columns/text-column.ts'
import type { Call } from '../kernel/router.ts'
import { createYieldToEventLoop, type YieldToEventLoop } from '../kernel/schedule.ts'
import type { CachedSheet, CachedSheets } from '../leads/cached-sheets.ts'
import type { StoredRows } from '../leads/open-sheet.ts'
import { phoneForms } from '../phones/match-ladder.ts'
import { phoneKey } from '../phones/phones.ts'
import { createSheetCache } from './sheet-people.ts'

/** A list of suggestions shows so many people. */
const mostFound = 8
/** Rows searched per query, over all sheets; the sheets that were read last come first. */
const mostRows = 3_000_000
/** Rows of a sheet that are ranked; a text that finds more is too vague. */
const mostRanked = 20_000
const shortestName = 2
const shortestDigits = 4

/** The columns by which people are found and shown, for some rows of a sheet; `from` is the number of the first. */
type PeoplePiece = { readonly from: number } & Readonly<Record<'name' | 'digits' | 'phone' | 'contact', Column>>

/**
 * Finds people of the cached sheets by a part of the name, whatever its accents, or of the phone in any form, with or
 * without the ninth digit. Each contact once. Can be cancelled between sheets and words.
 */
export function createPeopleSearch(sheets: CachedSheets) {
  const people = createSheetCache(async (id) => readPieces(sheets.rows(id)))
  const handlers = {
    'people.search': async ({ text }: { readonly text: string }, { signal }: Call) => {
      const searches = searchesOf(text)
      const yieldToEventLoop = createYieldToEventLoop(signal)
      // By the contact of an account, or the row that has none.
      const matches = new Map<string, { readonly person: KeptPerson; readonly rank: number }>()
      let searched = 0
      const newestFirst = sheets.list().toSorted((one, other) => (other.read_at ?? '').localeCompare(one.read_at ?? ''))
      for (const sheet of searches.length > 0 ? newestFirst : []) {
        const sheetPeople = await people.of(sheet)
        await yieldToEventLoop()
        if (!sheetPeople) continue
        searched += sheetPeople.rows
        let ranked = 0
        for (const piece of sheetPeople.pieces) {
          for (const row of await rowsOf(piece, searches, yieldToEventLoop)) {
            if (++ranked > mostRanked) break
            const person = personAt(piece, sheet, row)
            const contact = piece.contact.text(row)
            const key = contact === '' ? `${sheet.id} ${person.row}` : `${sheet.connection_id} ${contact}`
            const rank = rankOf(foldText(person.name ?? ''), foldText(text).trim())
            const previous = matches.get(key)
            if (!previous || rank < previous.rank) matches.set(key, { person, rank })
            await yieldToEventLoop()
          }
        }
        if (searched > mostRows) break
      }
      return [...matches.values()]
        .sort((one, other) => one.rank - other.rank)
        .slice(0, mostFound)
        .map(({ person }) => person)
    },
  }
  return { handlers, close: people.close }
}

/** Each search is a list of words that must all match. There is none when the text is too short. */
function searchesOf(text: string): readonly (readonly SearchWord[])[] {
  const words = searchWords(text)
  const isEnough = words.some(
    ({ needle, within }) => needle.length >= (within === 'digits' ? shortestDigits : shortestName),
  )
  if (!isEnough) return []
  const reading = words.every(({ within }) => within === 'digits') ? phoneKey(text) : null
  if (!reading?.ok) return [words]
  const { exact, otherNinth } = phoneForms(reading.key)
  // A number without the country code is a part of the same number with it.
  return [exact, otherNinth].flatMap((forms) => {
    const shortest = forms.toSorted((one, other) => one.length - other.length)[0]
    return shortest === undefined ? [] : [[{ needle: shortest, within: 'digits' as const }]]
  })
}

/** Rows within the piece. */
async function rowsOf(
  { name, digits }: PeoplePiece,
  searches: readonly (readonly SearchWord[])[],
  yieldToEventLoop: YieldToEventLoop,
): Promise<readonly number[]> {
  const rows = name.length
  const matchingRows: number[] = []
  for (const words of searches) {
    const counts = new Uint8Array(rows)
    for (const { needle, within } of words) {
      const hits = new Uint8Array(rows)
      ;(within === 'digits' ? digits : name).find(needle, within, hits)
      for (let row = 0; row < rows; row++) counts[row] = (counts[row] as number) + (hits[row] as number)
      await yieldToEventLoop()
    }
    for (let row = 0; row < rows; row++) if (counts[row] === words.length) matchingRows.push(row)
  }
  return matchingRows
}

function personAt({ from, name, phone, digits }: PeoplePiece, sheet: CachedSheet, row: number): KeptPerson {
  return {
    sheet_id: sheet.id,
    sheet_name: sheet.name,
    row: from + row,
    version: sheet.version,
    name: name.text(row) || null,
    phone: phone.text(row) || digits.text(row) || null,
  }
}

/** 0 is the whole name or a phone, 1 its beginning, 2 beginnings of words, 3 anything else. */
function rankOf(name: string, prefix: string): number {
  if (name === prefix || /^[\d\s()+.-]+$/.test(prefix)) return 0
  if (name.startsWith(prefix)) return 1
  return prefix.split(/\s+/).every((word) => name.startsWith(word) || name.includes(` ${word}`)) ? 2 : 3
}

/**
 * The people of a sheet, a few tens of thousands of rows at a time. Throws where some of the rows are no longer there.
 */
async function readPieces(stored: StoredRows) {
  const yieldToEventLoop = createYieldToEventLoop()
  const pieces: PeoplePiece[] = []
  let rows = 0
  for (const read of stored.pieces()) {
    const name = createTextColumn('text', read('nome', 'text'))
    await yieldToEventLoop()
    const digits = createTextColumn('text', read('telefone_digitos', 'text'))
    const phone = createTextColumn('phone', read('telefone', 'text'))
    await yieldToEventLoop()
    const contact = createNumberColumn(read('contato_id', 'number'))
    pieces.push({ from: rows, name, digits, phone, contact })
    rows += name.length
    await yieldToEventLoop()
  }
  if (rows !== stored.rows) throw new Error('the rows are gone')
  return {
    rows,
    pieces,
    get bytes() {
      const columns = pieces.flatMap(({ name, digits, phone, contact }) => [name, digits, phone, contact])
      return columns.reduce((sum, { bytes }) => sum + bytes, 0)
    },
  }
}
