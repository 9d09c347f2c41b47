import type { ListSettings } from '../../preload/contract/cruzar.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import type { TestWorkspace } from './workspace.ts'

/** Different mobile numbers of São Paulo, as keys: digits with the code of the country. */
export function phones(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `55119${String(61_234_567 + at * 37)}`)
}

export interface RunOptions {
  readonly connection_id: string
  /** The cached sheet that answers in place of the service. */
  readonly sheet_id?: string
  /** The text of a CSV file, or the bytes of a spreadsheet. */
  readonly list: string | Uint8Array
  readonly name?: string
  readonly filter?: Partial<LeadFilter>
  readonly settings?: Partial<ListSettings>
}

/** Drops a list as a file and starts the run. */
export async function startRun({ ask, fileTickets }: TestWorkspace, options: RunOptions) {
  const { list, name = 'lista.csv', filter = {}, settings = {}, ...answerer } = options
  const ticket = fileTickets.put({ name, source: { bytes: Buffer.from(list) } })
  const staged = await ask('cruzar.stage', { from: 'file', ticket })
  return ask('cruzar.start', { list: staged.list, settings, filter, name, ...answerer })
}
