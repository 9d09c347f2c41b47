import { execFileSync } from 'node:child_process'
import os from 'node:os'
import type { Figure } from './figure.ts'

/** What RESULTS.md says above the figures. */
interface Occasion {
  readonly rows: number
  readonly seconds: number
  /** Load averages over one minute, before and after. */
  readonly loads: readonly [number, number]
}

/** The figures by bench as Markdown. */
export function writeResults(figures: ReadonlyMap<string, readonly Figure[]>, occasion: Occasion): string {
  const parts = [head(occasion)]
  for (const [name, lines] of figures) parts.push(`## ${name}\n\n${table(lines)}`)
  return `${parts.join('\n\n')}\n`
}

/** One line of the terminal. */
export function described({ job, ours, theirs, ratio, peakMb }: Figure): string {
  const against = theirs === null ? '' : `, peer ${time(theirs)}, ratio ${number(ratio)}`
  return `${job}: ${time(ours)}${against}, ${Math.round(peakMb ?? 0)} MB`
}

function head({ rows, seconds, loads }: Occasion): string {
  const [processor] = os.cpus()
  const memory = Math.round(os.totalmem() / 1e9)
  return [
    '# Results of `npm run bench`',
    '',
    `- ${os.cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), ${memory} GB, ${os.type()} ${os.release()}, Node ${process.versions.node}`,
    `- ${new Date().toISOString().slice(0, 16)}Z, commit ${commit()}, \`--rows ${rows}\`, ${Math.round(seconds)} seconds`,
    `- Load average before ${loads[0].toFixed(1)} and after ${loads[1].toFixed(1)}. Above the number of cores others were at work: trust the ratios, not the seconds.`,
    '',
    'Ratios are ours by the peer’s, in alternating runs (A B A B) of the same occasion, round by round, the median; below 1',
    'we are quicker. Times are medians. Every measured side runs in processes of its own; the peak is the largest resident',
    'memory of any one of them. CPU is the user and system time of all processes of a side.',
  ].join('\n')
}

function table(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.job,
    time(figure.ours),
    figure.theirs === null ? '–' : time(figure.theirs),
    figure.ratio === null ? '–' : `**${number(figure.ratio)}**`,
    number(figure.cpuRatio),
    [figure.peakMb, figure.theirPeakMb].map((peak) => (peak === null ? '–' : Math.round(peak))).join(' / '),
    String(figure.rounds),
    figure.peer,
    figure.note,
  ])
  const headings = [
    'Job',
    'Ours',
    'Peer',
    'Ours / peer',
    'CPU ratio',
    'Peak MB ours / peer',
    'Rounds',
    'The peer',
    'Notes',
  ]
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function time(seconds: number): string {
  if (seconds < 1) return `${number(seconds * 1000)} ms`
  return `${number(seconds)} s`
}

/** Three figures that mean something. */
function number(value: number | null): string {
  return value === null || Number.isNaN(value) ? '–' : String(Number(value.toPrecision(3)))
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
