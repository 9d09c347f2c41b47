import { AppFailure } from '../../kernel/failure.ts'
import type { DataHandlers } from '../calls.ts'
import type { Column } from '../columns/column.ts'
import { createPause } from '../columns/in-slices.ts'
import { digitsOf } from '../phones/phone-key.ts'
import type { CachedSheets } from '../sheets/sheet-handlers.ts'
import type { LoadedTables } from '../tables/loaded-tables.ts'
import type { Table } from '../tables/table.ts'
import { leadRow } from './lead-row.ts'
import type { PeopleOfSheets, SheetPeople } from './sheet-people.ts'

interface AnswerKeysDeps {
  readonly sheets: CachedSheets
  readonly people: PeopleOfSheets
  readonly tables: Pick<LoadedTables, 'open'>
}

/** A sheet that another process reads for the first time has other rows at every look. */
const mostTries = 5

/**
 * Answers keys from a cached sheet in place of the service (agent-platform.md, "Cross-check envelope"): phones by digits
 * alone, with or without 55, never by the ninth digit; e-mails whatever their case. Where a sheet has several rows of
 * a person, the newest conversation is told. Throws `not_found` for a sheet that is not here or has no rows yet.
 */
export function createAnswerKeys({ sheets, people, tables }: AnswerKeysDeps): DataHandlers['sheets.answer_keys'] {
  const opened = async (id: string): Promise<{ readonly known: SheetPeople; readonly table: Table }> => {
    for (let tries = 0; tries < mostTries; tries++) {
      const sheet = sheets.list().find((each) => each.id === id)
      if (!sheet) throw new AppFailure('not_found')
      const table = await tables.open({ kind: 'sheet', id })
      const known = await people.of(sheet)
      if (known && table.version === sheet.version) return { known, table }
      // The sheet was read anew in the meantime: its new rows answer. Otherwise its file is at fault.
      if (!known && sheets.list().some((each) => each.id === id && each.version === sheet.version)) {
        throw new AppFailure('file_damaged', {}, 'rows are missing')
      }
    }
    throw new AppFailure('file_busy')
  }
  return async ({ id, keys }, { signal }) => {
    const { known, table } = await opened(id)
    const pause = createPause(signal)
    const results: Answered[] = []
    for (const chave of keys) {
      results.push(answerOf(chave, known, table.columns))
      await pause()
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

function answerOf(chave: string, known: SheetPeople, columns: ReadonlyMap<string, Column>): Answered {
  const row = newestOf(rowsOf(chave, known, columns), known)
  return { chave, encontrado: row !== null, lead: row === null ? null : leadRow(columns, row) }
}

function rowsOf(key: string, known: SheetPeople, columns: ReadonlyMap<string, Column>): readonly number[] {
  if (key.includes('@')) {
    const wanted = key.toLowerCase()
    return known.byEmail(key).filter((row) => columns.get('email')?.text(row).toLowerCase() === wanted)
  }
  const digits = digitsOf(key)
  const exact = known.byDigits(digits)
  return exact.length > 0 ? exact : known.byDigits(`55${digits}`)
}

function newestOf(rows: readonly number[], { hasConversation, conversationAt }: SheetPeople): number | null {
  const [first, ...others] = rows
  if (first === undefined) return null
  return others.reduce((best, row) => {
    if (hasConversation(row) !== hasConversation(best)) return hasConversation(row) ? row : best
    return conversationAt(row) > conversationAt(best) ? row : best
  }, first)
}
