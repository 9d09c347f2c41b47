import * as z from 'zod'
import {
  type CaptainQuestion,
  type CaptainResourceName,
  captainQuestions,
  captainResources,
} from '../values/captain-resources.ts'
import { longestName } from '../values/names.ts'
import { ofConnection } from './connections.ts'
import type { Contract } from './question.ts'

const resource = z.enum(Object.keys(captainResources) as [CaptainResourceName, ...CaptainResourceName[]])
const question = z.enum(Object.keys(captainQuestions) as [CaptainQuestion, ...CaptainQuestion[]])
const fields = z.record(z.string(), z.unknown())

/**
 * A thing of the AI module as the service sent it, with every key. The document shows none of these keys. Secrets in it
 * are covered. `id` is null where the answer names none: such a record is shown and cannot be opened.
 */
export const captainRecord = z.object({ id: z.int().nullable(), fields })
export type CaptainRecord = z.output<typeof captainRecord>

export const captainPage = z.object({
  records: z.array(captainRecord),
  /** The number on all pages; null where the answer does not count. */
  total: z.int().nullable(),
  /** When the service reported them; null when it never did. */
  read_at: z.iso.datetime().nullable(),
})
export type CaptainPage = z.output<typeof captainPage>

/** Any answer, with its secrets covered; null for an empty one. */
export const captainAnswer = z.object({ answer: z.unknown(), read_at: z.iso.datetime() })
export type CaptainAnswer = z.output<typeof captainAnswer>

/**
 * `parent`: the assistant or thread that it belongs to, null where the row names none. Some installations have custom
 * tools by assistant: then it is theirs, and goes beside the row as `assistant_id`.
 */
const kind = ofConnection.extend({ resource, parent: z.int().nullable() })
const one = kind.extend({ id: z.int() })
/** What was made or changed; null where the answer was empty. */
const writeAnswer = z.object({ record: captainRecord.nullable() })

/** The AI module: its routes are documented, its bodies are likely (docs/services.md §7.1 and §7.2). */
export const captain = {
  /**
   * A page from the service, or the whole of a list that is not known to have pages (at most 40). With `fresh` false it
   * is the first page as it was last read without a filter, for work offline. `filter` holds query parameters such as
   * `assistant_id` and `search`.
   */
  'captain.list': {
    input: kind.extend({ fresh: z.boolean(), page: z.int().min(1), filter: z.record(z.string(), z.string().max(500)) }),
    output: captainPage,
  },
  'captain.read': { input: one, output: captainRecord },
  'captain.create': { input: kind.extend({ fields }), output: writeAnswer },
  /**
   * `PATCH` sends what changed. `PUT` sends the whole record, which was read just before, with the changes in it. A
   * covered secret that comes back as it was shown stays unchanged.
   */
  'captain.change': { input: one.extend({ method: z.enum(['PATCH', 'PUT']), fields }), output: writeAnswer },
  'captain.remove': { input: one, output: z.object({}) },
  /** One of the questions beside the resources. `query` may name nested parameters, such as `stats[handled]`. */
  'captain.ask': {
    input: ofConnection.extend({
      question,
      id: z.int().nullable(),
      slug: z.string().min(1).max(200).nullable(),
      query: z.record(z.string(), z.string().max(2000)),
    }),
    output: captainAnswer,
  },
  /** `sync` reads a document anew, `connect` tries an MCP server. */
  'captain.act': {
    input: ofConnection.extend({ action: z.enum(['sync', 'connect']), id: z.int() }),
    output: captainAnswer,
  },
  /** Calls the address of a custom tool once, as it is or as it would be with these fields. */
  'captain.test': {
    input: ofConnection.extend({ id: z.int().nullable(), fields, parent: z.int().nullable().default(null) }),
    output: captainAnswer,
  },
  /**
   * Approves or deletes many responses at once. Before a deletion they are stored as a data set, whose name is given: a
   * deletion at the service cannot be undone.
   */
  'captain.bulk': {
    input: ofConnection.extend({
      action: z.enum(['approve', 'delete']),
      records: z
        .array(captainRecord.extend({ id: z.int() }))
        .min(1)
        .max(1000),
      /** The name of the data set. */
      name: z.string().trim().min(1).max(longestName),
    }),
    output: captainAnswer,
  },
  /**
   * Sends one message to an assistant, outside of any conversation. It can take minutes, can be cancelled, and is never
   * sent again.
   */
  'captain.play': {
    input: ofConnection.extend({
      assistant: z.int(),
      message: z.string().trim().min(1).max(20_000),
      history: z
        .array(
          z.object({ role: z.enum(['user', 'assistant']), content: z.string(), agent_name: z.string().nullable() }),
        )
        .max(200),
    }),
    output: captainAnswer.extend({ text: z.string().nullable(), agent: z.string().nullable() }),
  },
  /**
   * The messages of a copilot thread once it has an answer after message `after`, or any answer where that is null. It
   * asks again for up to two minutes; `answered` false means that there is no answer yet.
   */
  'captain.await_answer': {
    input: ofConnection.extend({ thread: z.int(), after: z.int().nullable() }),
    output: z.object({ messages: z.array(captainRecord), answered: z.boolean() }),
  },
} satisfies Contract
