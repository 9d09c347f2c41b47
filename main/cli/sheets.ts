import { type Command, Option } from 'commander'
import type { LeadFilter, Sheet } from '../../preload/contract/sheets.ts'
import { isolate, joinFacts } from '../../preload/messages/isolate.ts'
import { calendarPeriods } from '../../preload/values/periods.ts'
import { connectionOf } from './connections.ts'
import { addLeadFilterOptions, fileOf, type LeadFilterOptions, leadFilterOf } from './options.ts'
import { type CommandDeps, CommandError, exportTable, type Session, UsageError } from './session.ts'
import { addTableOptions, arrangeTable, type TableOptions } from './table-options.ts'

export function addSheetCommands(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli
  addLeadFilterOptions(
    program
      .command('pull <sheet>')
      .description(words.pull)
      .requiredOption('--connection <name>')
      .option('--created-within <period>', words.createdWithin),
  ).action(start(pull))
  program.command('sheets').description(words.sheets).action(start(listSheets))
  addTableOptions(program.command('export <sheet> <out>').description(words.export), words)
    .addOption(new Option('--partition-by <part>', words.partitionBy).choices(['month']))
    .action(start(exportSheet))
}

interface PullOptions extends LeadFilterOptions {
  readonly connection: string
  readonly createdWithin?: string
}

/** Reads a whole sheet: a new one, the rest of an interrupted one, or a full one again. */
async function pull(session: Session, name: string, options: PullOptions): Promise<number> {
  const { messages, print } = session
  const started = Date.now()
  const sheet = await begin(session, name, options)
  try {
    await session.follow(sheet.task_id, name)
  } finally {
    const { rows, total, repeated, badge } = await sheetNamed(session, name)
    const facts = {
      rows,
      total,
      repeated,
      complete: badge.kind === 'complete',
      requests: session.pullRequests(),
      seconds: (Date.now() - started) / 1000,
      badge: badge.kind,
      reason: badge.reason,
    }
    print.result({ sheet: name, ...facts }, [messages.cli.pulled(name, rows, messages.sheets.badges[badge.kind])])
    if (badge.reason === 'endless') print.warn(messages.sheets.reasons.endless)
  }
  return 0
}

async function begin(session: Session, name: string, options: PullOptions): Promise<Sheet> {
  const { ask } = session
  const { filter, given } = movingFilterOf(session, options)
  const { id } = await connectionOf(session, options.connection, 'platform')
  const existing = (await ask('sheets.list', {})).find((sheet) => sheet.name === name)
  if (!existing) return ask('sheets.create', { connection_id: id, filter, name })
  const other = given && filterText(existing.filter) !== filterText(filter)
  if (existing.connection_id !== id || other) throw new UsageError(session.messages.cli.sheetDiffers(name))
  const unfinished = existing.badge.kind === 'partial' || existing.interrupted !== null
  return unfinished
    ? ask('sheets.resume', { id: existing.id })
    : ask('sheets.refresh', { id: existing.id, mode: 'full' })
}

/** The filter whose days move with the calendar, where a period is given. Throws `UsageError`. */
function movingFilterOf(session: Session, { createdWithin: word, ...options }: PullOptions) {
  const fixed = leadFilterOf(session, options)
  if (word === undefined) return fixed
  const texts = session.messages.cli
  const { createdAfter, createdBefore } = options
  if (createdAfter !== undefined || createdBefore !== undefined) throw new UsageError(texts.withinOrDays)
  const counted = /^last-([1-9]\d{0,3})-days$/.exec(word)
  const name = calendarPeriods.find((one) => one === word.replace('-', '_'))
  if (!counted && !name) throw new UsageError(texts.badPeriod(word))
  const created_within = name ? { name } : { name: 'last_days' as const, count: Number(counted?.[1]) }
  return { filter: { ...fixed.filter, created_within }, given: true }
}

/** The same for equal filters, whichever days a period has had. */
function filterText(filter: LeadFilter): string {
  const { created_after: _, created_before: __, created_within, ...rest } = filter
  return JSON.stringify(created_within ? { ...rest, created_within } : filter)
}

async function listSheets({ ask, messages, print }: Session): Promise<number> {
  const sheets = await ask('sheets.list', {})
  const lines = sheets.map(({ name, rows, badge, connection_name }) =>
    joinFacts([
      name,
      messages.common.rows(rows),
      messages.sheets.badges[badge.kind],
      connection_name || messages.sheets.forgottenConnection,
    ]),
  )
  print.result({ sheets }, lines)
  return 0
}

interface ExportOptions extends TableOptions {
  /** Writes a folder of Parquet files in place of one file. */
  readonly partitionBy?: 'month'
}

async function exportSheet(session: Session, name: string, out: string, options: ExportOptions): Promise<number> {
  const file = { ...fileOf(session, { ...options, out }), partition_by: options.partitionBy ?? null }
  if (file.partition_by && file.format !== 'parquet') throw new UsageError(session.messages.cli.partitionsOfParquet)
  const sheet = await sheetNamed(session, name)
  const arranged = await arrangeTable(session, { kind: 'sheet', id: sheet.id }, options)
  if (file.partition_by && arranged.table.grouping) throw new UsageError(session.messages.cli.partitionsOfRows)
  const complete = warnUnlessWhole(session, sheet)
  const facts = await exportTable(session, out, { ...arranged, ...file, name })
  session.print.result({ ...facts, complete }, [session.messages.cli.exported(out, facts.rows)])
  return 0
}

/**
 * Whether the sheet is complete. Where not, a sentence on standard error says so, since a part must not pass for the
 * whole. After a quick refresh, it states what such a refresh cannot see.
 */
export function warnUnlessWhole({ print, messages }: Session, { name, badge }: Sheet): boolean {
  const { cli, sheets } = messages
  if (badge.kind === 'refreshed') print.warn(`“${isolate(name)}”: ${sheets.reasons.quick}`)
  else if (badge.kind !== 'complete') print.warn(cli.notWhole(name, sheets.badges[badge.kind]))
  return badge.kind === 'complete'
}

/** The sheet of a name. Throws a sentence when there is none. */
export async function sheetNamed({ ask, messages }: Session, name: string): Promise<Sheet> {
  const sheet = (await ask('sheets.list', {})).find((sheet) => sheet.name === name)
  if (!sheet) throw new CommandError(messages.cli.noSheet(name))
  return sheet
}
