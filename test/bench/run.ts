import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { cruzar } from './cruzar.ts'
import { exports } from './exports.ts'
import type { Figure } from './figure.ts'
import { ingest } from './ingest.ts'
import { list } from './list.ts'
import { open } from './open.ts'
import { pull } from './pull.ts'
import { described, writeResults } from './results.ts'
import { reviews } from './reviews.ts'
import { createWorkshop, type Workshop } from './workshop.ts'

/** `npm run bench -- [--rows N] [name ...]`: all benches or those named; figures to the terminal and to RESULTS.md. */
const benches: Readonly<Record<string, (workshop: Workshop) => Promise<Figure[]>>> = {
  pull,
  ingest,
  open,
  list,
  cruzar,
  export: exports,
  reviews,
}

const command = new Command('bench')
  .argument('[name...]', `which: ${Object.keys(benches).join(', ')}; all when none is named`)
  .option('--rows <number>', 'leads of the sheet and lines of the longer list', wholeNumber, 200_000)
  .option('--out <file>', 'where the figures go', path.join(import.meta.dirname, 'RESULTS.md'))
  .parse()
const { rows, out } = command.opts<{ rows: number; out: string }>()
const unknown = command.args.find((name) => !(name in benches))
if (unknown !== undefined) command.error(`there is no bench called ${unknown}`)

const load = () => os.loadavg()[0] ?? 0
const before = load()
const start = performance.now()
const figures = new Map<string, Figure[]>()
const workshop = createWorkshop(rows)
process.once('exit', workshop.close)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
for (const [name, bench] of Object.entries(benches)) {
  if (command.args.length > 0 && !command.args.includes(name)) continue
  console.log(`\n== ${name}`)
  const found = await bench(workshop)
  figures.set(name, found)
  for (const figure of found) console.log(described(figure))
}
const seconds = (performance.now() - start) / 1000
writeFileSync(out, writeResults(figures, { rows, seconds, loads: [before, load()] }))
console.log(`\nWritten to ${path.relative(process.cwd(), out)}`)

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > 1_000_000) {
    throw new InvalidArgumentError('expects a whole number up to 1000000')
  }
  return Number(text)
}
