import * as z from 'zod'
import {
  type ConversationAttribute,
  conversationAttributes,
  dateOperators,
  valueOperators,
} from '../values/conversation-fields.ts'
import { failureCodes } from '../values/failures.ts'
import { longestName } from '../values/names.ts'
import { ofConnection } from './connections.ts'
import type { Contract } from './question.ts'

const attributes = Object.keys(conversationAttributes) as [ConversationAttribute, ...ConversationAttribute[]]

/**
 * One condition; all of them hold together (AND), in this order. Several values mean any of them, with `not_equal_to`
 * none of them; `is_present` and `is_not_present` have none. Ids are numbers.
 *
 * A date is a day (`YYYY-MM-DD`) of the person's zone: `is_greater_than` means after the end of that day,
 * `is_less_than` before its start. `days_before` takes a number of days and means before the start of the day that many
 * days ago. The service compares whole days of UTC: main requests a day more at each side and leaves out what lies
 * outside (docs/services.md §4.6).
 */
export const conversationCondition = z.object({
  attribute_key: z.enum(attributes),
  filter_operator: z.enum([...dateOperators, ...valueOperators]),
  values: z.array(z.union([z.string().max(500), z.number()])).max(500),
})
export type ConversationCondition = z.output<typeof conversationCondition>

/** At least one: the service has no "all". */
export const conversationFilter = z.array(conversationCondition).min(1).max(50)
export type ConversationFilter = z.output<typeof conversationFilter>

const person = z.object({ id: z.int().nullable(), name: z.string().nullable() })

/** Parts that a conversation may lack. Null or an empty list means none only where the answer has the key. */
export const optionalParts = ['assignee', 'team', 'priority', 'labels', 'last_message'] as const

/**
 * A conversation as a page has it; what an answer does not have is null. Times are ISO 8601 UTC, read from epoch or
 * ISO.
 */
export const conversation = z.object({
  /** The number of the conversation in its account: `display_id`. */
  id: z.int(),
  status: z.string().nullable(),
  priority: z.string().nullable(),
  labels: z.array(z.string()),
  created_at: z.iso.datetime().nullable(),
  /** That of the last message where the answer has no other. */
  last_activity_at: z.iso.datetime().nullable(),
  inbox: person,
  /** `meta.sender`. */
  contact: person.extend({
    phone: z.string().nullable(),
    email: z.string().nullable(),
    created_at: z.iso.datetime().nullable(),
  }),
  assignee: person,
  team: person,
  subject: z.string().nullable(),
  /** `last_non_activity_message`, else the last of `messages`; never an activity, such as "resolved by Ana". */
  last_message: z
    .object({
      at: z.iso.datetime().nullable(),
      content: z.string().nullable(),
      /** `note`: a private note of the team, which the contact never sees. Null where the answer does not say. */
      from: z.enum(['contact', 'team', 'note', 'other']).nullable(),
      /**
       * The outcome of a message of the team, as the service reports it, such as `read` or `failed`; null for any
       * other.
       */
      delivery: z.string().nullable(),
      /** `file_type` of each attachment, such as `image`. */
      attachments: z.array(z.string()),
    })
    .nullable(),
  /** False where the channel does not let the team write now; null where the service does not report it. */
  can_reply: z.boolean().nullable(),
  /**
   * The parts that the answer does not have: whether there are any is unknown. Stored pages without this key report
   * none.
   */
  unreported: z.array(z.enum(optionalParts)).default(() => [...optionalParts]),
  /** The conversation as it came, for everything else. */
  raw: z.record(z.string(), z.unknown()),
})
export type Conversation = z.output<typeof conversation>
export type LastMessage = NonNullable<Conversation['last_message']>

export const conversationPage = z.object({
  conversations: z.array(conversation),
  page: z.int(),
  /** `meta.all_count`; null where the answer does not count. With dates it counts a day more at each side. */
  all_count: z.int().nullable(),
  /** Conversations of this page that lie outside the person's days, and are left out. */
  outside: z.int(),
  has_more: z.boolean(),
})
export type ConversationPage = z.output<typeof conversationPage>

/**
 * One conversation, searched by its number. `read`: as the service has it now. `seen`: the service does not show it
 * now; it is as it was last listed here. `absent`: the service says that it has none of this number. `unknown`: the
 * service answers with other conversations for any number, so that nothing follows.
 */
export const conversationFound = z.discriminatedUnion('state', [
  z.object({ state: z.literal('read'), conversation }),
  z.object({ state: z.literal('seen'), conversation, read_at: z.iso.datetime() }),
  z.object({ state: z.literal('absent') }),
  z.object({ state: z.literal('unknown') }),
])
export type ConversationFound = z.output<typeof conversationFound>

/** All conversations of a filter, stored to be read offline. */
export const conversationSet = z.object({
  id: z.string(),
  connection_id: z.string(),
  name: z.string(),
  filter: conversationFilter,
  /**
   * `complete`: as many as the service counts; `changed`: the count or the order moved while they were read; `partial`:
   * reading stopped and can go on; `reading`: being read now.
   */
  state: z.enum(['complete', 'changed', 'partial', 'reading']),
  failure: z.enum(failureCodes).nullable(),
  rows: z.int(),
  /** `meta.all_count` of the last page read. */
  all_count: z.int().nullable(),
  outside: z.int(),
  /** Rows without the date that the filter compares: whether they are within its days is unknown. */
  undated: z.int(),
  /** How many conversations the service sent more than once. They are stored once. */
  repeated: z.int(),
  bytes: z.int(),
  /** When the shown rows were completely read; null while they never were. */
  read_at: z.iso.datetime().nullable(),
  task_id: z.string().nullable(),
})
export type ConversationSet = z.output<typeof conversationSet>

const named = z.object({ id: z.int(), name: z.string() })
const one = ofConnection.extend({ id: z.string() })

export const conversations = {
  /** Requests one page of 25 from the service, newest movement first. */
  'conversations.page': {
    input: ofConnection.extend({ filter: conversationFilter, page: z.int().min(1) }),
    output: conversationPage,
  },
  /**
   * Reads one conversation by its number; where the service does not show it, among those of its contact. `contact_id`
   * is the expected contact, null where that is unknown.
   */
  'conversations.read': {
    input: ofConnection.extend({ id: z.int(), contact_id: z.int().nullable().default(null) }),
    output: conversationFound,
  },
  /**
   * Names that the app has seen, in cached leads and in conversations: people choose by name, the service wants ids.
   */
  'conversations.known': {
    input: ofConnection,
    output: z.object({
      inboxes: z.array(named),
      agents: z.array(named),
      teams: z.array(named),
      labels: z.array(z.string()),
    }),
  },

  'conversations.sets': { input: ofConnection, output: z.array(conversationSet) },
  /** Makes a set and starts to read all pages as a task. */
  'conversations.keep': {
    input: ofConnection.extend({ filter: conversationFilter, name: z.string().trim().min(1).max(longestName) }),
    output: conversationSet,
  },
  /**
   * Continues where reading stopped. A complete set is read anew; its rows stay shown until the new ones are complete.
   */
  'conversations.refresh': { input: one, output: conversationSet },
  'conversations.rename_set': {
    input: one.extend({ name: z.string().trim().min(1).max(longestName) }),
    output: conversationSet,
  },
  'conversations.forget_set': { input: one, output: z.array(conversationSet) },
  /** One row of a set as the service returned it, by its number. Throws `not_found`. */
  'conversations.stored': {
    input: ofConnection.extend({ set: z.string(), id: z.int() }),
    output: z.object({ conversation, read_at: z.iso.datetime() }),
  },
} satisfies Contract
