import * as z from 'zod'
import type { Contract } from './kernel.ts'

/** The account of a form service; what the service did not report is null (form-collection.md, "Account"). */
export const formsAccount = z.object({
  id: z.int().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  plan: z.object({
    name: z.string().nullable(),
    /** -1: without limit. */
    forms_limit: z.int().nullable(),
    entries_limit: z.int().nullable(),
    api_access: z.boolean().nullable(),
  }),
  created_at: z.string().nullable(),
  read_at: z.iso.datetime(),
})
export type FormsAccount = z.output<typeof formsAccount>

const used = z.object({ used: z.number(), limit: z.number() })
export const usage = z.object({
  /** YYYY-MM. */
  period: z.string(),
  forms: used.nullable(),
  entries: used.nullable(),
  api_calls: used.nullable(),
  storage_mb: used.nullable(),
  read_at: z.iso.datetime(),
})
export type Usage = z.output<typeof usage>

const input = z.object({ connection_id: z.string() })

export const account = {
  /** As last read; with `fresh` from the service. Null when it never was. */
  'account.read': { input: input.extend({ fresh: z.boolean() }), output: formsAccount.nullable() },
  /** Asks for a period: `current`, `previous` or YYYY-MM. */
  'account.usage': {
    input: input.extend({ period: z.string().regex(/^(current|previous|\d{4}-(0[1-9]|1[0-2]))$/) }),
    output: usage,
  },
  /** Every month that was ever read, oldest first; works offline. */
  'account.months': { input, output: z.array(usage) },
} satisfies Contract
