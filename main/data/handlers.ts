import path from 'node:path'
import { conversationsTable } from '../../preload/contract/conversation-fields.ts'
import { createConsoleHandlers } from './console/console-handlers.ts'
import { createConversationTables } from './conversations/conversations-source.ts'
import { createConversationNames } from './conversations/names.ts'
import { createConversationHandlers } from './conversations/set-handlers.ts'
import { createStoredConversations } from './conversations/stored-conversations.ts'
import { createDatasetStore } from './datasets/dataset-store.ts'
import { createJoinedTables } from './datasets/joined-tables.ts'
import { createDocumentationHandlers } from './documentation/documentation-handlers.ts'
import { createDuplicates } from './duplicates/duplicate-handlers.ts'
import { createEntryHandlers } from './entries/entry-handlers.ts'
import { createAccounts } from './entry-table/account-entries.ts'
import { createComparison } from './entry-table/compare-entries.ts'
import { createEntriesSource } from './entry-table/entries-source.ts'
import { createEntryTable } from './entry-table/entry-table-handlers.ts'
import { createNewestEntries } from './entry-table/newest-entries.ts'
import { createExportLogHandlers } from './export/export-log.ts'
import { writeReportFile } from './export/export-table.ts'
import { createFormHandlers } from './forms/form-handlers.ts'
import { createFormsFolder } from './forms/forms-folder.ts'
import { createLeadLinks } from './lead-links/lead-links.ts'
import { createPeopleSearch } from './lead-links/search-people.ts'
import { createPeopleOfSheets } from './lead-links/sheet-people.ts'
import { createStagedLists, maxFileBytes } from './lists/staged-lists.ts'
import { createConnectionHandlers, createPlatformFiles } from './platform-files.ts'
import { createRelatedHandlers } from './related/related-handlers.ts'
import { createReviewHandlers } from './reviews/review-handlers.ts'
import { createListExport } from './runs/export-list.ts'
import { createRuns } from './runs/run-handlers.ts'
import { createSheetNotes } from './sheets/sheet-folder.ts'
import { createSheetHandlers } from './sheets/sheet-handlers.ts'
import type { FolderKey } from './store/data-files.ts'
import { createFactHandlers } from './store/facts.ts'
import { createPresence } from './store/file-lock.ts'
import { createRecordHandlers, openRecords } from './store/records.ts'
import { createTableHandlers } from './tables/table-handlers.ts'
import { createTableLists, type TableList } from './tables/table-list.ts'
import { createLoadedTables } from './tables/views.ts'

/** An open folder of data: the handlers of its calls, and its end. */
export type OpenFolder = ReturnType<typeof openFolder>

/**
 * Opens the folder of data, which is made when it is not there, and wires its parts; the only file of the data process that
 * knows them all. Throws `key_missing` when the folder belongs to another key, `newer_version` when a later Cruza wrote it.
 */
export function openFolder({ dir, key, now }: FolderKey & { readonly now: () => Date }) {
  const records = openRecords({ dir, key })
  const presence = createPresence(path.join(dir, '.open'))
  const { database } = records
  const staged = createStagedLists({
    listOfRun: (id) => runs.listOf(id),
    recognise: (name, keys) => runs.recognise(name, keys),
    listOfTable: async (rows, call) => ({ bytes: await tableLists(rows, call), settings: settingsOfTable(rows) }),
  })
  const sheets = createSheetHandlers({ dir, key, notes: createSheetNotes(database), now })
  const people = createPeopleOfSheets(sheets.cached)
  const peopleSearch = createPeopleSearch(sheets.cached)
  const runs = createRuns({ dir, key, staged, sheets: sheets.cached, now })
  const folder = createFormsFolder({ dir, key })
  const platform = createPlatformFiles({ dir, key })
  const files = { forms: folder, platform }
  const accounts = createAccounts({ folder })
  const leadLinks = createLeadLinks({ accounts, people })
  const comparison = createComparison({ accounts, leadLinks })
  const entries = createEntriesSource({ folder, accounts, comparison })
  const newest = createNewestEntries({ folder, accounts, now })
  const duplicates = createDuplicates(sheets.cached)
  const datasets = createDatasetStore(platform)
  const names = createConversationNames({ files: platform, inSheets: sheets.cached.known })
  const sources = {
    sheet: sheets.source,
    run: runs.tables,
    entries,
    newest_entries: newest.source,
    duplicates: duplicates.source,
    dataset: createJoinedTables(datasets.table, people),
    conversations: createJoinedTables(createConversationTables({ files: platform, names }), people),
  }
  const tables = createLoadedTables(sources)
  const tableLists = createTableLists({ tables, most: maxFileBytes })
  const settingsOfTable = ({ table: { kind, id }, key_columns }: TableList) => {
    if (kind !== 'run') return { key_columns }
    const { key_columns: keys = null, area_column = null, area_code = null } = runs.settingsOf(id)
    return { key_columns: keys, area_column, area_code }
  }
  /** Handlers that forget something, after which the memory of its table is released. */
  const releasing =
    <Input>(forget: (input: Input) => unknown, release: (input: Input) => void) =>
    async (input: Input): Promise<void> => {
      try {
        await forget(input)
      } finally {
        release(input)
      }
    }
  const conversations = createConversationHandlers({ files: platform, names, now })
  const connections = createConnectionHandlers(files)
  const entryTable = createEntryTable({ accounts, comparison, tables, now })
  return {
    handlers: {
      ...createRecordHandlers(database),
      ...createExportLogHandlers(database),
      ...sheets.handlers,
      ...runs.handlers,
      ...staged.handlers,
      ...createListExport(staged),
      ...createTableHandlers({ sources, tables }),
      ...createFactHandlers({ files, now }),
      ...createFormHandlers({ folder, now }),
      ...createEntryHandlers({ folder, now }),
      ...entryTable.handlers,
      ...newest.handlers,
      ...duplicates.handlers,
      ...createReviewHandlers({ folder, now, idsOf: entryTable.idsOf, senderOf: accounts.senderOf }),
      ...datasets.handlers,
      ...createConsoleHandlers({ files: platform, datasets }),
      ...createRelatedHandlers({
        people,
        accounts,
        conversationsOf: createStoredConversations(platform),
        findInRuns: runs.find,
      }),
      ...createDocumentationHandlers(platform),
      'reports.write_file': writeReportFile,
      'folder.is_alone': presence.isAlone,
      ...conversations,
      ...connections,
      ...peopleSearch.handlers,
      'sheets.forget': releasing(sheets.handlers['sheets.forget'], ({ id }) => tables.release({ kind: 'sheet', id })),
      'runs.forget': releasing(runs.handlers['runs.forget'], ({ id }) => tables.release({ kind: 'run', id })),
      'datasets.forget': releasing(datasets.handlers['datasets.forget'], ({ connection_id, id }) =>
        tables.release({ kind: 'dataset', id: `${connection_id}:${id}` }),
      ),
      'conversations.forget_set': releasing(conversations['conversations.forget_set'], (set) =>
        tables.release(conversationsTable(set)),
      ),
      'connections.forget': releasing(connections['connections.forget'], ({ connection_id }) => {
        tables.clear()
        leadLinks.release(connection_id)
      }),
    },
    /** Closes every file. */
    close() {
      for (const part of [folder, platform, people, peopleSearch, sheets, runs, records, presence]) part.close()
    },
  }
}
