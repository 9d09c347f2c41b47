import * as z from 'zod'
import { type ConsoleCall, consoleCall } from '../../../preload/contract/console.ts'
import { AppFailure } from '../../kernel/failure.ts'
import { maskSecretsInText } from '../../kernel/mask-secrets.ts'
import type { ReceivedCall } from '../platform-calls.ts'
import type { ConnectionFiles } from '../store/connection-files.ts'
import type { Database } from '../store/encrypted-file.ts'
import { answerKind, answerValue, decoded } from './answer-parts.ts'
import { type StoredType, storedType } from './answer-type.ts'

/** The calls of the console and their answers, in the encrypted file of their connection. */
export interface CallHistory {
  begin(connectionId: string, call: ReceivedCall): void
  append(connectionId: string, id: string, bytes: Uint8Array): void
  /** Masks the secrets of the stored answer; returns its kind and, where it has one, its value. */
  finish(connectionId: string, call: ReceivedCall): { readonly kind: ConsoleCall['kind']; readonly value: unknown }
  put(connectionId: string, call: ConsoleCall): void
  list(connectionId: string): ConsoleCall[]
  /** Throws `not_found`. */
  read(connectionId: string, id: string): ConsoleCall
  forget(connectionId: string, id: string | null): void
  /** One part of the bytes as they are kept; null after the last. */
  bytes(connectionId: string, id: string, part: number): Uint8Array | null
  /** The whole answer as text; empty for one that is none. */
  text(connectionId: string, id: string): string
  readType(connectionId: string, route: string): StoredType | undefined
  putType(connectionId: string, route: string, type: StoredType): void
  forgetType(connectionId: string, route: string): void
}

export interface CallHistoryLimits {
  /** How many calls a connection keeps. */
  readonly calls: number
  /** How many bytes of answers. */
  readonly bytes: number
}

/** Enough to go back some weeks, and never a file that nobody knows of (features.md §6, "history piles up"). */
export const ordinaryLimits: CallHistoryLimits = { calls: 300, bytes: 256 * 1024 * 1024 }

const partBytes = 1024 * 1024

export function createCallHistory(files: ConnectionFiles, limits: CallHistoryLimits): CallHistory {
  const bytesOf = (connectionId: string, id: string): Uint8Array =>
    Buffer.concat(
      files
        .openReadOnly(connectionId)
        .prepare<[string], Buffer>('select bytes from console_parts where call = ? order by part')
        .pluck()
        .all(id),
    )
  /** False for a call whose end was never noted: the secrets of what came of its answer are not covered. */
  const isFinished = (connectionId: string, id: string): boolean =>
    files
      .openReadOnly(connectionId)
      .prepare<[string], string>('select json from console_calls where id = ?')
      .pluck()
      .all(id)
      .some((json) => callFrom(json).kind !== 'empty')
  return {
    begin(connectionId, call) {
      const database = files.open(connectionId)
      database.transaction(() => {
        writeCall(database, { ...call, kind: 'empty', drift: null })
        removeOldest(database, limits)
      })()
    },
    append(connectionId, id, bytes) {
      const database = files.open(connectionId)
      const next = 'select coalesce(max(part) + 1, 0) from console_parts where call = ?'
      database.prepare(`insert into console_parts (call, part, bytes) values (?, (${next}), ?)`).run(id, id, bytes)
    },
    finish(connectionId, { id, headers }) {
      const bytes = bytesOf(connectionId, id)
      const kind = answerKind(bytes, headers.find(([name]) => name === 'content-type')?.[1] ?? '')
      const text = kind === 'binary' || kind === 'empty' ? null : decoded(bytes)
      if (text === null) return { kind, value: undefined }
      const covered = maskSecretsInText(text)
      replaceParts(files.open(connectionId), id, Buffer.from(covered))
      return { kind, value: answerValue(covered, kind) }
    },
    put(connectionId, call) {
      const database = files.open(connectionId)
      database.transaction(() => {
        writeCall(database, call)
        removeOldest(database, limits)
      })()
    },
    list: (connectionId) =>
      files
        .openReadOnly(connectionId)
        .prepare<[], string>('select json from console_calls order by at desc')
        .pluck()
        .all()
        .map(callFrom),
    read(connectionId, id) {
      const json = files
        .openReadOnly(connectionId)
        .prepare<[string], string>('select json from console_calls where id = ?')
        .pluck()
        .get(id)
      if (json === undefined) throw new AppFailure('not_found')
      return callFrom(json)
    },
    forget(connectionId, id) {
      if (!files.has(connectionId)) return
      const database = files.open(connectionId)
      database.transaction(() => {
        for (const table of ['console_calls', 'console_parts']) {
          const key = table === 'console_calls' ? 'id' : 'call'
          if (id === null) database.prepare(`delete from ${table}`).run()
          else database.prepare(`delete from ${table} where ${key} = ?`).run(id)
        }
      })()
    },
    bytes(connectionId, id, part) {
      if (!isFinished(connectionId, id)) return null
      return (
        files
          .openReadOnly(connectionId)
          .prepare<[string, number], Buffer>('select bytes from console_parts where call = ? and part = ?')
          .pluck()
          .get(id, part) ?? null
      )
    },
    text: (connectionId, id) => (isFinished(connectionId, id) ? (decoded(bytesOf(connectionId, id)) ?? '') : ''),
    readType(connectionId, route) {
      const json = files
        .openReadOnly(connectionId)
        .prepare<[string], string>('select json from console_types where route = ?')
        .pluck()
        .get(route)
      return json === undefined ? undefined : storedType.parse(JSON.parse(json))
    },
    putType(connectionId, route, type) {
      files
        .open(connectionId)
        .prepare('insert or replace into console_types (route, json) values (?, ?)')
        .run(route, JSON.stringify(type))
    },
    forgetType(connectionId, route) {
      if (files.has(connectionId))
        files.open(connectionId).prepare('delete from console_types where route = ?').run(route)
    },
  }
}

const storedCall = z.string().transform((json) => consoleCall.parse(JSON.parse(json)))
const callFrom = (json: string): ConsoleCall => storedCall.parse(json)

function writeCall(database: Database, call: ConsoleCall): void {
  database
    .prepare('insert or replace into console_calls (id, at, bytes, json) values (?, ?, ?, ?)')
    .run(call.id, call.at, call.bytes, JSON.stringify(call))
}

/** The last call stays, however long its answer is. */
function removeOldest(database: Database, { calls, bytes }: CallHistoryLimits): void {
  const kept = database
    .prepare<[], { id: string; bytes: number }>('select id, bytes from console_calls order by at desc')
    .all()
  let sum = 0
  for (const [place, { id, bytes: own }] of kept.entries()) {
    sum += own
    if (place === 0 || (place < calls && sum <= bytes)) continue
    database.prepare('delete from console_calls where id = ?').run(id)
    database.prepare('delete from console_parts where call = ?').run(id)
  }
}

function replaceParts(database: Database, id: string, bytes: Uint8Array): void {
  database.transaction(() => {
    database.prepare('delete from console_parts where call = ?').run(id)
    const insert = database.prepare('insert into console_parts (call, part, bytes) values (?, ?, ?)')
    for (let part = 0; part * partBytes < bytes.length; part += 1) {
      insert.run(id, part, bytes.subarray(part * partBytes, (part + 1) * partBytes))
    }
  })()
}
