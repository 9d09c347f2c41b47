import { writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { build, staleParts } from '../../main/hosts/build.ts'
import { ensureSystemPackages } from '../kit/system-packages.ts'
import { installPeers } from './duckdb.ts'
import { alternate, jobs } from './jobs.ts'
import { described, type Figure, figureOf, writeResults } from './results.ts'
import { createWorkshop } from './workshop.ts'

/**
 * `npm run bench [-- --rows N --only job …]`: measures the built product against its peers. Figures go to the terminal,
 * those of the whole table also to RESULTS.md.
 */

/** What the table of RESULTS.md is about. */
const tableRows = 1_000_000
const all = Object.keys(jobs)
const results = path.join(import.meta.dirname, 'RESULTS.md')
const command = new Command('bench')
  .option('--rows <number>', 'leads of the sheet and lines of the list', wholeNumber, tableRows)
  .option('--only <job...>', `of ${all.join(', ')}`, (job, before: readonly string[] = []) => [
    ...before,
    knownJob(job),
  ])
  .option('--rounds <number>', 'of every job, in place of its own', wholeNumber)
  .option('--out <file>', 'where the figures go as Markdown; RESULTS.md for the whole table')
  .parse()
const options = command.opts<{ rows: number; only?: readonly string[]; rounds?: number; out?: string }>()
const isWhole = options.only === undefined && options.rounds === undefined && options.rows === tableRows
const out = options.out ?? (isWhole ? results : undefined)

ensureSystemPackages()
if (!installPeers()) process.exit(1)
if (!(await build(staleParts()))) process.exit(1)
const workshop = createWorkshop(options.rows)
process.once('exit', workshop.close)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const load = () => os.loadavg()[0] ?? 0
const loadBefore = load()
const start = performance.now()
const figures: Figure[] = []
const notRun: string[] = []
for (const name of options.only ?? all) {
  console.log(`== ${name}`)
  try {
    const measured = await run(name)
    figures.push(...measured)
    for (const figure of measured) console.log(described(figure))
  } catch (error) {
    // The other jobs have their figures all the same.
    notRun.push(`${name}: ${error instanceof Error ? error.message : error}`)
    console.log(notRun.at(-1))
  }
}
if (out !== undefined) {
  const seconds = (performance.now() - start) / 1000
  writeFileSync(out, writeResults(figures, notRun, { rows: options.rows, seconds, loads: [loadBefore, load()] }))
  console.log(`Written to ${path.relative(process.cwd(), out)}`)
}
process.exit()

/** The figures of a job's rows. Throws where a side failed, or why the job cannot run here. */
async function run(name: string): Promise<Figure[]> {
  const job = await jobs[name]?.(workshop)
  if (!job || 'reason' in job) throw new Error(job?.reason)
  try {
    const samples = await alternate(job, options.rounds ?? job.rounds)
    return job.rows.map((row) => figureOf(row, samples))
  } finally {
    job.close?.()
  }
}

function knownJob(name: string): string {
  if (!(name in jobs)) throw new InvalidArgumentError(`there are ${all.join(', ')}`)
  return name
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > 1_000_000) {
    throw new InvalidArgumentError('expects a whole number up to 1000000')
  }
  return Number(text)
}
