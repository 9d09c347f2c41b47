import type { Command } from 'commander'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { type DifferenceKind, differenceKinds, differenceTable } from '../../preload/values/sheet-differences.ts'
import { fileOf, listed } from './options.ts'
import { type CommandDeps, CommandError, exportTable, requireTarget, type Session, UsageError } from './session.ts'
import { sheetNamed } from './sheets.ts'
import { addTableOptions, arrangeTable, type TableOptions } from './table-options.ts'

interface ChangesOptions extends TableOptions {
  /** Readings, by their numbers. */
  readonly from?: string
  readonly to?: string
  /** Another sheet, whose newest reading is compared with the sheet's. */
  readonly with?: string
  /** Kinds of change, with commas between them. */
  readonly change?: string
  readonly out?: string
}

/** `cruza changes`: what changed between two readings of a sheet, or two sheets. */
export function addChangesCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.changes
  addTableOptions(
    program
      .command('changes <sheet>')
      .description(words.command)
      .option('--from <reading>', words.from)
      .option('--to <reading>', words.to)
      .option('--with <sheet>', words.with)
      .option('--change <list>', words.change)
      .option('--out <file>'),
    messages.cli,
  ).action(start(writeChanges))
}

/** Prints how many records changed and how, and writes them to a file where one is named. */
async function writeChanges(session: Session, name: string, options: ChangesOptions): Promise<number> {
  const { ask, messages, print } = session
  const { out } = options
  const kinds = kindsOf(session, options.change)
  const target = out === undefined ? null : fileOf(session, { ...options, out })
  if (out !== undefined) await requireTarget(out, messages)
  const pair = await readingsOf(session, name, options)
  const difference = await ask('sheets.difference', pair)
  if (target && out !== undefined) {
    const filters = kinds.length > 0 ? [{ column: 'mudanca', operator: 'in' as const, values: [...kinds] }] : []
    const arranged = await arrangeTable(session, differenceTable(pair), options, filters)
    await exportTable(session, out, { ...arranged, ...target, name: messages.differences.fileName(name) })
  }
  const words = messages.differences
  const { from, to, unclear } = difference
  if (difference.quick) print.warn(words.quick)
  if (!from.whole) print.warn(words.earlierPart(unclear.later))
  if (!(to.whole || difference.quick)) print.warn(words.laterPart(unclear.earlier))
  const lines = [
    ...[from, to].map(({ number, name: sheet, read_at, rows }) =>
      joinFacts([messages.cli.changes.reading(number), sheet, minute(read_at), messages.common.rows(rows)]),
    ),
    ...(difference.rows === 0 ? [words.nothing] : []),
    ...difference.kinds.map(({ kind, rows }) => words.counts[kind](rows)),
    ...(out === undefined ? [] : [out]),
  ]
  print.result({ sheet: name, file: out ?? null, difference }, lines)
  return 0
}

/** The last two readings, or those that the options name. Throws a sentence where there are none. */
async function readingsOf(session: Session, name: string, { from, to, with: other }: ChangesOptions) {
  const { ask, messages } = session
  const words = messages.cli.changes
  if (to !== undefined && other !== undefined) throw new UsageError(words.toOrWith)
  const { id } = await sheetNamed(session, name)
  const numbersOf = async (sheet: string) =>
    (await ask('sheets.snapshots', { id: sheet })).snapshots.map(({ number }) => number)
  const numbers = await numbersOf(id)
  const numbered = (text: string): number => {
    const number = numbers.find((one) => String(one) === text)
    if (number === undefined) throw new CommandError(words.noReading(text, numbers))
    return number
  }
  const [newest, previous] = numbers
  if (other !== undefined) {
    const sheet = (await sheetNamed(session, other)).id
    const [ofOther] = await numbersOf(sheet)
    const number = from === undefined ? newest : numbered(from)
    if (number === undefined || ofOther === undefined) throw new CommandError(words.nothingBefore)
    return { from: { sheet: id, number }, to: { sheet, number: ofOther } }
  }
  const earlier = from === undefined ? previous : numbered(from)
  const later = to === undefined ? newest : numbered(to)
  if (earlier === undefined || later === undefined || earlier === later) throw new CommandError(words.nothingBefore)
  return { from: { sheet: id, number: earlier }, to: { sheet: id, number: later } }
}

function kindsOf({ messages }: Session, text: string | undefined): readonly DifferenceKind[] {
  return listed(text).map((word) => {
    const kind = differenceKinds.find((one) => one === word)
    if (!kind) throw new UsageError(messages.cli.changes.badChange(word, differenceKinds))
    return kind
  })
}

/** A UTC time without its seconds. */
function minute(at: string | null): string {
  return at === null ? '' : at.slice(0, 16).replace('T', ' ')
}
