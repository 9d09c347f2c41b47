import { dirname, join } from 'node:path'
import { sectionAt, unpackSections } from '../engine/columns/segment.ts'
import type { Database } from '../engine/store/encrypted-file.ts'
import { lockFile } from '../engine/store/file-lock.ts'
import type { RecordFile } from '../engine/store/record-file.ts'
import { atomically, execute, selectCount, selectValue, selectValues } from '../engine/store/sql.ts'
import type { YieldToEventLoop } from '../kernel/schedule.ts'
import { extraKey } from './lead-columns.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

/**
 * The versions of a sheet's file; only ever appended to. Version 1 had the rows itself, in `segment`. Older ones have
 * each page of a pull that was interrupted as one BLOB in `page`, behind the segments. A version 1 is read as it is
 * until its rows are moved, so nothing is to be done to it when it is opened.
 */
export const formerSchema: readonly string[] = [
  `CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
   CREATE TABLE page (number INTEGER PRIMARY KEY, body BLOB NOT NULL);
   CREATE TABLE segment (
     id INTEGER PRIMARY KEY, generation INTEGER NOT NULL, name TEXT NOT NULL, number INTEGER NOT NULL, body BLOB NOT NULL
   );
   CREATE UNIQUE INDEX segment_place ON segment (generation, name, number);`,
  '',
]

/** The columns of a page that was stored alone, by its sections: this never changes. */
const pageColumns = [
  ...['contato_id', 'nome', 'telefone', 'telefone_digitos', 'email', 'identificador', 'contato_criado_em'],
  ...['etiquetas_contato', 'conversa_id', 'conversa_criada_em', 'ultima_mensagem_em', 'ultima_mensagem_do_contato_em'],
  ...['primeira_mensagem_do_contato_em', 'mensagens', 'status', 'agente', 'agente_id', 'agente_email', 'caixa'],
  ...['caixa_id', 'origem', 'etiquetas_conversa', 'conversas_no_periodo', 'extra'],
]

interface FormerFile {
  /** The numbers of the snapshots that are named, and that of the pull. */
  stated(): { readonly numbers: ReadonlySet<number>; readonly pull: number | null }
  /** The snapshot of the pull has so many bytes. */
  writeLength(length: number): void
  createFile(number: number): RecordFile
  /** The file with the rows of a snapshot that were moved. */
  movedFile(number: number): RecordFile
}

/** The rows that a file of version 1 has itself. */
export function createFormerRows(database: Database, { stated, writeLength, createFile, movedFile }: FormerFile) {
  const isFormer = () => Number(database.pragma('user_version', { simple: true })) < formerSchema.length
  const pagesOf = (number: number): number[] =>
    stated().pull === number ? selectValues<number>(database)`select number from page order by number` : []
  const segmentsOf = (number: number) =>
    selectCount(database)`select count(*) from segment where generation = ${number} and name = ${extraKey}`

  function readerOf(number: number) {
    const [segments, pages] = [segmentsOf(number), pagesOf(number)]
    const read = (name: string, at: number): Uint8Array | null => {
      const page = pages[at - segments]
      if (page === undefined) {
        return (
          selectValue<Buffer>(database)`
            select body from segment where generation = ${number} and name = ${name} and number = ${at}` ?? null
        )
      }
      const body = selectValue<Buffer>(database)`select body from page where number = ${page}`
      return body && pageColumns.includes(name)
        ? sectionAt(unpackSections(body).sections, pageColumns.indexOf(name))
        : null
    }
    return { read, segments: segments + pages.length }
  }

  async function moveRows(yieldToEventLoop: YieldToEventLoop): Promise<void> {
    using lock = lockFile(join(dirname(database.name), '.updating'))
    // Another process may move them as well.
    if (!lock || !isFormer()) return
    const { numbers, pull } = stated()
    let length = 0
    for (const number of numbers) {
      const { read, segments } = readerOf(number)
      const names = selectValues<string>(database)`select distinct name from segment where generation = ${number}`
      const file = createFile(number)
      try {
        for (const name of new Set([...names, ...pageColumns])) {
          for (let at = 0; at < segments; at++) {
            const segment = read(name, at)
            if (segment) file.append(name, at, segment)
            await yieldToEventLoop()
          }
        }
        file.flush()
        if (number === pull) length = file.length
      } finally {
        file.close()
      }
    }
    atomically(database, () => {
      if (pull !== null) writeLength(length)
      database.pragma(`user_version = ${formerSchema.length}`)
    })
  }

  let moving: Promise<void> | null = null
  return {
    is: isFormer,
    /** Also rows that were moved when the process was killed. */
    hasRows: () => isFormer() || selectValue(database)`select id from segment limit 1` !== undefined,
    snapshot(number: number): Snapshot {
      const { read, segments } = readerOf(number)
      // They may be moved while somebody reads them.
      return snapshotOf(
        (name, at) => (isFormer() ? read(name, at) : movedFile(number).read(name, at)),
        () => segments,
      )
    },
    /**
     * Moves the rows to files of their own. Gives whether they lie there: not those of a file that cannot be written,
     * or while another process is at it.
     */
    async convert(yieldToEventLoop: YieldToEventLoop): Promise<boolean> {
      const isReadOnly = database.pragma('query_only', { simple: true }) === 1
      if (isFormer() && !isReadOnly) {
        moving ??= moveRows(yieldToEventLoop).finally(() => {
          moving = null
        })
        await moving
      }
      return !isFormer()
    },
    /** Removes what was moved, a row at a time, and gives its room back to the disk. */
    async sweep(yieldToEventLoop: YieldToEventLoop): Promise<void> {
      if (isFormer()) return
      const segments = selectValues<number>(database)`select id from segment`
      for (const id of segments) {
        execute(database)`delete from segment where id = ${id}`
        await yieldToEventLoop()
      }
      execute(database)`delete from page`
      if (segments.length > 0) await shrink(database, yieldToEventLoop)
    },
  }
}

async function shrink(database: Database, yieldToEventLoop: YieldToEventLoop): Promise<void> {
  const pagesFree = () => Number(database.pragma('freelist_count', { simple: true }))
  database.pragma('wal_checkpoint(PASSIVE)')
  for (let free = pagesFree(); free > 0; ) {
    database.pragma('incremental_vacuum(64)')
    await yieldToEventLoop()
    const left = pagesFree()
    if (left === free) break
    free = left
  }
  database.pragma('wal_checkpoint(TRUNCATE)')
}
