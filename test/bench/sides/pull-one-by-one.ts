import type { PageFacts } from '../../../main/data/calls.ts'
import { createData } from '../../../main/data/client.ts'
import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { startDataProcess } from '../../../main/hosts/node-parts.ts'
import { rowsPerPage } from '../lead-pages.ts'
import { everything, sheetId } from '../store-leads.ts'
import { fileKey, type PulledSheet, type PullOrder, readInput, report } from './input.ts'

/** The loop that the document shows: ask for a page, keep it, ask for `meta.next_page`; into the same store. */
const { dir, platform } = readInput<PullOrder>()
const data = createData({ start: startDataProcess, dir, key: fileKey })
const fetch = createNodeFetch()
await data.ask('sheets.list', {})

const leads = `${platform.url}/api/v1/accounts/${platform.accountId}/${platform.brand}/leads`
const start = performance.now()
await data.ask('sheets.create', { id: sheetId, name: 'bench', connection_id: 'bench', filter: everything })
await data.ask('sheets.begin', { id: sheetId, mode: 'full', updated_after: null })
for (let page: number | null = 1; page !== null; ) {
  const query = `created_after=${everything.created_after}&agrupar=contato&per_page=${rowsPerPage}&page=${page}`
  const answer = await fetch(`${leads}?${query}`, {
    headers: { accept: 'application/json', api_access_token: platform.token },
  })
  const facts: PageFacts = await data.ask('sheets.page', { id: sheetId, page, body: await answer.text() })
  page = facts.next_page
}
const { rows, badge } = await data.ask('sheets.finish', { id: sheetId, numbered: true })
const seconds = (performance.now() - start) / 1000
await data.close()
report({ seconds, rows, badge: badge.kind } satisfies PulledSheet)
