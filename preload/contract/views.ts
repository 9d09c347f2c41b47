import * as z from 'zod'
import { tableKindNames } from '../values/table-kinds.ts'
import { ofConnection } from './connections.ts'
import { conversationFilter } from './conversations.ts'
import type { Contract } from './question.ts'
import { groupChoice, tableQuery, tableRef } from './table-queries.ts'
import { arrangedColumns } from './tables.ts'

export const longestViewName = 60

/**
 * Whose views: those of every table of a kind of an account, named by one of the tables or by the account. The
 * conversations that a service lists have views too, and are no table of the data process.
 */
const ownerShape = z.union([tableRef, ofConnection.extend({ kind: z.enum([...tableKindNames, 'live_conversations']) })])
export type ViewOwner = z.output<typeof ownerShape>
export type ViewOwnerInput = z.input<typeof ownerShape>
const viewOwner: z.ZodType<ViewOwner, ViewOwnerInput> = ownerShape

/** A named question to all that has one owner: its rows, their order, columns and groups. */
const viewShape = z.object({
  id: z.string().min(1).max(100),
  name: z.string().trim().min(1).max(longestViewName),
  query: tableQuery,
  columns: arrangedColumns,
  grouping: groupChoice.nullable(),
  /** What the service is asked, for the conversations that it lists. */
  filter: conversationFilter.optional(),
  /** Shown where a table of the kind is opened for the first time. One at most. */
  is_default: z.boolean(),
})
export interface SavedView extends z.output<typeof viewShape> {}
export interface SavedViewInput extends z.input<typeof viewShape> {}
export const savedView: z.ZodType<SavedView, SavedViewInput> = viewShape

const ofViews = z.object({ of: viewOwner })

export const views = {
  /** The views of an owner, by name. */
  'views.list': { input: ofViews, output: z.array(savedView) },
  /** Replaces the view with the same id. Throws `name_taken` where another one has the name. */
  'views.save': { input: ofViews.extend({ view: savedView }), output: z.array(savedView) },
  'views.forget': { input: ofViews.extend({ id: z.string() }), output: z.array(savedView) },
  /** Forgets the views of an account that is forgotten, but not those of tables that stay. */
  'views.forget_all': {
    input: ofConnection.extend({ except: z.array(z.enum(tableKindNames)) }),
    output: z.object({}),
  },
} satisfies Contract
