import type { KeptPerson, Related } from '../../preload/contract/contacts.ts'
import type { Dataset } from '../../preload/contract/datasets.ts'
import type { ExportFormat, WrittenFile } from '../../preload/contract/tables.ts'
import type { ConsoleCalls } from './console-calls.ts'
import type { ConversationCalls } from './conversation-calls.ts'
import type { DataCall } from './data-call.ts'
import type { DocumentationCalls } from './documentation-calls.ts'

interface OfAccount {
  readonly connection_id: string
}

/** Someone as a service or a list knows them: the number is that of the account's contact, phones and e-mails as they came. */
export interface PersonKeys {
  readonly contact_id: number | null
  readonly phones: readonly string[]
  readonly emails: readonly string[]
}

/** A column of a report as it goes to a file. */
export interface ReportFileColumn {
  readonly heading: string
  readonly kind: 'text' | 'number' | 'time'
}

/** Calls to the file of a platform connection (main/data/platform/platform-files.ts). */
export interface PlatformCalls extends DocumentationCalls, ConsoleCalls, ConversationCalls {
  /** Whether anything of the connection's account is kept here; how long its requests take is not of the account. */
  'platform.has': DataCall<OfAccount, boolean>
  /** What is kept of the connection that a person may miss. */
  'platform.weigh': DataCall<OfAccount, { conversation_sets: number; datasets: number }>
  /** Removes the connection's file with everything in it. */
  'platform.forget_connection': DataCall<OfAccount, void>

  'datasets.list': DataCall<OfAccount, Dataset[]>
  /** Stores records of any shape as a data set. An existing `id` is replaced; its name, layout and join stay. */
  'datasets.store': DataCall<
    OfAccount & Pick<Dataset, 'id' | 'name' | 'origin' | 'source'> & { records: readonly unknown[]; read_at: string },
    Dataset
  >
  'datasets.rename': DataCall<OfAccount & { id: string; name: string }, Dataset>
  'datasets.join': DataCall<OfAccount & { id: string; join: Dataset['join'] }, Dataset>
  'datasets.forget': DataCall<OfAccount & { id: string }, void>

  /** What sheets, runs and the kept entries of these connections to form services have of a person (main/data/related). */
  'related.find': DataCall<OfAccount & PersonKeys & { forms: readonly string[] }, Related>

  /** People of cached sheets by a part of the name or phone (main/data/lead-links/search-people.ts). */
  'people.search': DataCall<{ text: string }, KeptPerson[]>

  /** Writes rows that main has as a file, whole or not at all; times in a zone (IANA). */
  'reports.write_file': DataCall<
    {
      columns: readonly ReportFileColumn[]
      rows: readonly (readonly (string | number | null)[])[]
      format: ExportFormat
      path: string
      sheet_name: string
      zone: string
    },
    WrittenFile
  >
}
