import { randomUUID } from 'node:crypto'
import type { StoredRun } from '../../../../main/leads/sheet-calls.ts'
import { type ListSettings, listSettings } from '../../../../preload/contract/cruzar.ts'
import { type LeadFilter, leadFilter } from '../../../../preload/contract/sheets.ts'
import type { Cell } from '../../../../preload/contract/tables.ts'
import { type Call, type DataFolder, openDataFolder } from '../../../kit/temporary-folder.ts'
import { type Lead, leadsOf } from '../../sheets/data/lead-pages.ts'
import { cellsOf } from '../../sheets/data/open-sheets.ts'

const filter = leadFilter.parse({})
export const asIs = listSettings.parse({})

/** A folder of data with runs. */
export interface RunKit extends DataFolder {
  /** Calls another process over the same folder. */
  elsewhere(): DataFolder['ask']
  make(text: string, settings?: ListSettings): Promise<StoredRun>
  /** The cells of a column, top to bottom. */
  column(id: string, key: string): Promise<Cell[]>
}

export function createRunKit(now?: () => Date): RunKit {
  const folder = openDataFolder({ now })
  const { dir, ask } = folder
  return {
    ...folder,
    elsewhere: () => openDataFolder({ dir }).ask,
    async make(text, settings = asIs) {
      const list = randomUUID()
      await ask('lists.stage', { list, name: 'campanha.csv', source: { bytes: new TextEncoder().encode(text) } })
      return ask('runs.create', { ...runOf(list), settings })
    },
    column: (id, key) => cellsOf(folder, { kind: 'run', id }, key),
  }
}

/** What makes a run of a staged list. */
export function runOf(list: string) {
  const answeredBy = { sheet_id: null, sheet_ids: [] }
  return {
    id: randomUUID(),
    list,
    settings: asIs,
    name: 'Campanha',
    connection_id: 'one',
    ...answeredBy,
    kept: true,
    match: null,
    other_ninth: true,
    recipe_id: null,
    filter,
  }
}

/** An item of an answer: absent, or found with these fields of the lead. */
export function result(chave: string, lead?: Record<string, unknown> | null) {
  return { chave, encontrado: lead !== undefined, lead: lead ?? null }
}
export function answerBody(results: readonly unknown[]): string {
  return JSON.stringify({
    meta: { total: results.length, encontrados: 0, sem_atendimento: 0, filtros: {} },
    resultados: results,
  })
}

export const phonesOf = (leads: readonly Lead[]) =>
  leads.map(({ telefone_digitos }) => telefone_digitos).filter((phone) => phone !== '')

interface Answering {
  readonly ids?: readonly string[]
  readonly filter?: LeadFilter
  /** The leads whose phones are the list. */
  readonly of?: readonly Lead[]
}

/** Makes a run that these sheets answer; gives its id. */
export async function cross(
  { ask }: Pick<DataFolder, 'ask'>,
  { ids = ['s1'], filter: chosenFilter = filter, of = leadsOf(60) }: Answering = {},
  call?: Call<'runs.create'>,
): Promise<string> {
  const list = randomUUID()
  const bytes = new TextEncoder().encode(['telefone', ...phonesOf(of)].join('\n'))
  await ask('lists.stage', { list, name: 'lista.csv', source: { bytes } })
  const [sheet_id = null, ...sheet_ids] = ids
  const settings = listSettings.parse({ header: true, key_columns: [{ index: 0, kind: 'phone' }] })
  const run = { ...runOf(list), settings, sheet_id, sheet_ids, filter: chosenFilter }
  return (await ask('runs.create', run, call)).id
}
