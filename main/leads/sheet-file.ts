import { existsSync } from 'node:fs'
import type { LeadFilter, LeadNames, SheetBadge } from '../../preload/contract/sheets.ts'
import type { TableLayout } from '../../preload/contract/tables.ts'
import { foldedTexts } from '../engine/columns/fold-text.ts'
import { createReusedMemory, type Memory, type Part, type PartKind, type PartOf } from '../engine/columns/part.ts'
import {
  createSegmentJoiner,
  decodeSegment,
  decodeSegments,
  encodeSegment,
  partOf,
  sectionAt,
  unpackSections,
} from '../engine/columns/segment.ts'
import { type Database, openEncryptedFile, watchChanges } from '../engine/store/encrypted-file.ts'
import {
  atomically,
  execute,
  selectAll,
  selectCount,
  selectOneJson,
  selectValue,
  selectValues,
} from '../engine/store/sql.ts'
import { AppFailure } from '../kernel/failure.ts'
import type { InterruptibleWork, YieldToEventLoop } from '../kernel/schedule.ts'
import { columnFromExtra } from './extra-fields.ts'
import { extraKey, leadColumns } from './lead-columns.ts'
import type { PullState, StoredSheet } from './sheet-calls.ts'

type Aside = StoredSheet['aside']
const maxNamed = 20
/** Older files do not count them. */
export const noneAside: Aside = { count: 0, contacts: [] }
export function moreAside({ count, contacts }: Aside, newContacts: readonly (number | null)[]): Aside {
  const named = newContacts.filter((contact) => contact !== null)
  return { count: count + newContacts.length, contacts: [...contacts, ...named].slice(0, maxNamed) }
}

/** What is known of the rows of a reading. */
interface Reading {
  /** The rows themselves; null while none were read whole. */
  readonly generation: number | null
  readonly rows: number
  /** What the service counts. */
  readonly total: number | null
  readonly repeated: number
  /** Older files do not have it. */
  readonly aside?: Aside
  readonly echoed: Record<string, unknown> | null
  readonly has_extra: boolean
  readonly phones_differ: boolean
}

export const nothingRead: Reading = {
  generation: null,
  rows: 0,
  total: null,
  repeated: 0,
  echoed: null,
  has_extra: false,
  phones_differ: false,
}

/** What a sheet's file states about itself, besides its rows. */
export interface SheetState extends Reading {
  readonly id: string
  readonly name: string
  readonly connection_id: string
  readonly filter: LeadFilter
  readonly created_at: string
  /** The badge of the rows that are shown, or why a first pull has not ended. */
  readonly badge: SheetBadge
  readonly next_generation: number
  readonly read_at: string | null
  readonly refreshed_at: string | null
  /** Older files do not have it. */
  readonly unknown_counts?: number
}

/** A pull whose pages are stored but not yet shown as whole; one a sheet at most. */
export interface PullRecord extends Reading {
  readonly mode: PullState['mode']
  readonly filter: LeadFilter
  readonly generation: number
  /** When its first page was requested: rows that change later are the next refresh's to find. */
  readonly started_at: string
  readonly last_page: number
  /** Of a quick refresh whose pages are all read: the first row that was read again, and the next one to read again. */
  readonly reread?: { readonly from: number; readonly next: number | null }
  readonly next_page: number
  readonly total_changed: boolean
}

/** Names the rows of a sheet: a generation changes only by growing. */
export function rowsVersion(generation: number | null, rows: number): string {
  return `${generation ?? 'none'}.${rows}`
}

export const notReadYet: SheetBadge = { kind: 'partial', reason: 'ended', failure: null }

/** What a sheet is, whatever was read of it. */
export type SheetNote = Pick<SheetState, 'name' | 'connection_id' | 'filter' | 'created_at'>

/** A sheet of which nothing was read. */
export function newSheet(named: SheetNote & Pick<SheetState, 'id'>): SheetState {
  return {
    ...named,
    ...nothingRead,
    badge: notReadYet,
    next_generation: 1,
    read_at: null,
    refreshed_at: null,
  }
}

/** What decides about what is shown of a sheet. */
export interface StatedSheet {
  readonly state: SheetState
  readonly pull: PullRecord | null
}

/** What is shown: the last whole read, or else what a first pull has stored so far. */
export function shownReading({ state, pull }: StatedSheet): Reading {
  return state.generation === null && pull ? pull : state
}

const reading: SheetBadge = { kind: 'reading', reason: 'none', failure: null }
/** The sheet as main knows it. */
export function storedSheet(
  { state, pull }: StatedSheet,
  now: { readonly reading: boolean; readonly bytes: number },
): StoredSheet {
  const first = state.generation === null
  const { id, name, connection_id, filter, read_at, refreshed_at, unknown_counts = 0 } = state
  const { rows, total, repeated, aside = noneAside, echoed } = shownReading({ state, pull })
  return {
    id,
    name,
    connection_id,
    filter,
    rows,
    total,
    repeated,
    aside,
    echoed,
    bytes: now.bytes,
    read_at,
    refreshed_at,
    unknown_counts,
    badge: first && now.reading ? reading : state.badge,
    interrupted: !first && pull && !now.reading ? pull.mode : null,
  }
}

/** Only ever appended to: each entry is one version of the file. */
const schema = [
  `CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE page (number INTEGER PRIMARY KEY, body BLOB NOT NULL);
   CREATE TABLE segment (
     id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL
   );
   CREATE UNIQUE INDEX segment_place ON segment (generation, name, number);`,
]

/** 4 MB of log: writing it into the file takes so long that nobody notices. */
const checkpointPages = 64

/** Small JSON values, each in a row of its own so that storing pages writes little. */
interface SheetValues {
  readonly sheet: SheetState
  readonly pull: PullRecord | null
  readonly known: LeadNames
  readonly layout: TableLayout
}

/**
 * One sheet in one encrypted file (docs/decisions/storage.md §3): each transaction of a pull adds a segment to every
 * column. Segments belong to a generation, and the state names the one that is shown. Segments are never changed, so a
 * generation is whole or not named.
 */
export interface SheetFile {
  /** Whether another process has changed the file since this was called last. */
  changedElsewhere(): boolean
  read<Key extends keyof SheetValues>(key: Key): SheetValues[Key] | null
  write(values: Partial<SheetValues>): void
  /** All or nothing, also when the process is killed. */
  atomically(work: () => void): void
  /** Stores a segment by its number. Texts are stored with their folded form, so that the first search finds it. */
  addSegment(generation: number, name: string, number: number, part: Part): void
  removeColumn(generation: number, name: string): void
  /**
   * One column of the leads of a generation, a segment at each step: all of them, or the first `segments`. `rows` is
   * how many rows they are expected to have. A column that was unknown when a segment was stored comes from its
   * `extra`.
   */
  column<Kind extends PartKind>(
    generation: number,
    name: string,
    kind: Kind,
    expected?: { readonly rows?: number; readonly segments?: number },
  ): InterruptibleWork<PartOf<Kind>>
  /** Gives the column of one segment by its number, its arrays in `memory`; without rows where there is none. */
  segment<Kind extends PartKind>(
    generation: number,
    name: string,
    kind: Kind,
    number: number,
    memory?: Memory,
  ): PartOf<Kind>
  segmentCount(generation: number): number
  /** Removes the segments that neither the sheet nor its pull names, one at a time; their room is used again. */
  sweep(yieldToEventLoop: YieldToEventLoop): Promise<void>
  /** Gives free room back to the disk, a few pages at a time. */
  shrink(yieldToEventLoop: YieldToEventLoop): Promise<void>
  close(): void
}

/** Throws `not_found` when there is no such file and `create` is false, and all that `openEncryptedFile` does. */
export function openSheetFile(path: string, key: string, create = false): SheetFile {
  if (!create && !existsSync(path)) throw new AppFailure('not_found')
  const database = openEncryptedFile({ path, key, schema })
  database.pragma(`wal_autocheckpoint = ${checkpointPages}`)
  // Segments are read once, from end to end: a page that SQLite keeps in its cache is not read again.
  database.pragma('cache_size = -1024')
  if (create) {
    // Freed pages can be given back later only in a file that was made for it, and the file is still empty here.
    database.pragma('auto_vacuum = INCREMENTAL')
    database.exec('VACUUM')
  }
  const begin = createReusedMemory()
  // The file is encrypted and authenticated, and `write` alone writes these rows: they are what the type says.
  const read = <Key extends keyof SheetValues>(key: Key): SheetValues[Key] | null =>
    selectOneJson<SheetValues[Key]>(database)`select value from state where key = ${key}` ?? null
  const addSegment = (generation: number, name: string, number: number, body: Uint8Array) =>
    execute(database)`
      insert into segment (generation, name, number, body) values (${generation}, ${name}, ${number}, ${body})`
  const segmentCount = (generation: number) =>
    selectCount(database)`select count(*) from segment where generation = ${generation} and name = ${extraKey}`
  const segmentAt = (generation: number, name: string, number: number) =>
    selectValue<Buffer>(database)`
      select body from segment where generation = ${generation} and name = ${name} and number = ${number}`
  const partWithout = <Kind extends PartKind>(generation: number, name: string, kind: Kind, number: number) => {
    const column = leadColumns.find(({ key }) => key === name)
    const extra = column && segmentAt(generation, extraKey, number)
    return extra ? partOf(columnFromExtra(column, decodeSegment('text', extra)), kind) : decodeSegments(kind, [])
  }
  sealPages(database, read('pull'), { addSegment, segmentCount })

  return {
    changedElsewhere: watchChanges(database),
    read,
    write: (values) =>
      atomically(database, () => {
        for (const [key, value] of Object.entries(values)) {
          execute(database)`insert or replace into state (key, value) values (${key}, ${JSON.stringify(value)})`
        }
      }),
    atomically: (work) => atomically(database, work),
    addSegment: (generation, name, number, part) => {
      const folded = part.kind === 'text' ? { ...part, folded: foldedTexts(part) } : part
      addSegment(generation, name, number, encodeSegment(folded, begin()))
    },
    removeColumn: (generation, name) =>
      execute(database)`delete from segment where generation = ${generation} and name = ${name}`,
    *column(generation, name, kind, { rows = 0, segments = segmentCount(generation) } = {}) {
      const joiner = createSegmentJoiner(kind, rows)
      for (let number = 0; number < segments; number++) {
        const body = segmentAt(generation, name, number)
        if (body) joiner.append(body)
        else joiner.appendPart(partWithout(generation, name, kind, number))
        yield
      }
      return joiner.take()
    },
    segment: (generation, name, kind, number, memory) => {
      const body = segmentAt(generation, name, number)
      return body ? decodeSegment(kind, body, memory) : partWithout(generation, name, kind, number)
    },
    segmentCount,
    sweep: async (yieldToEventLoop) => {
      const named = [read('sheet')?.generation, read('pull')?.generation]
      for (const { id, generation } of selectAll<{ id: number; generation: number }>(database)`
        select id, generation from segment`) {
        if (named.includes(generation)) continue
        execute(database)`delete from segment where id = ${id}`
        await yieldToEventLoop()
      }
    },
    shrink: async (yieldToEventLoop) => {
      database.pragma('wal_checkpoint(PASSIVE)')
      await yieldToEventLoop()
      while (Number(database.pragma('freelist_count', { simple: true })) > 0) {
        const pageCount = Number(database.pragma('page_count', { simple: true }))
        database.pragma('incremental_vacuum(64)')
        if (Number(database.pragma('page_count', { simple: true })) === pageCount) break
        await yieldToEventLoop()
      }
      database.pragma('wal_checkpoint(TRUNCATE)')
    },
    close: () => {
      database.close()
    },
  }
}

/**
 * The columns of a page that was stored alone, by their sections. Such files are no longer written: this never changes.
 */
const pageColumns = [
  ...['contato_id', 'nome', 'telefone', 'telefone_digitos', 'email', 'identificador', 'contato_criado_em'],
  ...['etiquetas_contato', 'conversa_id', 'conversa_criada_em', 'ultima_mensagem_em', 'ultima_mensagem_do_contato_em'],
  ...['primeira_mensagem_do_contato_em', 'mensagens', 'status', 'agente', 'agente_id', 'agente_email', 'caixa'],
  ...['caixa_id', 'origem', 'etiquetas_conversa', 'conversas_no_periodo', 'extra'],
]

interface SegmentTable {
  addSegment(generation: number, name: string, number: number, body: Uint8Array): void
  segmentCount(generation: number): number
}

/**
 * Files of the time when each page was stored alone: a page is the segments of all columns as sections of one BLOB,
 * behind what is sealed. They become segments as they are.
 */
function sealPages(database: Database, pull: PullRecord | null, { addSegment, segmentCount }: SegmentTable): void {
  const pages = selectValues<Buffer>(database)`select body from page order by number`
  if (pages.length === 0 || !pull) return
  // A file that cannot be written is read from a copy of its own.
  const isReadOnly = database.pragma('query_only', { simple: true })
  database.pragma('query_only = false')
  atomically(database, () => {
    const sealed = segmentCount(pull.generation)
    for (const [page, { sections }] of pages.map(unpackSections).entries()) {
      for (const [index, key] of pageColumns.entries()) {
        addSegment(pull.generation, key, sealed + page, sectionAt(sections, index))
      }
    }
    database.exec('DELETE FROM page')
  })
  database.pragma(`query_only = ${isReadOnly}`)
}
