import path from 'node:path'
import type { TableRef } from '../preload/contract/table-queries.ts'
import { conversationsTable } from '../preload/values/conversation-fields.ts'
import type { RowProgress } from '../preload/values/progress.ts'
import { createWriteHandlers } from './activity/data/write-handlers.ts'
import { createConnectionHandlers, createPlatformFiles } from './connections/data/platform-files.ts'
import { createConsoleHandlers } from './console/data/console-handlers.ts'
import { createDatasetStore } from './console/data/dataset-store.ts'
import { createDuplicates } from './contacts/data/duplicate-handlers.ts'
import { createRelatedHandlers } from './contacts/data/related-handlers.ts'
import { createConversationTables } from './conversations/data/conversations-source.ts'
import { createConversationNames } from './conversations/data/names.ts'
import { createConversationHandlers } from './conversations/data/set-handlers.ts'
import { createStoredConversations } from './conversations/data/stored-conversations.ts'
import { createListExport } from './cruzar/data/lists/export-list.ts'
import { createStagedLists, maxFileBytes } from './cruzar/data/lists/staged-lists.ts'
import { createRuns } from './cruzar/data/run-handlers.ts'
import { createDocumentationHandlers } from './documentation/data/documentation-handlers.ts'
import type { DataContext } from './engine/calls.ts'
import { createExportLogHandlers } from './engine/export/export-log.ts'
import { writeReportFile } from './engine/export/export-table.ts'
import type { OneItem } from './engine/shared-calls.ts'
import type { FolderKey } from './engine/store/data-files.ts'
import { createFactHandlers } from './engine/store/facts.ts'
import { createPresence } from './engine/store/file-lock.ts'
import { createRecordHandlers, openRecords } from './engine/store/records.ts'
import { createTableHandlers } from './engine/tables/table-handlers.ts'
import { createTableLists, type TableList } from './engine/tables/table-list.ts'
import { createLoadedTables } from './engine/tables/views.ts'
import { createEntryHandlers } from './entries/data/entry-handlers.ts'
import { createFormHandlers } from './entries/data/form-handlers.ts'
import { createFormsFolder } from './entries/data/forms-folder.ts'
import { createPackageNotes } from './entries/data/reviews/package-notes.ts'
import { createReviewHandlers } from './entries/data/reviews/review-handlers.ts'
import { createAccounts } from './entries/data/table/account-entries.ts'
import { createComparison } from './entries/data/table/compare-entries.ts'
import { createEntriesSource } from './entries/data/table/entries-source.ts'
import { createEntryTable } from './entries/data/table/entry-table-handlers.ts'
import { createLeadLinks } from './entries/data/table/lead-links.ts'
import { createNewestEntries } from './entries/data/table/newest-entries.ts'
import { createRelatedEntries } from './entries/data/table/related-entries.ts'
import type { Call } from './kernel/router.ts'
import { createNoteColumns } from './notes/data/note-columns.ts'
import { createNotes } from './notes/data/stored-notes.ts'
import { createJoinedTables } from './people/joined-tables.ts'
import { createPeopleSearch } from './people/search-people.ts'
import { createPeopleOfSheets } from './people/sheet-people.ts'
import { createSheetNotes } from './sheets/data/sheet-folder.ts'
import { createSheetHandlers } from './sheets/data/sheet-handlers.ts'

export type OpenFolder = ReturnType<typeof openFolder>

/**
 * Opens the data folder, makes it if needed, and wires its parts. It is the only file of the data process that knows
 * them all. Throws `key_missing` when the folder belongs to another key, `newer_version` when a later Cruza wrote it.
 */
export function openFolder({ dir, key, now, zone }: FolderKey & DataContext) {
  const records = openRecords({ dir, key })
  const presence = createPresence(path.join(dir, '.open'))
  const { database } = records
  const staged = createStagedLists({
    listOfRun: (id) => runs.listOf(id),
    recognise: (name, keys) => runs.recognise(name, keys),
    listOfTable: async (rows, call) => ({ bytes: await tableLists(rows, call), settings: settingsOfTable(rows) }),
  })
  const sheets = createSheetHandlers({
    dir,
    key,
    notes: createSheetNotes(database),
    holders: { holds: (id, sheet) => runs.holders.holds(id, sheet), of: (sheet) => runs.holders.of(sheet) },
    now,
    zone,
  })
  const people = createPeopleOfSheets(sheets.cached)
  const peopleSearch = createPeopleSearch(sheets.cached)
  const runs = createRuns({ dir, key, staged, sheets: sheets.cached, now, zone })
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
    difference: sheets.differences,
    duplicates: duplicates.source,
    dataset: createJoinedTables(datasets.table, people),
    conversations: createJoinedTables(createConversationTables({ files: platform, names, zone }), people),
  }
  const notes = createNotes({ database, now })
  const accountOf = ({ kind, id }: TableRef) =>
    kind === 'run' ? runs.accountOf(id) : sources[kind].origin(id).connection_id
  const tables = createLoadedTables(sources, { now, zone, added: createNoteColumns({ notes, accountOf }) })
  const tableLists = createTableLists({ tables, most: maxFileBytes })
  const settingsOfTable = ({ table: { kind, id }, key_columns }: TableList) => {
    if (kind !== 'run') return { key_columns }
    const { key_columns: keys = null, area_column = null, area_code = null } = runs.settingsOf(id)
    return { key_columns: keys, area_column, area_code }
  }
  /** Handlers that delete something and then release the memory of its table. */
  const releasing =
    <Input>(forget: (input: Input, call: Call<RowProgress>) => unknown, release: (input: Input) => void) =>
    async (input: Input, call: Call<RowProgress>): Promise<void> => {
      try {
        await forget(input, call)
      } finally {
        release(input)
      }
    }
  /** Runs that show leads of the sheet get them first. Throws `leads_lost` where some cannot be read. */
  const forgetSheet = async (
    { id, lose_leads: mayLose = false }: OneItem & { readonly lose_leads?: boolean },
    call: Call<RowProgress>,
  ): Promise<void> => {
    sheets.recover(id)
    await runs.storeLeadsOf(id, { mayLose, ...call })
    await sheets.handlers['sheets.forget']({ id })
  }
  const conversations = createConversationHandlers({ files: platform, names, now })
  const personNotes = createPackageNotes({ accounts, notes: notes.ofSenders })
  const connections = createConnectionHandlers({ files, notes })
  const entryTable = createEntryTable({ accounts, comparison, tables, now })
  return {
    handlers: {
      ...createRecordHandlers(database),
      ...createExportLogHandlers(database),
      ...sheets.handlers,
      ...runs.handlers,
      ...staged.handlers,
      ...createListExport(staged),
      ...createTableHandlers({ sources, tables, zone }),
      ...createFactHandlers(files),
      ...createWriteHandlers({ files, now }),
      ...createFormHandlers({ folder, now }),
      ...createEntryHandlers({ folder, now }),
      ...entryTable.handlers,
      ...newest.handlers,
      ...duplicates.handlers,
      ...createReviewHandlers({ folder, now, idsOf: entryTable.idsOf, senderOf: accounts.senderOf, personNotes }),
      ...datasets.handlers,
      ...createConsoleHandlers({ files: platform, datasets }),
      ...createRelatedHandlers({
        people,
        entriesOf: createRelatedEntries(accounts),
        conversationsOf: createStoredConversations(platform),
        findInRuns: runs.find,
      }),
      ...createDocumentationHandlers(platform),
      'reports.write_file': writeReportFile,
      'folder.is_alone': presence.isAlone,
      ...conversations,
      ...connections,
      ...peopleSearch.handlers,
      ...notes.handlers,
      'sheets.forget': releasing(forgetSheet, ({ id }) => tables.release({ kind: 'sheet', id })),
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
    close() {
      for (const part of [folder, platform, people, peopleSearch, sheets, runs, records, presence]) part.close()
    },
  }
}
