import { readFileSync, writeFileSync } from 'node:fs'
import Papa from 'papaparse'
import { type AnswerBatches, readAnswers } from '../answer-batches.ts'
import { readInput, report } from './input.ts'
import { naiveKey } from './naive-keys.ts'

interface Item {
  readonly chave: string
  readonly encontrado: boolean
  readonly lead: Readonly<Record<string, unknown>> | null
}

/** The script one writes first: the list in memory, the answers in a Map, the columns put together, nothing kept. */
const { path, out, batches } = readInput<{ path: string; out: string; batches: AnswerBatches }>()
const start = performance.now()
const { data } = Papa.parse<string[]>(readFileSync(path, 'utf8'), { skipEmptyLines: true })
const items = new Map<string, Item>()
for (const { body } of readAnswers(batches)) {
  for (const item of JSON.parse(body).resultados as Item[]) items.set(item.chave, item)
}
const [heading = [], ...rows] = data
const fields = Object.keys([...items.values()].find(({ lead }) => lead)?.lead ?? {})
const crossed = rows.map((row) => {
  const key = naiveKey(row)
  const item = items.get(key) ?? items.get(`55${key}`)
  return [...row, outcomeOf(item), item?.chave ?? '', ...fields.map((field) => item?.lead?.[field] ?? '')]
})
writeFileSync(out, Papa.unparse([[...heading, 'resultado', 'chave', ...fields], ...crossed]))
report({ rows: rows.length, seconds: (performance.now() - start) / 1000 })

function outcomeOf(item: Item | undefined): string {
  if (!item?.encontrado) return 'ausente'
  return item.lead?.conversa_id ? 'com_conversa' : 'sem_conversa'
}
