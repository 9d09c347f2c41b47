import { type Command, Option } from 'commander'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input } from '../../preload/contract/question.ts'
import { withoutListEnding } from '../../preload/values/list-endings.ts'
import { rowsOfSet, type SetCounts, type SetOperation, setOperations } from '../../preload/values/list-sets.ts'
import { longestFileName } from '../../preload/values/names.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { stageFile, tellColumns, warnAboutSheets } from './cruzar.ts'
import { addResultOptions, type ResultOptions, resultOf } from './options.ts'
import { runNamed } from './runs.ts'
import { type CommandDeps, CommandError, fileFacts, requireTarget, type Session, UsageError } from './session.ts'
import { sheetNamed, warnUnlessWhole } from './sheets.ts'

interface CombineOptions extends ResultOptions {
  readonly how: SetOperation
  /** Reads every sheet with phones or e-mails of a file as one list. */
  readonly allSheets?: boolean
}

export function addListCommands(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.lists
  const lists = program.command('lists').description(words.command)
  const combining = lists
    .command('combine <one> <other>')
    .description(words.combine)
    .addOption(new Option('--how <how>', words.how).choices(setOperations).makeOptionMandatory())
    .option('--all-sheets', messages.cli.allSheets)
    .requiredOption('--out <file>')
  addResultOptions(combining, { outcome: words.outcome, noOrigin: messages.cli.noOrigin }).action(start(combine))
}

/** Combines two lists by the people in them and writes the new one. Stores and sends nothing. */
async function combine(session: Session, one: string, other: string, options: CombineOptions): Promise<number> {
  const { messages, print } = session
  const { how, allSheets = false } = options
  const { outcomes, out, format, origin } = resultOf(session, options)
  if (outcomes.length > 0 && !other.startsWith('run:')) throw new UsageError(messages.cli.lists.noRunForOutcomes)
  const target = await requireTarget(out, messages)
  const first = await stage(session, one, { outcomes: [], allSheets })
  const second = await stage(session, other, { outcomes, allSheets })
  const lists = { list: first.list, settings: first.settings, other: { list: second.list, settings: second.settings } }
  const counts = await session.askLong('cruzar.compare', lists, messages.common.counting)
  if (rowsOfSet(how, counts) === 0) throw new CommandError(messages.cruzar.combine.nothing)
  const name = messages.cruzar.combine.names[how](first.name, second.name).slice(0, longestFileName)
  const combined = await session.askLong('cruzar.stage', { from: 'lists', ...lists, how, name }, name)
  session.saveTo(target)
  const saved = await session.askLong(
    'cruzar.save_list',
    { list: combined.list, settings: {}, format, name, origin },
    name,
  )
  print.result({ how, ...fileFacts(session, out, saved), ...counts }, [
    ...sentencesOf(how, counts, session),
    messages.cli.exported(out, saved.rows),
  ])
  return 0
}

/** The contract's longest name of a file. */

function sentencesOf(how: SetOperation, counts: SetCounts, { messages }: Session): readonly string[] {
  const { facts, keyless } = messages.cruzar.combine
  const without = how === 'or' ? counts.keyless + counts.other.keyless : counts.keyless
  return [facts[how](counts), ...(without > 0 ? [keyless[how](without)] : [])]
}

/** Stages a list that the command line names: `sheet:NAME`, `run:NAME`, or a file. */
async function stage(
  session: Session,
  named: string,
  { outcomes, allSheets }: { readonly outcomes: readonly Outcome[]; readonly allSheets: boolean },
) {
  const source = await sourceNamed(session, named, outcomes)
  const { list, inspection } = await (source
    ? session.askLong('cruzar.stage', source, named)
    : stageFile(session, named))
  const settings = allSheets && !source ? { sheets: 'all' as const } : {}
  const read = settings.sheets ? await session.ask('cruzar.inspect', { list, settings }) : inspection
  warnAboutSheets(session, read)
  tellColumns(session, read)
  return { list, settings, name: withoutListEnding(read.name) }
}

/** Null for a file. */
async function sourceNamed(
  session: Session,
  named: string,
  outcomes: readonly Outcome[],
): Promise<Input<AppContract['cruzar.stage']> | null> {
  const [, kind, name = ''] = /^(sheet|run):(.+)$/s.exec(named) ?? []
  if (kind === 'sheet') {
    const sheet = await sheetNamed(session, name)
    warnUnlessWhole(session, sheet)
    return { from: 'table', table: { kind, id: sheet.id }, select: { query: {} } }
  }
  if (kind === 'run') {
    const { id } = await runNamed(session, name)
    const filter = { column: 'cruzar_resultado', operator: 'in' as const, values: [...outcomes] }
    return { from: 'table', table: { kind, id }, select: { query: { filters: outcomes.length > 0 ? [filter] : [] } } }
  }
  return null
}
