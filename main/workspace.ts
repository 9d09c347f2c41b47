import type { AppState } from '../preload/contract/app.ts'
import { createAccountService, createReadUsage } from './account/service.ts'
import { createActivityService } from './activity/service.ts'
import { createCaptainOutcomeResolver } from './captain/remote.ts'
import { createCaptainService } from './captain/service.ts'
import { createConnectionsService } from './connections/service.ts'
import { createConsoleService } from './console/service.ts'
import { createContactsService } from './contacts/service.ts'
import { createConversationsService } from './conversations/service.ts'
import { createRecipesService } from './cruzar/recipes.ts'
import { createCruzarService } from './cruzar/service.ts'
import { createData } from './data-calls.ts'
import { createDiagnosticsService } from './diagnostics/service.ts'
import { createDocumentationService } from './documentation/service.ts'
import { recoveryRecord } from './engine/shared-calls.ts'
import { createEntriesService } from './entries/service.ts'
import { hasEncryptedFiles } from './erase-everything.ts'
import { createFormsService } from './forms/service.ts'
import { createHealthService } from './health/service.ts'
import type { ChildPort } from './kernel/child-process.ts'
import type { Call, Handlers } from './kernel/router.ts'
import type { Tasks } from './kernel/tasks.ts'
import { createTaskHandlers } from './kernel/tasks.ts'
import { dataKey, type Vault } from './kernel/vault/vault.ts'
import { createNotesService } from './notes/service.ts'
import { createReportsService } from './reports/service.ts'
import { createReviewsService } from './reviews/service.ts'
import { createSchedulesService } from './schedules/service.ts'
import { createMessageOutcomeResolver, createSendingService } from './sending/service.ts'
import { type AccountContract, type AskFeature, createServices, type HostServices } from './services.ts'
import { createSheetsService } from './sheets/service.ts'
import { createSummariesService } from './summaries/service.ts'
import { createSavedViews } from './tables/saved-views.ts'
import { createTablesService } from './tables/service.ts'
import { createWebhooksService } from './webhooks/service.ts'

interface WorkspaceDeps extends HostServices {
  /** The folder of this account's files. */
  readonly dir: string
  readonly vault: Vault
  readonly startData: () => ChildPort
}

/** The common dependencies of the own account and the demonstration. */
export type SharedDeps = Omit<WorkspaceDeps, 'dir' | 'vault' | 'exampleList'>

/** One set of data with its secrets: the person's own, or the demonstration account's. */
export interface Workspace {
  readonly handlers: Handlers<AccountContract>
  readonly tasks: Tasks
  /** Opens the data folder if needed and returns what happened to it. Rejects where it cannot be opened. */
  notice(): Promise<AppState['notice']>
  dismissNotice(): Promise<void>
  /** Whether no other process, such as a scheduled command, has the folder open. */
  isAlone(): Promise<boolean>
  /** Stops running work and closes the files. Stored data stay. */
  close(): Promise<void>
}

/** Opens the data with the key from the vault, and starts every feature on them. Throws the vault's errors. */
export async function openWorkspace(deps: WorkspaceDeps): Promise<Workspace> {
  const { dir, vault, startData, ...host } = deps
  const key = await dataKey(vault, { filesExist: hasEncryptedFiles(dir) })
  const data = createData({ start: startData, dir, key: key.toString('hex') })
  const closing = new AbortController()
  const ask: AskFeature = async (name, input, signal) => handlers[name](input as never, backgroundCall(signal))
  const services = createServices(host, { data, vault, closing: closing.signal, ask })
  const handlers: Handlers<AccountContract> = {
    ...createAccountService(services),
    ...createActivityService({
      ...services,
      outcomes: [createCaptainOutcomeResolver(services), createMessageOutcomeResolver(services)],
    }),
    ...createCaptainService(services),
    ...createConnectionsService(services),
    ...createConsoleService(services),
    ...createContactsService(services),
    ...createConversationsService(services),
    ...createCruzarService(services),
    ...createRecipesService(services),
    ...createDiagnosticsService(services),
    ...createDocumentationService(services),
    ...createEntriesService({ ...services, usage: createReadUsage(services) }),
    ...createFormsService(services),
    ...createHealthService(services),
    ...createNotesService(services),
    ...createReportsService(services),
    ...createReviewsService(services),
    ...createSchedulesService(services),
    ...createSendingService(services),
    ...createSheetsService(services),
    ...createSummariesService(services),
    ...createTablesService(services),
    ...createSavedViews(services),
    ...createTaskHandlers(services.tasks),
    ...createWebhooksService(services),
  }
  return {
    handlers,
    tasks: services.tasks,
    async notice() {
      const records = await data.ask('records.list', { collection: recoveryRecord.collection })
      const what = records.find(({ id }) => id === recoveryRecord.id)?.value
      if (what === 'restored') return 'records_restored'
      return what === 'lost' ? 'records_lost' : null
    },
    isAlone: () => data.ask('folder.is_alone', {}),
    dismissNotice: () => data.ask('records.remove', recoveryRecord),
    async close() {
      closing.abort()
      await services.tasks.close()
      await data.close()
      vault.close()
    },
  }
}

/** A call without a caller: without progress, and cancelled only by a given signal. */
export function backgroundCall(signal: AbortSignal = new AbortController().signal): Call<unknown> {
  return { signal, progress() {} }
}
