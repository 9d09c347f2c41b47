import * as z from 'zod'
import { failureCodes } from '../values/failures.ts'
import { tableKindNames } from '../values/table-kinds.ts'
import { ofConnection, serviceKind } from './connections.ts'
import type { Contract } from './question.ts'

/** What is sent to a service to change something there. */
export const writeKind = z.enum([
  // The form service.
  'create_form',
  'update_form',
  'delete_form',
  'create_entry',
  'delete_entry',
  'create_webhook',
  'update_webhook',
  'delete_webhook',
  // The agent platform: a message to a contact; any other call, of the AI screens or the console.
  'send_message',
  'call',
])

/**
 * A write that was sent. A time-out after sending leaves it `unknown`. It is never sent again on its own; a check reads
 * its outcome from the service.
 */
export const write = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  kind: writeKind,
  /**
   * The name or address of a form or webhook, the number of an entry or conversation, or method and path of a call. It
   * never holds an answer, a message or a person.
   */
  target: z.string(),
  state: z.enum(['sending', 'confirmed', 'unknown', 'not_done', 'failed']),
  failure: z.enum(failureCodes).nullable(),
  /**
   * For an `unknown` write: the time from which a reading of the service can find it `not_done`. Before, it may still
   * be under way. That it was done can be recorded at any time. Null in every other state.
   */
  settles_at: z.iso.datetime().nullable(),
})
export type Write = z.output<typeof write>

/**
 * What an export took its rows from: a table, a staged list, a report, its picture, an answer of the console, a package
 * of reviews, the service's own CSV.
 */
export const exportedKind = z.enum([
  ...tableKindNames,
  'list',
  'report',
  'summary',
  'picture',
  'answer',
  'package',
  'server_csv',
])
export type ExportedKind = z.output<typeof exportedKind>

/** A file that was exported, without a row, a phone or an e-mail of it. */
export const exported = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The name of the connection whose rows they are, as it was then; empty where none was. */
  account: z.string(),
  kind: exportedKind,
  /** The name of the table or report; phones and e-mails in it are covered. */
  name: z.string(),
  /** The name of the file, without its folder; phones and e-mails in it are covered. */
  file: z.string(),
  /** The ending of a file that is no table, such as `png`. */
  format: z.string(),
  /** Null where nobody counted them. */
  rows: z.int().nullable(),
  /** How many different people are in it, by the numbers of their contacts; null where nobody counted them. */
  contacts: z.int().nullable(),
})
export type Exported = z.output<typeof exported>

/** A write, with the connection that it was sent by. */
export const sentWrite = write.extend({
  connection_id: z.string(),
  service: serviceKind,
  /** The name of the connection. */
  account: z.string(),
})
export type SentWrite = z.output<typeof sentWrite>

/** A list whose phones and e-mails a service was asked for. A forgotten run leaves no trace. */
export const sentList = z.object({
  run_id: z.string(),
  name: z.string(),
  at: z.iso.datetime(),
  /** The name of the connection. */
  account: z.string(),
  /** The phones and e-mails of the list that the service was asked for. */
  keys: z.int(),
})
export type SentList = z.output<typeof sentList>

/** What was sent to the services, with its outcome. */
export const activity = {
  /** Of every connection, newest first: those of the last 30 days, and all writes whose outcome is unknown. */
  'activity.sent': {
    input: z.object({}),
    output: z.object({ writes: z.array(sentWrite), lists: z.array(sentList) }),
  },
  /** The writes to an agent platform, newest first: those of the last 30 days, and all whose outcome is unknown. */
  'activity.list': { input: ofConnection, output: z.array(write) },
  /**
   * Determines the outcome of an `unknown` write by reading; nothing is sent again. What is unknown stays `unknown`.
   */
  'activity.check': { input: ofConnection.extend({ id: z.string() }), output: write },
  /**
   * Records what the person found out about an `unknown` write. Before it has settled, `not_done` leaves it unknown.
   */
  'activity.settle': {
    input: ofConnection.extend({ id: z.string(), state: z.enum(['confirmed', 'not_done']) }),
    output: write,
  },
  /** The last 5,000 exports of this computer, of every account and by every host; newest first. */
  'activity.exports': {
    input: z.object({ from: z.int().min(0), count: z.int().min(1).max(500) }),
    output: z.object({ exports: z.array(exported), total: z.int() }),
  },
} satisfies Contract
