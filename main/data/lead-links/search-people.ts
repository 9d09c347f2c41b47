import type { KeptPerson } from '../../../preload/contract/contacts.ts'
import type { DataHandlers } from '../calls.ts'
import type { Column, Pause } from '../columns/column.ts'
import { foldText } from '../columns/fold-text.ts'
import { createPause } from '../columns/in-slices.ts'
import { phoneKey } from '../phones/phone-key.ts'
import { leadColumnOf, leadColumns } from '../sheets/lead-columns.ts'
import type { CachedSheet } from '../sheets/sheet-folder.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import { type SearchWord, searchWords } from '../views/search-words.ts'
import { phoneForms } from './phone-forms.ts'

/** As many as a list of suggestions shows. */
const mostFound = 8
/** Rows looked at for one question, over all sheets; the sheets that were read last come first. */
const mostRows = 3_000_000
/** Rows of a sheet that are ranked; a text that finds more says too little. */
const mostRanked = 20_000
const shortestName = 2
const shortestDigits = 4
const mostBytes = 200_000_000
const idleMs = 30_000

/** What people are found and shown by, of one sheet. */
interface PeopleColumns {
  readonly rows: number
  readonly name: Column
  readonly digits: Column
  readonly phone: Column
  readonly contact: Column
}

interface Found extends KeptPerson {
  /** 0 is the whole name or a phone, 1 its beginning, 2 beginnings of words, 3 anything else. */
  readonly rank: number
}

export interface PeopleSearch {
  readonly handler: DataHandlers['people.search']
  close(): void
}

/**
 * Finds people of the cached sheets by a part of the name, whatever its accents, or of the phone in any form, with or
 * without the ninth digit. Each contact once. Can be cancelled between sheets and words.
 */
export function createPeopleSearch(sheets: CachedSheets): PeopleSearch {
  const columns = createKeptColumns(sheets)
  return {
    handler: async ({ text }, { signal }) => {
      const searches = searchesOf(text)
      const pause = createPause(signal)
      const found = new Map<string, Found>()
      let looked = 0
      for (const sheet of searches.length > 0 ? newestFirst(sheets.list()) : []) {
        await pause()
        const known = columns.of(sheet)
        if (!known) continue
        looked += known.rows
        for (const row of await rowsOf(known, searches, pause)) {
          const person = personAt(known, sheet, row, text)
          const before = found.get(person.key)
          if (!before || person.found.rank < before.rank) found.set(person.key, person.found)
        }
        if (looked > mostRows) break
      }
      return [...found.values()]
        .sort((one, other) => one.rank - other.rank)
        .slice(0, mostFound)
        .map(({ rank: _, ...person }) => person)
    },
    close: columns.close,
  }
}

/** Each is a way to be found: all of its words. None where the text says too little. */
function searchesOf(text: string): readonly (readonly SearchWord[])[] {
  const words = searchWords(text)
  const isEnough = words.some(
    ({ needle, within }) => needle.length >= (within === 'digits' ? shortestDigits : shortestName),
  )
  if (!isEnough) return []
  const reading = words.every(({ within }) => within === 'digits') ? phoneKey(text) : null
  if (!reading?.ok) return [words]
  const { exact, otherNinth } = phoneForms(reading.key)
  // Without the country code a number is a part of itself with it.
  return [exact, otherNinth].flatMap((forms) => {
    const shortest = forms.toSorted((one, other) => one.length - other.length)[0]
    return shortest === undefined ? [] : [[{ needle: shortest, within: 'digits' as const }]]
  })
}

function newestFirst(sheets: readonly CachedSheet[]): readonly CachedSheet[] {
  return sheets.toSorted((one, other) => (other.read_at ?? '').localeCompare(one.read_at ?? ''))
}

async function rowsOf(
  { rows, name, digits }: PeopleColumns,
  searches: readonly (readonly SearchWord[])[],
  pause: Pause,
): Promise<readonly number[]> {
  const found: number[] = []
  for (const words of searches) {
    const counts = new Uint8Array(rows)
    for (const { needle, within } of words) {
      const hits = new Uint8Array(rows)
      ;(within === 'digits' ? digits : name).find(needle, within, hits)
      for (let row = 0; row < rows; row++) counts[row] = (counts[row] as number) + (hits[row] as number)
      await pause()
    }
    for (let row = 0; row < rows && found.length < mostRanked; row++) if (counts[row] === words.length) found.push(row)
  }
  return found
}

function personAt(known: PeopleColumns, sheet: CachedSheet, row: number, text: string) {
  const name = known.name.text(row)
  const contact = known.contact.text(row)
  const found: Found = {
    sheet_id: sheet.id,
    sheet_name: sheet.name,
    row,
    version: sheet.version,
    name: name === '' ? null : name,
    phone: known.phone.text(row) || known.digits.text(row) || null,
    rank: rankOf(foldText(name), foldText(text).trim()),
  }
  return { key: contact === '' ? `${sheet.id} ${row}` : `${sheet.connection_id} ${contact}`, found }
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted || /^[\d\s()+.-]+$/.test(wanted)) return 0
  if (name.startsWith(wanted)) return 1
  return wanted.split(/\s+/).every((word) => name.startsWith(word) || name.includes(` ${word}`)) ? 2 : 3
}

/** The columns of the sheets that were asked for last; let go when nobody asks for a while, since they weigh. */
function createKeptColumns(sheets: CachedSheets) {
  // In the order of last use.
  const kept = new Map<string, { readonly version: string; readonly columns: PeopleColumns; readonly bytes: number }>()
  let idle: NodeJS.Timeout | undefined
  const close = () => {
    clearTimeout(idle)
    kept.clear()
  }
  const shed = (newest: string) => {
    for (const id of [...kept.keys()]) {
      const bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
      if (id !== newest && bytes > mostBytes) kept.delete(id)
    }
  }
  return {
    /** Null where the rows cannot be read (any more). */
    of({ id, version }: CachedSheet): PeopleColumns | null {
      clearTimeout(idle)
      idle = setTimeout(close, idleMs).unref()
      const held = kept.get(id)
      kept.delete(id)
      if (held?.version === version) {
        kept.set(id, held)
        return held.columns
      }
      const columns = readColumns(sheets, id)
      if (!columns) return null
      const bytes = [columns.name, columns.digits, columns.phone, columns.contact].reduce(
        (sum, one) => sum + one.bytes,
        0,
      )
      kept.set(id, { version, columns, bytes })
      shed(id)
      return columns
    },
    close,
  }
}

function readColumns(sheets: CachedSheets, id: string): PeopleColumns | null {
  try {
    const stored = sheets.rows(id)
    const column = (key: string) => {
      const found = leadColumns.find((each) => each.key === key)
      const part = found ? stored.column(key, found.kind) : null
      return found && part ? leadColumnOf(found.type, part) : null
    }
    const name = column('nome')
    const digits = column('telefone_digitos')
    const phone = column('telefone')
    const contact = column('contato_id')
    return name && digits && phone && contact ? { rows: stored.rows, name, digits, phone, contact } : null
  } catch {
    // The sheet was forgotten meanwhile, or its file cannot be read: the list of sheets shows what is wrong with it.
    return null
  }
}
