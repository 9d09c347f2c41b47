import { conversationsTable } from '../preload/contract/conversations-table.ts'
import { datasetTable } from '../preload/contract/datasets-table.ts'
import { createCaptain } from './captain/captain-stores.ts'
import { createAnswerStore } from './console/answer-store.ts'
import { createConsoleStore } from './console/console-store.ts'
import { createContactSearchStore, createContactStore, createRelatedStore } from './contacts/contact-stores.ts'
import { setDefaults } from './conversations/conversation-words.tsx'
import { createConversationsStore } from './conversations/conversations-store.ts'
import { createSetsStore, createStoredConversationStore } from './conversations/sets-store.ts'
import { datasetDefaults } from './datasets/dataset-words.ts'
import { createDatasetsStore } from './datasets/datasets-store.ts'
import { createDiagnosticsStore } from './diagnostics/diagnostics-store.ts'
import { createDocumentationStore, createHelpStore } from './documentation/documentation-store.ts'
import type { AppAsk } from './kernel/ask.ts'
import type { Changes } from './kernel/changes.ts'
import { createWritesStore } from './kernel/writes-store.ts'
import { createReportsStore } from './reports/reports-store.ts'
import { noticeRefused, noticeSent, noticeUnknown } from './sending/say.ts'
import { createSendingStore } from './sending/sending-store.ts'
import type { Tables } from './tables/table-store.ts'

interface PlatformStoresDeps {
  readonly ask: AppAsk
  readonly changes: Changes
  readonly tables: Tables
  /** A reload that waits until the data can be read. */
  whenOpen(reload: () => Promise<unknown>): () => unknown
}
/** The stores of the agent platform's screens, beside its sheets and cruzar, and when they load again. */
export function createPlatformStores({ ask, changes, tables, whenOpen }: PlatformStoresDeps) {
  const conversations = createConversationsStore({ ask, now: Date.now, newId: () => crypto.randomUUID() })
  const conversationSets = createSetsStore({ ask })
  const storedConversation = createStoredConversationStore({ ask })
  const conversationTable = (set: { readonly connection_id: string; readonly id: string }) =>
    tables.of(conversationsTable(set), setDefaults)

  const contactSearch = createContactSearchStore({ ask, clock: () => performance.now() })
  const contact = createContactStore({ ask })
  const related = createRelatedStore({ ask })
  const activity = createWritesStore({
    ledger: {
      list: (connection_id) => ask('activity.list', { connection_id }),
      check: (connection_id, id) => ask('activity.check', { connection_id, id }),
      settle: (connection_id, id, state) => ask('activity.settle', { connection_id, id, state }),
    },
    checked: async () => undefined,
  })
  const sending = createSendingStore({
    ask,
    newId: () => crypto.randomUUID(),
    onSent({ connection, conversation }, to, status) {
      noticeSent(to, status)
      if (conversations.getState().connection === connection) void conversations.getState().reread(conversation)
      if (contact.getState().key?.connection === connection) void contact.getState().refresh()
    },
    onUnknownInBackground: (_, to) => noticeUnknown(to),
    onRefusedInBackground: noticeRefused,
  })

  const captain = createCaptain({ ask })
  const documentation = createDocumentationStore({ ask, now: Date.now })
  const help = createHelpStore({ ask })

  const datasets = createDatasetsStore({ ask })
  const diagnostics = createDiagnosticsStore({ ask })
  const console = createConsoleStore({ ask })
  const consoleAnswer = createAnswerStore({ ask })

  const reports = createReportsStore({ ask, now: Date.now })

  changes.on('conversations', whenOpen(conversationSets.getState().load))
  changes.on('conversations', () => tables.reload('conversations'))
  changes.on('activity', whenOpen(activity.getState().load))
  for (const feature of ['sheets', 'cruzar', 'entries']) changes.on(feature, whenOpen(related.getState().reload))
  changes.on('documentation', whenOpen(documentation.getState().load))
  changes.on('diagnostics', whenOpen(diagnostics.getState().load))
  changes.on('datasets', whenOpen(datasets.getState().load))
  changes.on('console', whenOpen(console.getState().load))
  // The leads of the sheets stand beside the rows that they were joined with.
  for (const feature of ['datasets', 'sheets']) changes.on(feature, () => tables.reload('dataset'))

  changes.on('sheets', whenOpen(reports.getState().reloadSheets))

  return {
    stores: {
      reports,
      datasets,
      console,
      consoleAnswer,
      diagnostics,
      datasetTable: (one: { connection_id: string; id: string }) => tables.of(datasetTable(one), datasetDefaults),
      conversations,
      conversationSets,
      storedConversation,
      contactSearch,
      contact,
      related,
      activity,
      sending,
      conversationTable,
      documentation,
      help,
      captain,
    },
    /** What was read of one account is not another's. */
    forget() {
      documentation.setState(documentation.getInitialState(), true)
      help.setState(help.getInitialState(), true)
      captain.forget()
      conversations.getState().close()
      conversations.setState(conversations.getInitialState(), true)
      conversationSets.setState(conversationSets.getInitialState(), true)
      storedConversation.getState().close()
      contactSearch.getState().setText('')
      contactSearch.setState(contactSearch.getInitialState(), true)
      contact.getState().close()
      related.setState(related.getInitialState(), true)
      activity.setState(activity.getInitialState(), true)
      sending.getState().reset()
      reports.setState(reports.getInitialState(), true)
      datasets.setState(datasets.getInitialState(), true)
      diagnostics.getState().stop()
      diagnostics.setState(diagnostics.getInitialState(), true)
      console.getState().close()
      console.setState(console.getInitialState(), true)
      consoleAnswer.getState().close()
    },
  }
}
