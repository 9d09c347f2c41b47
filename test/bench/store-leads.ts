import type { LeadFilter } from '../../preload/contract/sheets.ts'
import { type LeadPages, readPages } from './lead-pages.ts'
import { type Measured, withData } from './measured.ts'

export const sheetId = 'bench'
export const everything: LeadFilter = {
  created_after: '2020-01-01',
  inbox_ids: [],
  assignee_ids: [],
  status: [],
  with_labels: [],
  without_labels: [],
  agrupar: 'contato',
}

interface StoredSheet {
  /** Seconds until every page was stored, then until the sheet was shown as whole. */
  readonly stored: number
  readonly finished: number
}

/** Stores the pages as a pull does, through the handlers of the data process, and ends the pull. */
export function storeLeads(dir: string, pages: LeadPages): Promise<Measured<StoredSheet>> {
  return withData(dir, async (data) => {
    const start = performance.now()
    const since = () => (performance.now() - start) / 1000
    await data.ask('sheets.create', { id: sheetId, name: 'bench', connection_id: 'bench', filter: everything })
    await data.ask('sheets.begin', { id: sheetId, mode: 'full', updated_after: null })
    let page = 0
    for (const body of readPages(pages)) await data.ask('sheets.page', { id: sheetId, page: ++page, body })
    const stored = since()
    const { badge, rows } = await data.ask('sheets.finish', { id: sheetId, numbered: true })
    if (badge.kind !== 'complete' || rows !== pages.rows)
      throw new Error(`the sheet is ${badge.kind} with ${rows} rows`)
    return { stored, finished: since() - stored }
  })
}
