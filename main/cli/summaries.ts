import type { Command } from 'commander'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { rowName, sectionTitle } from '../../preload/messages/summary-words.ts'
import { addFileOptions, type FileOptions, fileOf } from './options.ts'
import { type CommandDeps, CommandError, fileFacts, requireTarget, type Session } from './session.ts'

interface SummaryOptions extends FileOptions {
  readonly out?: string
  readonly refresh: boolean
}

export function addSummaryCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.summaries
  const command = program
    .command('summary <summary>')
    .description(words.command)
    .option('--no-refresh', words.noRefresh)
    .option('--out <file>', words.out)
  addFileOptions(command, messages.cli).action(start(makeSummary))
}

/** Makes the page of a summary anew, prints its lines, and writes them to a file with `--out`. It names nobody. */
async function makeSummary(
  session: Session,
  name: string,
  { out, refresh, ...options }: SummaryOptions,
): Promise<number> {
  const { ask, messages, print } = session
  const all = await ask('summaries.list', {})
  const chosen = all.find((one) => one.name === name)
  if (!chosen) {
    throw new CommandError(
      messages.cli.summaries.unknown(
        name,
        all.map((one) => one.name),
      ),
    )
  }
  const target = out === undefined ? null : await requireTarget(out, messages)
  const { id, page } = await ask('summaries.make', { id: chosen.id, refresh })
  if (!page) throw new CommandError(messages.summaries.notMade)
  if (page.refresh_failure) print.warn(messages.summaries.notRefreshed)
  if (page.is_partial) print.warn(messages.summaries.partial)
  const lines = page.sections.flatMap((section) => [
    sectionTitle(section, messages),
    ...section.rows.map((row) =>
      joinFacts([
        `  ${rowName(section, row, messages)}: ${row.now}`,
        row.before === null ? null : messages.summaries.was(String(row.before)),
      ]),
    ),
  ])
  const { people: _, ...facts } = page
  if (out === undefined || !target) {
    print.result(facts, lines)
    return 0
  }
  const file = fileOf(session, { ...options, out })
  session.saveTo(target)
  const saved = await ask('summaries.export', { id, ...file })
  print.result({ ...fileFacts(session, out, saved), ...facts }, [...lines, messages.cli.exported(out, saved.rows)])
  return 0
}
