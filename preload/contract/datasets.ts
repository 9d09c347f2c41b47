import * as z from 'zod'
import type { Contract } from './kernel.ts'

/**
 * Records of any shape that were saved from an answer, and open as a table (kind `dataset`): an array of the console, a
 * report. Each key becomes a column whose type is learnt from the values; a nested object becomes `outer.inner` columns.
 */
export const dataset = z.object({
  id: z.string(),
  connection_id: z.string(),
  name: z.string(),
  /** Where it came from: `console` or `report`. */
  origin: z.enum(['console', 'report']),
  /** Method and path that gave it, without values of parameters. */
  source: z.string(),
  rows: z.int(),
  columns: z.array(z.string()),
  bytes: z.int(),
  read_at: z.iso.datetime(),
  /** The column that is matched with the cached leads, and how; null while it is not joined. */
  join: z.object({ column: z.string(), by: z.enum(['contato_id', 'telefone', 'email']) }).nullable(),
})
export type Dataset = z.output<typeof dataset>

const account = z.object({ connection_id: z.string() })
const one = account.extend({ id: z.string() })

export const datasets = {
  'datasets.list': { input: account, output: z.array(dataset) },
  'datasets.rename': { input: one.extend({ name: z.string().trim().min(1).max(120) }), output: dataset },
  /** Puts the columns of the matching cached lead (`lead_…`) beside each row; null takes them away. */
  'datasets.join': { input: one.extend({ join: dataset.shape.join }), output: dataset },
  'datasets.forget': { input: one, output: z.array(dataset) },
} satisfies Contract
