import { createNodeFetch } from '../../../main/hosts/node-fetch.ts'
import { startDataProcess } from '../../../main/hosts/node-parts.ts'
import { createFileTickets } from '../../../main/kernel/host-files.ts'
import { createPreferences } from '../../../main/kernel/preferences.ts'
import { defaultRetryPolicy } from '../../../main/kernel/retry.ts'
import { createMemoryVault } from '../../../main/kernel/vault/vault.ts'
import { openWorkspace } from '../../../main/workspace.ts'
import { everything } from '../store-leads.ts'
import { type PulledSheet, type PullOrder, readInput, report } from './input.ts'

/** The account as a host opens it; a new sheet through the service that answers the screen. */
const { dir, platform } = readInput<PullOrder>()
const now = () => new Date()
const workspace = await openWorkspace({
  version: '0.0.0',
  dir,
  vault: createMemoryVault(),
  fetch: createNodeFetch(),
  startData: startDataProcess,
  targets: { choose: async () => null },
  fileTickets: createFileTickets(),
  preferences: createPreferences(dir, 'pt-BR'),
  retryPolicy: { ...defaultRetryPolicy, now },
  now,
  zone: () => 'America/Sao_Paulo',
  changed() {},
  showProgress() {},
  exampleList: () => ({ name: '', text: '' }),
})
const call = { signal: new AbortController().signal, progress() {} }
const { handlers, tasks } = workspace
const { connection } = await handlers['connections.save'](
  {
    service: 'platform',
    name: 'bench',
    base_url: platform.url,
    account_id: platform.accountId,
    brand: platform.brand,
    beta_url: null,
    secret: platform.token,
  },
  call,
)

const start = performance.now()
const { id, task_id } = await handlers['sheets.create'](
  { connection_id: connection.id, name: 'bench', filter: everything },
  call,
)
const task = await tasks.ended(task_id ?? '')
const seconds = (performance.now() - start) / 1000
const sheet = (await handlers['sheets.list']({}, call)).find((one) => one.id === id)
await workspace.close()
report({ seconds, rows: sheet?.rows ?? 0, badge: sheet?.badge.kind ?? task?.state ?? 'none' } satisfies PulledSheet)
