import { closeSync, openSync, readSync } from 'node:fs'
import { lastLeadAt } from '../data.ts'

/** Pages of the lead export, one after another in a file; page `p` reaches from `offsets[p - 1]` to `offsets[p]`. */
export interface LeadPages {
  readonly path: string
  readonly rows: number
  readonly offsets: readonly number[]
}

/** The bodies of the pages, in their order. */
export function* readPages({ path, offsets }: LeadPages): Generator<Buffer> {
  const file = openSync(path, 'r')
  try {
    for (const [index, end] of offsets.slice(1).entries()) {
      const start = offsets[index] ?? 0
      const bytes = Buffer.allocUnsafe(end - start)
      readSync(file, bytes, 0, bytes.length, start)
      yield bytes
    }
  } finally {
    closeSync(file)
  }
}

/** The words of the search, in lower case and without accents, and the columns that a table searches. */
export const searched = { words: ['silva', 'sant'], columns: ['nome', 'telefone_digitos', 'email', 'identificador'] }

/** Of every folder of data of the benches, where nothing is secret. */
export const passphrase = 'quatro palavras de bancada'
export const sheetName = 'Bancada'

/** What both sides answer about the rows of a sheet. */
export type Question = 'groups' | 'pivot' | 'numbers' | 'texts' | 'filtered'
/** Of the weeks and days in the questions. */
export const questionZone = 'America/Sao_Paulo'
/** Conversations go on for weeks after the last lead was created; "last days" of so many has a fiftieth of all. */
export const daysSinceLastLead = (): number => Math.floor(Date.now() / 86_400_000 - lastLeadAt / 86_400)
