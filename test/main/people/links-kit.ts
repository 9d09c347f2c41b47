import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { createStagedLists } from '../../../main/cruzar/data/lists/staged-lists.ts'
import { createRuns, type Runs } from '../../../main/cruzar/data/run-handlers.ts'
import { createFormsFolder, revise } from '../../../main/entries/data/forms-folder.ts'
import { createAccounts } from '../../../main/entries/data/table/account-entries.ts'
import { createLeadLinks } from '../../../main/entries/data/table/lead-links.ts'
import { createPeopleOfSheets } from '../../../main/people/sheet-people.ts'
import { writtenForms } from '../../../main/phones/phones.ts'
import { createSheetHandlers } from '../../../main/sheets/data/sheet-handlers.ts'
import { type ListSettings, listSettings } from '../../../preload/contract/cruzar.ts'
import { type LeadFilter, leadFilter } from '../../../preload/contract/sheets.ts'
import type { PhoneRung } from '../../../preload/values/rungs.ts'
import { noHolders, sheetNotesIn } from '../../kit/in-process.ts'
import { fileKey, folderOfTest, zoneOfTests } from '../../kit/temporary-folder.ts'
import { filterOf, type Lead, pagesOf } from '../sheets/data/lead-pages.ts'

const quiet = { signal: new AbortController().signal, progress: () => undefined }
/** Entries and sheets in a folder of their own, with the links between them. */
export function createLinksKit() {
  const dir = folderOfTest()
  let clock = Date.parse('2026-11-20T12:00:00Z')
  const now = () => new Date(clock)
  const zone = () => zoneOfTests
  const folder = createFormsFolder({ dir, key: fileKey })
  const sheets = createSheetHandlers({ dir, key: fileKey, notes: sheetNotesIn(dir), holders: noHolders, now, zone })
  const people = createPeopleOfSheets(sheets.cached)
  const links = createLeadLinks({ accounts: createAccounts({ folder }), people })
  const staged = createStagedLists({
    listOfRun: (id) => runs.listOf(id),
    listOfTable: () => Promise.reject(new Error('no tables')),
    recognise: (name, keys) => runs.recognise(name, keys),
  })
  const openRuns = (): Runs => createRuns({ dir, key: fileKey, staged, sheets: sheets.cached, now, zone })
  let runs = openRuns()
  onTestFinished(() => {
    runs.close()
    people.close()
    folder.close()
    sheets.close()
  })

  const begin = (id: string, mode: 'full' | 'quick' = 'full') =>
    sheets.handlers['sheets.begin']({ id, mode, updated_after: mode === 'quick' ? '2026-01-01' : null }, quiet)
  const pages = async (id: string, leads: readonly Lead[]) => {
    for (const [index, body] of pagesOf(leads, 500).entries())
      sheets.handlers['sheets.page']({ id, page: index + 1, body: Buffer.from(body) })
  }
  /** Reads the sheet whole, or once more. */
  const read = async (id: string, leads: readonly Lead[], mode: 'full' | 'quick' = 'full') => {
    await begin(id, mode)
    await pages(id, leads)
    await sheets.handlers['sheets.finish']({ id, numbered: true }, quiet)
  }
  const runOf = async (lines: readonly string[], chosen: Partial<ListSettings>, file: string) => {
    const [list, id] = [randomUUID(), randomUUID()]
    const source = { bytes: new TextEncoder().encode(['chave;nota', ...lines.map((line) => `${line};.`)].join('\n')) }
    await staged.handlers['lists.stage']({ list, name: file, source }, quiet)
    const settings = listSettings.parse({ key_columns: [{ index: 0, kind: 'phone' }], header: true, ...chosen })
    return { id, list, settings, name: 'Campanha', connection_id: 'c1', filter: leadFilter.parse({}) }
  }
  const columnsOf = async (id: string) => {
    const { columns, length } = await runs.tables.load(id, runs.tables.version(id))
    return (key: string) => Array.from({ length }, (_, row) => columns.get(key)?.text(row))
  }
  return {
    dir,
    links,
    sheets: sheets.handlers,
    quiet,
    begin,
    pages,
    later(ms: number) {
      clock += ms
    },
    read,
    /** Makes a sheet, and reads these leads into it. */
    async makeSheet(
      id: string,
      leads: readonly Lead[] | null = null,
      { connection_id = 'c1', agrupar = 'contato' as LeadFilter['agrupar'] } = {},
    ) {
      const sheet = { id, name: `Planilha ${id}`, connection_id, filter: filterOf(agrupar) }
      sheets.handlers['sheets.create'](sheet)
      if (leads !== null) await read(id, leads)
    },
    addEntries(entries: Readonly<Record<number, Readonly<Record<string, unknown>>>>, connection = 'forms') {
      const database = folder.open(connection)
      const add = database.prepare(
        `insert or replace into entries (id, form_id, body, schema_version, seen_at) values (?, 1, ?, 1, '2026-11-20')`,
      )
      database.transaction(() => {
        for (const [id, fields] of Object.entries(entries))
          add.run(Number(id), JSON.stringify({ id: Number(id), fields }))
        revise(database, 'entries')
      })()
    },
    /** Crosses a list, whose first column has its keys, with sheets; without any the service is to answer. */
    async cross(
      ids: string,
      lines: readonly string[],
      { kept = true, match = null, settings = {}, file = 'lista.csv', list_id }: CrossOptions = {},
    ) {
      const [sheet_id = '', ...sheet_ids] = ids.split(' ')
      const answered = await runs.handlers['runs.create'](
        {
          ...(await runOf(lines, settings, file)),
          sheet_id: sheet_id || null,
          sheet_ids,
          kept,
          match,
          other_ninth: true,
          list_id,
          recipe_id: null,
        },
        quiet,
      )
      const column = await columnsOf(answered.id)
      return { answered, outcomes: column('cruzar_resultado'), column }
    },
    columnsOf,
    get runs() {
      return runs.handlers
    },
    reopenRuns() {
      runs.close()
      runs = openRuns()
    },
    /** Rows of a sheet that a phone, as it is sent, means. */
    rowsOfPhone: async (id: string, key: string) => {
      const sheetPeople = await people.of(sheets.cached.read(id))
      const matches = sheetPeople?.matches({ key, kind: 'mobile', form: writtenForms.asKey, written: key })
      return matches?.map(({ row }) => row)
    },
  }
}
/** A lead with these fields; of no conversation unless it has `conversa_id`. */
interface CrossOptions {
  readonly kept?: boolean
  readonly match?: PhoneRung | null
  readonly settings?: Partial<ListSettings>
  readonly file?: string
  readonly list_id?: string | null
}

export function lead(fields: Lead): Lead {
  const digits = fields.telefone_digitos
  return { telefone: digits === undefined ? null : `+${digits}`, conversa_id: null, conversas_no_periodo: 0, ...fields }
}
