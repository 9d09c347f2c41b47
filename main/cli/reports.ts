import type { Command } from 'commander'
import { type Report, type ReportName, type ReportQuestion, reportName } from '../../preload/contract/reports.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { connectionOf } from './connections.ts'
import { addFileOptions, type FileOptions, fileOf, repeated, requirePeriod } from './options.ts'
import { type CommandDeps, CommandError, fileFacts, requireTarget, type Session, UsageError } from './session.ts'

interface ReportOptions extends FileOptions {
  readonly connection?: string
  readonly since: string
  readonly until: string
  readonly out: string
  readonly compare?: true
  readonly param?: readonly string[]
}
export function addReportCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.reports
  const command = program
    .command('report <report>')
    .description(words.command)
    .option('--connection <name>', messages.cli.onlyPlatform)
    .requiredOption('--since <day>', words.since)
    .requiredOption('--until <day>', words.until)
    .requiredOption('--out <file>')
    .option('--compare', words.compare)
    .option('--param <name=value>', words.param, repeated)
  addFileOptions(command, messages.cli).action(start(exportReport))
}
/** Reads a report and writes its first table. The rest of the report is in the JSON result. */
async function exportReport(session: Session, name: string, options: ReportOptions): Promise<number> {
  const { ask, messages, print } = session
  const report = readReport(name, messages)
  const file = fileOf(session, options)
  const days = { since: options.since, until: options.until }
  requirePeriod(session, { option: '--since', day: days.since }, { option: '--until', day: days.until })
  const parameters = (options.param ?? []).map((text) => readParameter(text, messages))
  const { id: connection_id } = await connectionOf(session, options.connection, 'platform')
  const target = await requireTarget(options.out, messages)
  const question = { connection_id, report, ...days, compare: options.compare === true, parameters }
  const read = await ask('reports.read', { ...question, fresh: true })
  if (read?.compare_failure) print.warn(messages.reports.compareFailed)
  const table = read?.tables.findIndex(({ columns, rows }) => columns.length > 0 && rows.length > 0) ?? -1
  if (!read || table < 0) throw new CommandError(messages.reports.empty)
  session.saveTo(target)
  const saved = await ask('reports.export', { ...question, table, ...file, name: nameOf(question, messages) })
  print.result({ ...fileFacts(session, options.out, saved), ...factsOf(read) }, [
    messages.cli.exported(options.out, saved.rows),
  ])
  return 0
}
/** The answer without its account. It has the tables with their kinds, so that a script needs no file. */
function factsOf({ question, ...answer }: Report) {
  const { report, since, until } = question
  return { report, since, until, ...answer }
}
function nameOf(
  { report, since, until }: Pick<ReportQuestion, 'report' | 'since' | 'until'>,
  messages: Messages,
): string {
  return messages.reports.fileName(messages.reports.names[report], since, until)
}
function readReport(text: string, messages: Messages): ReportName {
  const parsed = reportName.safeParse(text)
  if (!parsed.success) throw new UsageError(messages.cli.reports.badReport(text))
  return parsed.data
}
function readParameter(text: string, messages: Messages) {
  const [, name, value = ''] = /^([^=\s]+)=(.*)$/s.exec(text) ?? []
  if (name === undefined) throw new UsageError(messages.cli.reports.badParam(text))
  return { name, value }
}
