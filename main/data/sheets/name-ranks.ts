import { runInSlices, type YieldToEventLoop } from '../../kernel/schedule.ts'
import { emptyRank } from '../columns/column.ts'
import { numberPart } from '../columns/number-part.ts'
import { partOf } from '../columns/parts.ts'
import { rankTextPart } from '../columns/text-column.ts'
import type { SheetFile } from './sheet-file.ts'

/** The column whose order is made once, when a pull ends, and stored: sorting names is what takes longest. */
export const rankedKey = 'nome'
const ranksName = 'nome:ranks'

/** Stores the pt-BR order of the generation's names beside them. */
export async function storeNameRanks(
  file: SheetFile,
  generation: number,
  yieldToEventLoop: YieldToEventLoop,
): Promise<void> {
  const names = partOf(file.column(generation, rankedKey, 'text'), 'text')
  const ranks = await runInSlices(rankTextPart(names), yieldToEventLoop)
  const values = Float64Array.from(ranks, (rank) => (rank === emptyRank ? Number.NaN : rank))
  file.atomically(() => {
    // An earlier try to finish may have come this far.
    file.removeColumn(generation, ranksName)
    file.addSegment(generation, ranksName, numberPart(values))
  })
}

/** The stored order of the names, or null where none was stored for all rows. */
export function readNameRanks(file: SheetFile, generation: number, rows: number): Uint32Array | null {
  const { values } = partOf(file.column(generation, ranksName, 'number'), 'number')
  if (values.length !== rows) return null
  const ranks = new Uint32Array(rows)
  // Rows lie inside the array: `as number` spares a check a row.
  for (let row = 0; row < rows; row++) ranks[row] = Number.isNaN(values[row]) ? emptyRank : (values[row] as number)
  return ranks
}
