import type { Command } from 'commander'
import { type Report, type ReportName, type ReportQuestion, reportName } from '../../preload/contract/reports.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { platformNamedOrOnly } from './connections.ts'
import { formatOf, type Mode, modeOption, requirePeriod } from './options.ts'
import { type CommandDeps, CommandError, fileFacts, requireTarget, type Session, UsageError } from './session.ts'

interface ReportOptions {
  readonly connection?: string
  readonly since: string
  readonly until: string
  readonly out: string
  readonly compare?: true
  readonly param?: readonly string[]
  readonly mode?: Mode
}
/** `cruza report`. */
export function addReportCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.reports
  const collected = (text: string, before: readonly string[] = []) => [...before, text]
  program
    .command('report <report>')
    .description(words.command)
    .option('--connection <name>', messages.cli.onlyPlatform)
    .requiredOption('--since <day>', words.since)
    .requiredOption('--until <day>', words.until)
    .requiredOption('--out <file>')
    .option('--compare', words.compare)
    .option('--param <name=value>', words.param, collected)
    .addOption(modeOption())
    .action((report: string, options: ReportOptions) =>
      start((session) =>
        exportReport(session, readReport(report, messages), options, {
          format: formatOf(options.out, options.mode, messages.cli.badExtension),
        }),
      ),
    )
}
/** Reads a report and writes its first table; what else came of it is in the JSON result. */
async function exportReport(
  session: Session,
  report: ReportName,
  options: ReportOptions,
  { format }: { readonly format: ExportFormat },
): Promise<number> {
  const { ask, messages, print } = session
  const days = { since: options.since, until: options.until }
  requirePeriod(session, { option: '--since', day: days.since }, { option: '--until', day: days.until })
  const parameters = (options.param ?? []).map((text) => readParameter(text, messages))
  const { id: connection_id } = await platformNamedOrOnly(session, options.connection)
  const target = await requireTarget(options.out, messages)
  const question = { connection_id, report, ...days, compare: options.compare === true, parameters }
  const read = await ask('reports.read', { ...question, fresh: true })
  if (read?.compare_failure) print.warn(messages.reports.compareFailed)
  const table = read?.tables.findIndex(({ columns, rows }) => columns.length > 0 && rows.length > 0) ?? -1
  if (!read || table < 0) throw new CommandError(messages.reports.empty)
  session.saveTo(target)
  const saved = await ask('reports.export', { ...question, table, format, name: nameOf(question, messages) })
  print.result({ ...fileFacts(session, options.out, saved), ...factsOf(read) }, [
    messages.cli.exported(options.out, saved.rows),
  ])
  return 0
}
/** The answer without its account: tables with their kinds, so that a script needs no file. */
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
