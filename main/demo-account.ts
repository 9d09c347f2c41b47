import { leadFilter } from '../preload/contract/sheets.ts'
import { catalogues, type Messages } from '../preload/messages/catalogue.ts'
import type { Demo } from './demo/demo.ts'
import { createTemporaryFolder } from './kernel/temporary-folders.ts'
import { createMemoryVault } from './kernel/vault/vault.ts'
import { backgroundCall, openWorkspace, type SharedDeps, type Workspace } from './workspace.ts'

const size = { seed: 1, leads: 20_000 }
const exampleRows = 400

/** The demonstration account of the app; at most one is open. */
interface DemoAccount {
  workspace(): Workspace | undefined
  enter(): Promise<void>
  /** Leaves the account, also one that another window is still entering. */
  leave(): Promise<void>
}

/** The demonstration's files lie in a temporary folder, within `dataDir` where that is writable. */
export function createDemoAccount(shared: SharedDeps, dataDir: string): DemoAccount {
  let workspace: Workspace | undefined
  /** Two windows may enter at once: both get the same account. */
  let opening: Promise<Workspace> | undefined
  return {
    workspace: () => workspace,
    async enter() {
      opening ??= openDemoAccount(shared, dataDir)
      try {
        workspace = await opening
      } catch (error) {
        opening = undefined
        throw error
      }
    },
    async leave() {
      const leftovers = await opening?.catch(() => undefined)
      workspace = undefined
      opening = undefined
      await leftovers?.close()
      shared.showProgress(null)
    },
  }
}

/**
 * Opens the demonstration account: both services on loopback, secrets in memory, files in a temporary folder under a
 * key that is stored nowhere. It makes both connections and starts to read a sheet of this year and the entries of all
 * forms. `close` removes everything.
 */
async function openDemoAccount(deps: SharedDeps, dataDir: string): Promise<Workspace> {
  const [{ startDemo }, { sampleList }] = await Promise.all([import('./demo/demo.ts'), import('./demo/sample-list.ts')])
  const messages = catalogues[deps.preferences.read().language]
  const demo = await startDemo(size)
  const folder = await createTemporaryFolder(dataDir, 'demo')
  const workspace = await openWorkspace({
    ...deps,
    dir: folder.path,
    vault: createMemoryVault(),
    exampleList: () => ({ name: messages.demo.exampleListName, text: sampleList(size, exampleRows) }),
  })
  const close = async () => {
    await workspace.close()
    await demo.close()
    await folder.remove()
  }
  try {
    await furnish(workspace, demo, messages, deps.now())
  } catch (error) {
    await close()
    throw error
  }
  return { ...workspace, close }
}

/** Makes both connections and starts to read a sheet and the entries of all forms. */
async function furnish({ handlers }: Workspace, demo: Demo, messages: Messages, now: Date): Promise<void> {
  const call = backgroundCall()
  const { connection } = await handlers['connections.save'](
    {
      service: 'platform',
      name: messages.demo.platformName,
      base_url: demo.platform.url,
      account_id: demo.platform.accountId,
      brand: demo.platform.brand,
      beta_url: null,
      secret: demo.platform.token,
    },
    call,
  )
  const { connection: account } = await handlers['connections.save'](
    {
      service: 'forms',
      name: messages.demo.formsName,
      base_url: demo.forms.url,
      account_id: null,
      brand: null,
      beta_url: null,
      secret: demo.forms.key,
    },
    call,
  )
  await handlers['sheets.create'](
    {
      connection_id: connection.id,
      name: messages.demo.sheetName,
      filter: leadFilter.parse({ created_after: `${now.getFullYear()}-01-01` }),
    },
    call,
  )
  const { forms } = await handlers['forms.refresh']({ connection_id: account.id, status: null, search: '' }, call)
  for (const { id } of forms) await handlers['forms.keep']({ connection_id: account.id, id, keep: true }, call)
}
