import { execFileSync } from 'node:child_process'
import os from 'node:os'
import { median, type Sample } from './measure.ts'
import { alone, type Row } from './rows.ts'

/** One row as it was measured; times in seconds, memory in MB of 1,000,000 bytes, NaN where there is none. */
export interface Figure extends Row {
  readonly own: number
  readonly theirs: number
  /** Ours by the peer's, round by round, the median. */
  readonly ratio: number
  readonly cpuRatio: number
  readonly peakMb: number
  readonly peerPeakMb: number
  readonly rounds: number
  /** What the sides found, where both name it: ours / peer, once where they agree. */
  readonly found: string
}

/** What RESULTS.md says above the figures. */
interface Occasion {
  readonly rows: number
  readonly seconds: number
  /** Load averages over one minute, before and after. */
  readonly loads: readonly [number, number]
}

/** The figure of a row from the samples of its job's sides, round by round. */
export function figureOf(row: Row, samples: Readonly<Record<string, readonly Sample[]>>): Figure {
  const ours = samples[row.ours ?? 'ours'] ?? []
  const theirs = row.against === alone ? [] : (samples[row.peer ?? 'peer'] ?? [])
  const { part } = row
  const value = (sample: Sample) => (part === undefined ? sample.seconds : (sample.facts[part] ?? Number.NaN))
  const ratios = (of: (sample: Sample) => number) =>
    median(theirs.map((their, round) => of(ours[round] ?? their) / of(their)))
  return {
    ...row,
    own: median(ours.map(value)),
    theirs: median(theirs.map(value)),
    ratio: ratios(value),
    cpuRatio: part === undefined ? ratios(({ cpuSeconds }) => cpuSeconds) : Number.NaN,
    peakMb: peakOf(ours),
    peerPeakMb: peakOf(theirs),
    rounds: ours.length,
    found: foundBy(ours[0], theirs[0]),
  }
}

const peakOf = (samples: readonly Sample[]) =>
  samples.length === 0 ? Number.NaN : Math.max(...samples.map(({ peakMb }) => peakMb))

function foundBy(ours?: Sample, theirs?: Sample): string {
  const counts = Object.entries(ours?.facts ?? {}).filter(([, value]) => Number.isInteger(value))
  return counts
    .flatMap(([name, own]) => {
      const their = theirs?.facts[name]
      if (their === undefined) return []
      return own === their ? `${name} ${own}` : `${name} ${own} / ${their}`
    })
    .join(', ')
}

/** What the row must reach and does not. */
function missesOf({ goal, own, ratio, peakMb }: Figure): string[] {
  const bounds = [
    ['ratio', ratio, goal.ratio],
    ['seconds', own, goal.seconds],
    ['MB', peakMb, goal.peakMb],
  ] as const
  return bounds.flatMap(([unit, value, bound]) =>
    bound !== undefined && !(value <= bound) ? `${number(value)} instead of ${bound} (${unit})` : [],
  )
}

/** One line of the terminal. */
export function described(figure: Figure): string {
  const { job, against: peer, own, theirs, ratio, cpuRatio, peakMb, peerPeakMb, found } = figure
  const against = Number.isNaN(theirs)
    ? ''
    : `, ${peer} ${time(theirs)}, ratio ${number(ratio)}, cpu ${number(cpuRatio)}`
  const verdict = missesOf(figure).length === 0 ? 'reached' : 'MISSED'
  const peaks = `${number(peakMb)} MB${Number.isNaN(peerPeakMb) ? '' : ` (peer ${number(peerPeakMb)})`}`
  return `${job}: ${time(own)}${against}, ${peaks}, goal ${goalOf(figure)} ${verdict}${found ? `; ${found}` : ''}`
}

/** The whole as Markdown: the occasion, one table, and what misses its goal. */
export function writeResults(figures: readonly Figure[], notRun: readonly string[], occasion: Occasion): string {
  const misses = figures.flatMap((figure) => {
    const missed = missesOf(figure)
    const against = figure.against === alone ? '' : `, against ${figure.against}`
    return missed.length > 0 ? `- ${figure.job}${against}: ${missed.join('; ')}` : []
  })
  const parts = [head(occasion), table(figures), `## Misses\n\n${misses.join('\n') || 'None.'}`]
  if (notRun.length > 0) parts.push(`## Not run\n\n${notRun.map((line) => `- ${line}`).join('\n')}`)
  return `${parts.join('\n\n')}\n`
}

function head({ rows, seconds, loads }: Occasion): string {
  const [processor] = os.cpus()
  const memory = Math.round(os.totalmem() / 1e9)
  const machine = `${os.cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${memory} GB`
  return `# Results of \`npm run bench\`

- ${machine}, ${os.type()} ${os.release()}, Node ${process.versions.node}
- ${new Date().toISOString().slice(0, 16)}Z, commit ${commit()}, \`npm run bench -- --rows ${rows}\`, ${Math.round(seconds)} seconds
- Load average before ${loads[0].toFixed(1)} and after ${loads[1].toFixed(1)}; the bench itself is about 1 of the latter.

${rows.toLocaleString('en')} leads and a list of as many lines. In each round every side runs once, one after another (A B A B), in processes
of its own. Times and ratios are medians of the rounds, ratios (ours by the peer’s) round by round: below 1 we are quicker. CPU is the
user and system time of all processes of a side; the peak is the largest resident memory of our data process, and of the peer’s own, in MB of 1,000,000 bytes.
DuckDB has two threads and its own plain file; ours is the built product, whose files are encrypted. A file that a side
writes is on the disk (fsync) when its time ends, and has all columns of the leads on both sides.`
}

function table(figures: readonly Figure[]): string {
  const headings = ['Job', 'Ours', 'Peer', 'Ratio', 'Goal', 'CPU ratio', 'Peak MB', 'Rounds', 'The peer', 'Notes']
  const lines = figures.map((figure) => {
    const { job, goal, own, theirs, ratio, cpuRatio, peakMb, peerPeakMb, rounds, against, note = '', found } = figure
    const peaks = `${number(peakMb)}${Number.isNaN(peerPeakMb) ? '' : ` / ${number(peerPeakMb)}`}`
    const mark = missesOf(figure).length > 0 ? ' ✗' : ''
    const notes = [note, found].filter(Boolean).join('; ')
    const measured = goal.peakMb === undefined ? time(own) : `${number(peakMb)} MB`
    const shown = [measured, time(theirs), number(ratio), goalOf(figure) + mark, number(cpuRatio), peaks]
    return [job, ...shown, String(rounds), against, notes]
  })
  return [headings, headings.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function goalOf({ goal: { ratio, seconds, peakMb } }: Figure): string {
  const bounds = [ratio, seconds && time(seconds), peakMb && `${peakMb} MB`]
  return bounds.flatMap((bound) => (bound === undefined ? [] : `≤ ${bound}`)).join(', ')
}

function time(seconds: number): string {
  return seconds < 1 ? `${number(seconds * 1000)} ms` : `${number(seconds)} ${Number.isNaN(seconds) ? '' : 's'}`.trim()
}

/** Three figures that mean something. */
function number(value: number): string {
  return Number.isNaN(value) ? '–' : String(Number(value.toPrecision(3)))
}

function commit(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--', 'main', 'preload', 'renderer') === '' ? '' : ' with changes'
    return git('rev-parse', '--short', 'HEAD') + changed
  } catch {
    return 'unknown'
  }
}
