import { AppFailure } from '../../kernel/failure.ts'
import { digitsOf } from '../../kernel/phones.ts'
import { createYieldToEventLoop } from '../../kernel/schedule.ts'
import type { DataHandlers } from '../calls.ts'
import type { Column } from '../columns/column.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import type { LoadedTables, Table } from '../tables/table.ts'
import { leadRow } from './find-people.ts'
import type { PeopleOfSheets, SheetPeople } from './sheet-people.ts'

interface AnswerKeysDeps {
  readonly sheets: CachedSheets
  readonly people: PeopleOfSheets
  readonly tables: Pick<LoadedTables, 'open'>
}

/** A sheet that another process reads for the first time has other rows at every attempt. */
const mostTries = 5

/**
 * Answers keys from cached sheets in place of the service (agent-platform.md, "Cross-check envelope"): phones by digits
 * alone, with or without 55, never by the ninth digit; e-mails whatever their case. Where they have several rows of
 * a person, the row with the newest conversation wins. Throws `not_found` for a sheet that is not here or has no rows yet.
 */
export function createAnswerKeys({ sheets, people, tables }: AnswerKeysDeps): DataHandlers['sheets.answer_keys'] {
  const opened = async (id: string): Promise<{ readonly known: SheetPeople; readonly table: Table }> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const sheet = sheets.read(id)
      const table = await tables.open({ kind: 'sheet', id })
      const known = await people.of(sheet)
      if (known && table.version === sheet.version) return { known, table }
      // The sheet was read anew in the meantime: its new rows answer. Otherwise its file is at fault.
      if (!known && sheets.read(id).version === sheet.version) {
        throw new AppFailure('file_damaged', {}, 'rows are missing')
      }
    }
    throw new AppFailure('file_busy', { of: 'data' })
  }
  return async ({ ids, keys }, { signal }) => {
    const answering: AnsweringRows[] = []
    for (const id of ids) {
      const { known, table } = await opened(id)
      answering.push({ known, columns: table.columns })
    }
    const yieldToEventLoop = createYieldToEventLoop(signal)
    const results: Answered[] = []
    for (const chave of keys) {
      results.push(answerOf(chave, answering))
      await yieldToEventLoop()
    }
    const found = results.filter(({ encontrado }) => encontrado)
    return JSON.stringify({
      meta: {
        total: keys.length,
        encontrados: found.length,
        sem_atendimento: found.filter(({ lead }) => lead?.conversa_id === null).length,
        filtros: {},
      },
      resultados: results,
    })
  }
}

interface Answered {
  readonly chave: string
  readonly encontrado: boolean
  readonly lead: Record<string, unknown> | null
}

interface AnsweringRows {
  readonly known: SheetPeople
  readonly columns: ReadonlyMap<string, Column>
}

function answerOf(chave: string, sheets: readonly AnsweringRows[]): Answered {
  const rows = sheets.flatMap((sheet) => rowsOf(chave, sheet.known, sheet.columns).map((row) => ({ ...sheet, row })))
  const newest = newestOf(rows)
  return { chave, encontrado: newest !== null, lead: newest === null ? null : leadRow(newest.columns, newest.row) }
}

function rowsOf(key: string, known: SheetPeople, columns: ReadonlyMap<string, Column>): readonly number[] {
  if (key.includes('@')) {
    const searched = key.toLowerCase()
    return known.byEmail(key).filter((row) => columns.get('email')?.text(row).toLowerCase() === searched)
  }
  const digits = digitsOf(key)
  const exact = known.byDigits(digits)
  return exact.length > 0 ? exact : known.byDigits(`55${digits}`)
}

type FoundRow = AnsweringRows & { readonly row: number }

function newestOf(rows: readonly FoundRow[]): FoundRow | null {
  const isNewer = (one: FoundRow, other: FoundRow) => {
    const has = one.known.hasConversation(one.row)
    if (has !== other.known.hasConversation(other.row)) return has
    return one.known.conversationAt(one.row) > other.known.conversationAt(other.row)
  }
  return rows.reduce<FoundRow | null>((newest, row) => (newest && !isNewer(row, newest) ? newest : row), null)
}
