import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { type LeadPages, readPages } from './lead-pages.ts'

/** Answers of the cross-check, one after the other in one file, each for `keysABatch` keys but the last. */
export interface AnswerBatches {
  readonly path: string
  readonly batches: readonly { readonly from: number; readonly count: number; readonly bytes: number }[]
}

export const keysABatch = 500
/** Of a hundred keys, so many are known. */
const shareFound = 64

/** Reads answer after answer, as text. */
export function* readAnswers({
  path,
  batches,
}: AnswerBatches): Generator<{ from: number; count: number; body: string }> {
  const file = openSync(path, 'r')
  let at = 0
  try {
    for (const { from, count, bytes } of batches) {
      const buffer = Buffer.allocUnsafe(bytes)
      readSync(file, buffer, 0, bytes, at)
      at += bytes
      yield { from, count, body: buffer.toString('utf8') }
    }
  } finally {
    closeSync(file)
  }
}

/** Takes keys in batches and writes what a service with the leads of the first pages would answer. */
export function createAnswerWriter(path: string, pages: LeadPages) {
  const file = openSync(path, 'w')
  const leads = firstLeads(pages)
  const batches: { from: number; count: number; bytes: number }[] = []
  return {
    add(from: number, keys: readonly string[]): void {
      const results = keys.map((key, index) => {
        const found = (from + index) % 100 < shareFound
        const lead = JSON.stringify(found ? leads[(from + index) % leads.length] : null)
        return `{"chave":${JSON.stringify(key)},"encontrado":${found},"lead":${lead}}`
      })
      const meta = { total: keys.length, encontrados: 0, sem_atendimento: 0, filtros: {} }
      const body = `{"meta":${JSON.stringify(meta)},"resultados":[${results.join(',')}]}`
      batches.push({ from, count: keys.length, bytes: writeSync(file, body) })
    },
    end(): AnswerBatches {
      closeSync(file)
      return { path, batches }
    },
  }
}

function firstLeads(pages: LeadPages): unknown[] {
  const leads: unknown[] = []
  for (const page of readPages(pages)) {
    leads.push(...JSON.parse(page).leads)
    if (leads.length >= 20_000) break
  }
  return leads
}
