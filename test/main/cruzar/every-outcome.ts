import { readFile } from 'node:fs/promises'
import Papa from 'papaparse'
import { expect } from 'vitest'
import type { ExportFormat } from '../../../preload/contract/saved-files.ts'
import { outcomeNames } from '../../../preload/values/outcomes.ts'
import { finishRun } from '../../kit/leads.ts'
import { hostileCells } from './hostile-cells.ts'
import { envelope, resultOf, startCruzar } from './platform-that-answers.ts'

/** The service never answers for this one. */
const silent = '5511961239999'
/** A column of phones and what people write among them. */
export const phones = [
  ...hostileCells.map((_, index) => `+55 (11) 96123-${String(4000 + index * 7)}`),
  '11961239999',
  '0011',
  '',
  '+351 912 345 678',
  '1132654321',
]

/** A run whose rows have every outcome of a service, and its file in each format. */
export async function everyOutcome() {
  const {
    service: _,
    connection_id: __,
    ...workspace
  } = await startCruzar((keys) => envelope(keys.filter((key) => key !== silent).map(resultOf)))
  const rows = phones.map((phone, index) => [`Pessoa ${index}`, phone, hostileCells[index] ?? '', `000${index}`])
  const list = Papa.unparse([['Nome', 'Telefone', 'Observação', 'Código'], ...rows], { delimiter: ';' })
  const first = await finishRun(workspace, { list })
  // A service finds one contact for a key, so that no row is ambiguous.
  for (const outcome of outcomeNames.filter((name) => name !== 'ambigua'))
    expect(first.run.outcomes[outcome], outcome).toBeGreaterThan(0)
  const exported = async (format: ExportFormat) => {
    const saved = await workspace.exported({ kind: 'run', id: first.run.id }, format)
    expect(saved).toMatchObject({ cut_cells: 0, cleaned_cells: 0 })
    return { name: saved.name, file: saved.path, bytes: await readFile(saved.path) }
  }
  return { workspace, first, exported }
}
