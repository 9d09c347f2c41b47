import type { SearchHits } from '../../../preload/contract/tables.ts'
import { type SearchWord, searchWords } from '../../../preload/values/search-words.ts'
import { type InterruptibleWork, runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { type SearchedPhone, searchedPhone } from '../../phones/searched-phones.ts'
import type { Column } from '../columns/column.ts'
import type { Table } from './table.ts'

/** A word of a search, with the phone that its digits are. */
interface TableWord extends SearchWord {
  readonly phone: SearchedPhone | null
}

/** How a row has a word: not at all, as it was searched for, or only with the ninth digit added or removed. */
const rowHits = { none: 0, same: 1, otherNinth: 2 } as const

/** The words of a search text, all of which a row must have. */
export function tableWordsOf(search: string): readonly TableWord[] {
  return searchWords(search).map((word) => ({
    ...word,
    phone: word.within === 'digits' ? searchedPhone(word.needle) : null,
  }))
}

/** For each row of the table how it has the word in any of these columns (`rowHits`). */
export async function findWord(
  { columns, length }: Pick<Table, 'columns' | 'length'>,
  keys: readonly string[],
  { needle, within, phone }: TableWord,
  yieldToEventLoop: YieldToEventLoop,
): Promise<Uint8Array> {
  const hits = new Uint8Array(length)
  const searched = keys.flatMap((key) => columns.get(key) ?? [])
  for (const column of searched) {
    await column.load?.(yieldToEventLoop)
    column.find(needle, within, hits)
    await yieldToEventLoop()
  }
  if (phone) for (const column of searched) await runInSlices(findForms(column, phone, hits), yieldToEventLoop)
  return hits
}

const textsAStep = 4096

/** One more search, for the last digits; few rows have them, and only their texts are read. */
function* findForms(column: Column, phone: SearchedPhone, hits: Uint8Array): InterruptibleWork<void> {
  const endings = new Uint8Array(hits.length)
  column.find(phone.ending, 'digits', endings)
  yield
  let texts = 0
  for (let row = 0; row < hits.length; row++) {
    if (endings[row] === 0 || hits[row] === rowHits.same) continue
    const form = phone.formIn(column.text(row))
    if (form !== null) hits[row] = form === 'same' ? rowHits.same : rowHits.otherNinth
    if (++texts % textsAStep === 0) yield
  }
}

/**
 * The columns in which people see what the search box finds: those that it searches. They are all columns where it
 * searches one that is never shown, such as the texts of several columns together.
 */
export function shownSearch({ searchable, order, columns }: Table): readonly string[] {
  const keys = order.map(({ key }) => key)
  const ordered = new Set(keys)
  return searchable.every((key) => ordered.has(key) || !columns.has(key)) ? searchable : keys
}

/** Tells why these rows match a search, where the columns `shown` do not show it. */
export async function explainHits(
  table: Table,
  { rows, search, shown }: { readonly rows: Uint32Array; readonly search: string; readonly shown: readonly string[] },
  yieldToEventLoop: YieldToEventLoop,
): Promise<SearchHits> {
  const searched = new Set(shownSearch(table))
  // A phone may be searched in a column of its bare digits, and be seen in another one.
  const seen = shown.filter((key) => searched.has(key) || table.columns.get(key)?.type === 'phone')
  const unseen = [...searched].filter((key) => !shown.includes(key))
  const isHidden = new Uint8Array(table.length)
  const ninths = { with: new Uint8Array(table.length), without: new Uint8Array(table.length) }
  const hiddenColumns = new Set<string>()
  for (const word of tableWordsOf(search)) {
    const seenHits = await findWord(table, seen, word, yieldToEventLoop)
    const hits = seenHits.slice()
    for (const key of unseen) {
      const unseenHits = await findWord(table, [key], word, yieldToEventLoop)
      for (const row of rows) {
        if (unseenHits[row] === rowHits.none) continue
        if (seenHits[row] === rowHits.none) {
          isHidden[row] = 1
          hiddenColumns.add(key)
        }
        if (hits[row] !== rowHits.same) hits[row] = unseenHits[row] as number
      }
      await yieldToEventLoop()
    }
    const ninth = ninths[word.phone?.otherHasNinth ? 'with' : 'without']
    for (const row of rows) if (hits[row] === rowHits.otherNinth) ninth[row] = 1
  }
  return {
    with_ninth: countMarks(ninths.with),
    without_ninth: countMarks(ninths.without),
    hidden_rows: countMarks(isHidden),
    hidden_columns: [...hiddenColumns],
  }
}

function countMarks(marks: Uint8Array): number {
  let count = 0
  // Rows lie inside the table here and above: `as number` spares a check a row.
  for (let row = 0; row < marks.length; row++) count += marks[row] as number
  return count
}
