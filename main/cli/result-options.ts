import { Option } from 'commander'
import { type Outcome, outcome } from '../../preload/contract/cruzar.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { UsageError } from './usage-error.ts'

export type Mode = 'excel' | 'raw'

/** Which of the two CSVs. */
export const modeOption = () => new Option('--mode <mode>').choices(['excel', 'raw'])

/** The format by the file's ending; the mode says which of the two CSVs, "para Excel" unless told. */
export function formatOf(file: string, mode: Mode | undefined, sentence: string): ExportFormat {
  if (/\.xlsx$/i.test(file)) return 'xlsx'
  if (!/\.csv$/i.test(file)) throw new UsageError(sentence)
  return mode === 'raw' ? 'csv-raw' : 'csv-excel'
}

/** The words of a list that commas separate. */
export function listed(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}

/** Outcomes of `--outcome`; none for all. Throws `UsageError` with the sentence for a word that is no outcome. */
export function outcomesOf(text: string | undefined, sentence: (word: string) => string): Outcome[] {
  return listed(text).map((word) => {
    const parsed = outcome.safeParse(word)
    if (!parsed.success) throw new UsageError(sentence(word))
    return parsed.data
  })
}
