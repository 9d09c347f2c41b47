import type { OfAccount } from '../../engine/shared-calls.ts'
import { type ConnectionFiles, createConnectionFiles } from '../../engine/store/connection-files.ts'
import type { FolderKey } from '../../engine/store/data-files.ts'
import type { Database } from '../../engine/store/encrypted-file.ts'
import { type FilesOfServices, factsSchema, type OfConnection } from '../../engine/store/facts.ts'
import { raw, selectCount, selectValues } from '../../engine/store/sql.ts'

/**
 * The history of the console, its answers in parts, and the types of the answers by route. A form service's connection
 * has such a file for its console alone.
 */
const consoleSchema = `create table console_calls (
     id text primary key, at text not null, bytes integer not null, json text not null
   ) without rowid;
   create table console_parts (
     call text not null, part integer not null, bytes blob not null, primary key (call, part)
   );
   create table console_types (route text primary key, json text not null) without rowid;`

const documentationSchema = `
   create table doc_categories (place integer primary key, slug text not null, name text not null);
   create table doc_articles (
     id integer primary key,
     category text not null,
     slug text not null,
     place integer not null,
     listed integer not null,
     title text not null,
     summary text not null,
     keywords text not null,
     updated_at text,
     url text,
     body text,
     -- What the service said of its age when the body was read, and when that was.
     body_updated_at text,
     read_at text,
     unique (category, slug)
   );
   create table doc_files (name text primary key, text text not null, read_at text not null) without rowid;
   create table doc_index (read_at text not null);
   -- Its rows are those of doc_articles, and the files below zero.
   create virtual table doc_words using fts5(
     title, summary, keywords, body, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
   );`

/** Records saved from answers: the description of each data set with its layout, and its records in blocks of JSON. */
const datasetsSchema = `create table datasets (
     id text primary key, json text not null, layout text not null, revision integer not null
   ) without rowid;
   create table dataset_blocks (
     dataset text not null, place integer not null, json text not null, primary key (dataset, place)
   ) without rowid;`

const conversationsSchema = `
   -- json: SetRecord (set-record.ts).
   create table conversation_sets (id text primary key, json text not null) without rowid;
   -- A reading writes a generation of its own; the set says which one is shown.
   create table conversations (
     set_id text not null,
     generation integer not null,
     id integer not null,
     -- The pass through the pages that met it last.
     pass integer not null,
     -- Outside the days that were asked for: counted, never shown.
     outside integer not null,
     -- Of the last activity, epoch ms.
     at real,
     seen_at text not null,
     -- The conversation as the contract has it, without what came raw: what a table needs, in little.
     told text not null,
     primary key (set_id, generation, id)
   ) without rowid;
   -- The conversations as they came.
   create table conversation_bodies (
     set_id text not null,
     generation integer not null,
     id integer not null,
     body text not null,
     primary key (set_id, generation, id)
   );
   -- Names in answers: kind is inbox, agent, team or label; key is the id, or the label itself.
   create table conversation_names (
     kind text not null,
     key text not null,
     name text not null,
     primary key (kind, key)
   ) without rowid;`

/**
 * The stored data of each agent platform connection besides its sheets, `<dir>/platform/<connection>.platform`. It has
 * sets of conversations, data sets, read documentation, the history of the console, small answers, and the ledger of
 * writes. One string for each version of the file; each feature has its own tables. Only append to it.
 */
const platformSchema: readonly string[] = [
  [factsSchema, conversationsSchema, datasetsSchema, documentationSchema, consoleSchema].join('\n'),
  'alter table conversations rename column told to parsed;',
]

export function createPlatformFiles({ dir, key }: FolderKey): ConnectionFiles {
  return createConnectionFiles({ dir, key, name: 'platform', schema: platformSchema })
}

interface ConnectionHandlersDeps {
  readonly files: FilesOfServices
  /** The notes about people, which lie beside the files of connections. */
  readonly notes: { countOf(account: OfAccount): number; forget(account: OfAccount): void }
}

/** The stored data of a whole connection, to move and delete them. */
export function createConnectionHandlers({ files, notes }: ConnectionHandlersDeps) {
  return {
    /** Measured request times do not belong to the connection's account. */
    'platform.has': ({ connection_id }: OfAccount) =>
      isOfAccount(files.platform.openReadOnly(connection_id)) || notes.countOf({ connection_id }) > 0,
    'connections.deletion_impact': ({ connection_id }: OfAccount) => {
      const [forms, platform] = [files.forms.openReadOnly(connection_id), files.platform.openReadOnly(connection_id)]
      return {
        entries: selectCount(forms)`select count(*) from entries`,
        reviewed: selectCount(forms)`select count(*) from reviews where set_id = '' and state <> 'nova'`,
        conversation_sets: selectCount(platform)`select count(*) from conversation_sets`,
        datasets: selectCount(platform)`select count(*) from datasets`,
        notes: notes.countOf({ connection_id }),
      }
    },
    'connections.forget': ({ service, connection_id }: OfConnection) => files[service].remove(connection_id),
    'notes.forget': notes.forget,
  }
}

/** Whether the file has anything but measured request times (main/request-times.ts), which belong to no account. */
function isOfAccount(database: Database): boolean {
  const tables = selectValues<string>(database)`
    select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%'`
  return tables.some((table) => {
    const others = table === 'facts' ? "where name not like 'times/%'" : ''
    return selectCount(database)`select exists(select 1 from "${raw(table)}" ${raw(others)})` === 1
  })
}
