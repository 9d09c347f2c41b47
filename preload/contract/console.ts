import * as z from 'zod'
import { failureCodes } from '../values/failures.ts'
import { longestName } from '../values/names.ts'
import { ofConnection, serviceKind } from './connections.ts'
import type { Contract } from './question.ts'
import { dataset } from './reports.ts'
import { savedPlace } from './saved-files.ts'

export const callMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
export type CallMethod = z.output<typeof callMethod>

/** A parameter that the documents name. Lists are sent in array form, `inbox_ids[]`, one pair a value. */
const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  /** `unix`: seconds; `choices`: several of `choices`. */
  type: z.enum(['integer', 'text', 'date', 'unix', 'integers', 'texts', 'choice', 'choices']),
  required: z.boolean(),
  choices: z.array(z.string()),
})
export type RouteParameter = z.output<typeof parameter>

/**
 * A documented row of one of the services. `{account_id}` and `{brand}` in its path are the connection's own, which
 * main puts in; the others are its parameters.
 */
const route = z.object({
  /** Method and path as written here: the name of its stored type. */
  id: z.string(),
  service: serviceKind,
  /** A key of the catalogue's `console.groups`. */
  group: z.string(),
  method: callMethod,
  path: z.string(),
  parameters: z.array(parameter),
  /** What a body may look like, as a JSON text to start from; null where none is sent. */
  body: z.string().nullable(),
  effect: z.enum(['reads', 'writes', 'destroys']),
  /** Answered without a credential; none is sent. */
  open: z.boolean(),
})
export type Route = z.output<typeof route>

const pair = z.tuple([z.string().min(1).max(200), z.string().max(10_000)])

/** A call as a person writes it. */
export const wantedCall = ofConnection.extend({
  method: callMethod,
  /**
   * From the host on, such as `/api/v1/accounts/{account_id}/captain/assistants`; the form service's from its address
   * on.
   */
  path: z.string().trim().min(1).max(2000),
  query: z.array(pair).max(100),
  /** A JSON text; null for no body. */
  body: z.string().max(2_000_000).nullable(),
})

/** What is different from what the same route answered before. Paths are those of the type: `payload[].id`. */
export const drift = z.object({
  added: z.array(z.string()),
  missing: z.array(z.string()),
  changed: z.array(z.object({ path: z.string(), before: z.array(z.string()), now: z.array(z.string()) })),
})
export type Drift = z.output<typeof drift>

/** A call that was made, with its answer's head. Secrets are covered in everything that is stored of it. */
export const consoleCall = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  method: callMethod,
  path: z.string(),
  query: z.array(z.tuple([z.string(), z.string()])),
  body: z.string().nullable(),
  /** The documented route that it is, or method and path without what could name a person. */
  route: z.string(),
  /** Null while no answer came: then `failure` states why. */
  status: z.int().nullable(),
  failure: z.enum(failureCodes).nullable(),
  /** Milliseconds from sending to the last byte. */
  ms: z.int(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  kind: z.enum(['json', 'csv', 'page', 'text', 'binary', 'empty']),
  bytes: z.int(),
  /** The answer was longer than what is stored, which is its beginning. */
  cut: z.boolean(),
  /** Null for a first answer of its route, one that is not JSON, and one that was refused. */
  drift: drift.nullable(),
})
export type ConsoleCall = z.output<typeof consoleCall>

const ofCall = ofConnection.extend({ id: z.string() })
/** A part of an answer by JSONPath; `$` is the whole. */
const part = ofCall.extend({ expression: z.string().trim().min(1).max(1000) })
const window = { from: z.int().min(0), count: z.int().min(1).max(500) }

/** A value in the tree of an answer. */
const node = z.object({
  key: z.union([z.string(), z.int()]),
  kind: z.enum(['object', 'list', 'text', 'number', 'boolean', 'null']),
  /** How many values are below it. */
  size: z.int(),
  /** The value as text, cut at 2,000 characters; empty for what has something below it. */
  text: z.string(),
})
export type AnswerNode = z.output<typeof node>

const fieldType = z.object({
  path: z.string(),
  kinds: z.array(z.string()),
  /** Every record so far had it. */
  always: z.boolean(),
})
export type FieldType = z.output<typeof fieldType>

export const console = {
  /** Every documented row of the connection's service. */
  'console.routes': { input: ofConnection, output: z.array(route) },
  /**
   * Makes the call once, with the credential of the connection, and stores it with its answer whatever its status is.
   * Nothing is repeated. What writes needs `confirmed` and goes through the ledger; `sent_unknown` when no answer came.
   * Throws `bad_request` (params.place: path, body, confirmed, covered) before anything is sent.
   */
  'console.run': {
    input: wantedCall.extend({ confirmed: z.boolean().default(false) }),
    /** `secret`: that of a webhook which the call made, once, as in `webhooks.create`; it is stored nowhere. */
    output: consoleCall.extend({ secret: z.string().nullable() }),
    progress: z.object({ bytes: z.int() }),
  },
  /** The call as it will be sent, with every secret covered. */
  'console.preview': {
    input: wantedCall,
    output: z.object({
      url: z.string(),
      effect: route.shape.effect,
      route: z.string(),
      body: z.string().nullable(),
      curl: z.string(),
    }),
  },
  /** Newest first. */
  'console.history': { input: ofConnection, output: z.array(consoleCall) },
  /** Forgets one call, or the whole history without an id. Types stay. */
  'console.forget': { input: ofConnection.extend({ id: z.string().nullable() }), output: z.array(consoleCall) },
  /**
   * What an expression finds in an answer, and what of it can be a table. Throws `bad_request`: `place: expression` for
   * no JSONPath, `place: expression_cost` for one that takes too long or finds too much.
   */
  'console.inspect': {
    input: part,
    output: z.object({
      matches: z.int(),
      root: node,
      /** The columns and rows of a list; null where the value is none. */
      table: z.object({ columns: z.array(z.string()), rows: z.int() }).nullable(),
      /** The lists in the whole answer, as expressions. */
      lists: z.array(z.object({ expression: z.string(), rows: z.int() })),
    }),
  },
  /** What is below a place of the value. */
  'console.nodes': {
    input: part.extend({ place: z.array(z.union([z.string(), z.int()])).max(100), ...window }),
    output: z.array(node),
  },
  /** Rows of the table of `console.inspect`, as text, in the order of its columns. */
  'console.rows': { input: part.extend(window), output: z.array(z.array(z.string())) },
  /** The answer as it came but for secrets, in characters. */
  'console.text': {
    input: ofCall.extend({ from: z.int().min(0), count: z.int().min(1).max(1_000_000) }),
    output: z.object({ text: z.string(), total: z.int() }),
  },
  /** Saves the same to a file that the person chooses; null when they chose none. */
  'console.save': {
    input: ofCall,
    output: z.object({ name: z.string(), bytes: z.int(), file: savedPlace }).nullable(),
  },
  /** Saves the list that an expression finds as a data set. `unexpected_body` where it finds none. */
  'console.store': { input: part.extend({ name: dataset.shape.name.trim().min(1).max(longestName) }), output: dataset },
  /** What is known of the answers of a route, by path. */
  'console.type': {
    input: ofConnection.extend({ route: z.string() }),
    output: z.object({ answers: z.int(), since: z.iso.datetime().nullable(), fields: z.array(fieldType) }),
  },
  /** Forgets the type, so that the next answer starts a new one. */
  'console.forget_type': { input: ofConnection.extend({ route: z.string() }), output: z.null() },
} satisfies Contract
