import path from 'node:path'
import type { Command } from 'commander'
import type { ListInspection, ListSettings } from '../../preload/contract/cruzar.ts'
import type { AppContract } from '../../preload/contract/index.ts'
import type { Input } from '../../preload/contract/question.ts'
import type { RunQuestion } from '../../preload/contract/run-question.ts'
import type { LeadFilter, Sheet } from '../../preload/contract/sheets.ts'
import { holdUnusableKeys } from '../../preload/values/key-problems.ts'
import { isFiltered, isNarrower, mayHideOlder } from '../../preload/values/lead-filters.ts'
import { listColumns } from '../../preload/values/list-headings.ts'
import { detectedSettings } from '../../preload/values/list-settings.ts'
import { areaCodes, phoneRungs } from '../../preload/values/rungs.ts'
import { failureOf } from '../kernel/failure.ts'
import { connectionOf } from './connections.ts'
import {
  addLeadFilterOptions,
  addResultOptions,
  filterOptions,
  type LeadFilterOptions,
  leadFilterOf,
  type ResultOptions,
  repeated,
  resultOf,
} from './options.ts'
import { answererOf, readByRecipe, recipeNamed, withRecipe } from './recipes.ts'
import { exportRun, followRun, type RunResult, report } from './runs.ts'
import { type CommandDeps, hiddenLine, requireTarget, type Session, UsageError } from './session.ts'
import { sheetNamed, warnUnlessWhole } from './sheets.ts'

export function addCruzarCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli
  addLeadFilterOptions(
    addResultOptions(
      addAnswererOptions(program.command('cruzar <list>').description(words.cruzar), words)
        .option('--column <column...>', words.column)
        .option('--area-code <ddd>', words.areaCode)
        .option('--visible-only', words.visibleOnly)
        .option('--all-sheets', words.allSheets)
        .option('--recipe <name>', words.recipes.option)
        .requiredOption('--out <file>'),
      words,
    ),
  ).action(start(cruzar))
}

/** Who answers: a connection of the platform, or cached sheets, offline. */
export interface AnswererOptions {
  readonly connection?: string
  readonly sheet?: readonly string[]
  readonly keep: boolean
  /** The last rung of the match ladder that counts. */
  readonly match?: string
  /** Whether a service also gets each number with the other form of the ninth digit. */
  readonly otherNinth?: boolean
}

export function addAnswererOptions(
  command: Command,
  words: Readonly<Record<'sheet' | 'noKeep' | 'match' | 'otherNinth' | 'noOtherNinth', string>>,
): Command {
  return command
    .option('--connection <name>')
    .option('--sheet <name>', words.sheet, repeated, [])
    .option('--no-keep', words.noKeep)
    .option('--match <rung>', words.match)
    .option('--other-ninth', words.otherNinth)
    .option('--no-other-ninth', words.noOtherNinth)
}

interface CruzarOptions extends AnswererOptions, LeadFilterOptions, ResultOptions {
  /** Key columns by heading or number (1 is the first); detected when none is given. */
  readonly column?: readonly string[]
  /** The area code of phones without one. */
  readonly areaCode?: string
  /** Leaves out rows that are hidden or filtered out in the spreadsheet. */
  readonly visibleOnly?: boolean
  /** Reads every sheet with phones or e-mails as one list. */
  readonly allSheets?: boolean
  /** The recipe that fills in missing options. */
  readonly recipe?: string
}

/** Cross-checks a list and writes the result, original columns first. */
async function cruzar(session: Session, list: string, options: CruzarOptions): Promise<number> {
  const { ask, messages } = session
  const recipe = options.recipe === undefined ? null : await recipeNamed(session, options.recipe)
  const hasAnswerer = options.connection !== undefined || (options.sheet ?? []).length > 0
  const ofRecipe = recipe && !hasAnswerer ? await answererOf(session, recipe, options.keep) : null
  if (!ofRecipe) requireOneAnswerer(session, options)
  const { filter } = leadFilterOf(session, options, recipe?.filter)
  const result = withRecipe(resultOf(session, options), options, recipe)
  const answerer = ofRecipe ?? (await answererNamed(session, options, filter))
  const question = { ...answerer, ...matchNamed(session, options, answerer, recipe), filter }
  // Checked before anything is sent, not after a hundred thousand keys.
  await requireTarget(options.out, messages)
  const name = path.basename(list)
  const staged = await stageFile(session, list)
  const read = recipe && (await readByRecipe(session, staged.list, recipe))
  const asRecognised = { ...detectedSettings, sheets: options.allSheets ? ('all' as const) : null }
  const base = read?.settings ?? asRecognised
  const inspection = options.allSheets
    ? await ask('cruzar.inspect', { list: staged.list, settings: { ...base, sheets: 'all' } })
    : (read?.inspection ?? staged.inspection)
  const { key_columns } = settingsOf(inspection, options.column ?? [], messages.cli.unknownColumn)
  const settings: ListSettings = {
    ...base,
    key_columns: key_columns ?? base.key_columns,
    hidden_rows: options.visibleOnly ? 'skip' : (base.hidden_rows ?? 'read'),
    area_code: areaCodeNamed(session, options.areaCode) ?? base.area_code,
  }
  warnAboutSheets(session, inspection)
  if (settings.key_columns === null) tellColumns(session, inspection)
  const requested = { list: staged.list, settings, ...question, name, recipe_id: recipe?.id ?? null }
  return crossStaged(session, requested, result)
}

/**
 * Stages a file that the command line names. The password of an encrypted workbook comes from CRUZA_LIST_PASSWORD or
 * standard input, never from argv, and is not stored.
 */
export async function stageFile(session: Session, file: string) {
  const { listPassword, messages } = session
  const name = path.basename(file)
  const stage = (password: string | undefined) => {
    const ticket = session.issueTicket(path.resolve(file), name)
    return session.askLong('cruzar.stage', { from: 'file', ticket, ...(password ? { password } : {}) }, name)
  }
  return stage(listPassword).catch(async (error: unknown) => {
    if (failureOf(error).params.cause !== 'password') throw error
    const password = await hiddenLine(session, messages.cli.askListPassword(name))
    if (!password) throw error
    return stage(password)
  })
}

/**
 * Where there was a choice, notes which columns were detected as those of the people of a list, and which were not
 * used. Warns where the choice is in doubt.
 */
export function tellColumns({ messages, print }: Session, { columns, question, hints }: ListInspection): void {
  const words = messages.cli.columns
  const headings = listColumns(columns.map(({ name }) => name))
  const named = (index: number) => `“${headings[index]?.heading || messages.cruzar.list.unnamed(index + 1)}”`
  const read = columns.filter(({ kind }) => kind !== 'other').map(({ index }) => named(index))
  const ignored = columns.flatMap(({ index, left: reason }) =>
    reason ? [`${named(index)} (${words.reasons[reason]})`] : [],
  )
  if (read.length > 0 && read.length + ignored.length > 1) print.note(words.read(read.join(', '), ignored.join(', ')))
  const sides = messages.cruzar.hints.message_sides
  if (hints.includes('message_sides') && sides) print.note(sides)
  if (!question) return
  const isOfDigits = columns[question.left]?.left === 'other_digits'
  print.warn((isOfDigits ? words.digits : words.unsure)(named(question.left)))
}

/** Warns of unread sheets or tables with people. */
export function warnAboutSheets({ messages, print }: Session, { key_sheets, file_kind }: ListInspection): void {
  const others = key_sheets.filter(({ is_read }) => !is_read)
  if (others.length > 0) print.warn(messages.cli.otherSheets(messages.cruzar.list.otherSheets(file_kind, others)))
}

function areaCodeNamed({ messages }: Session, code: string | undefined): ListSettings['area_code'] {
  if (code === undefined) return null
  const areaCode = areaCodes.find((each) => each === code)
  if (!areaCode) throw new UsageError(messages.cli.badAreaCode(code))
  return areaCode
}

/**
 * Warns before any request where nobody in a list can be found. Also warns of rows that the spreadsheet hides, since a
 * filtered list may mean the visible rows.
 */
async function warnAboutKeys(
  { askLong, messages, print }: Session,
  { list, settings }: Pick<Input<AppContract['cruzar.start']>, 'list' | 'settings'>,
): Promise<void> {
  const { hidden_rows, keys, rows, problems } = await askLong(
    'cruzar.budget',
    { list, settings },
    messages.common.counting,
  )
  const { list: words, budget } = messages.cruzar
  if (hidden_rows > 0) {
    print.warn(
      settings.hidden_rows === 'skip' ? words.hiddenSkipped(hidden_rows) : messages.cli.hiddenRead(hidden_rows),
    )
  }
  if (keys === 0 && holdUnusableKeys(problems)) print.warn(budget.nobody(rows, problems))
}

export function requireOneAnswerer({ messages }: Session, { connection, sheet = [], keep }: AnswererOptions): void {
  if ((connection === undefined) === (sheet.length === 0)) throw new UsageError(messages.cli.oneAnswerer)
  if (connection !== undefined && !keep) throw new UsageError(messages.cli.keepsAnswers)
}

/** The connection or sheets of these names, for a run. Notes each sheet that is not complete. */
export async function answererNamed(session: Session, options: AnswererOptions, filter?: LeadFilter) {
  const { connection, sheet = [], keep } = options
  if (connection !== undefined) {
    return { connection_id: (await connectionOf(session, connection, 'platform')).id }
  }
  const sheets: Sheet[] = []
  for (const name of new Set(sheet)) sheets.push(await sheetNamed(session, name))
  for (const one of sheets) warnUnlessWhole(session, one)
  if (filter && isFiltered(filter)) for (const one of sheets) noteLimits(session, one, filter)
  const [first, ...others] = sheets
  if (!first) throw new UsageError(session.messages.cli.oneAnswerer)
  return {
    connection_id: first.connection_id,
    sheet_id: first.id,
    sheet_ids: others.map(({ id }) => id),
    kept: keep,
  }
}

/** Notes which rows of a run with this filter are missing in a sheet, because of the sheet's own filters. */
function noteLimits({ print, messages }: Session, { name, filter: sheetFilter }: Sheet, filter: LeadFilter): void {
  if (isNarrower(sheetFilter, filter)) print.note(messages.cruzar.start.sheetReadWith(name, filterOptions(sheetFilter)))
  if (mayHideOlder(sheetFilter, filter)) print.note(messages.cruzar.start.newestOnly)
}

/** What still counts as the same person: by the options, else by the recipe. */
export function matchNamed(
  { messages }: Session,
  { match: name, otherNinth }: AnswererOptions,
  answerer: object,
  recipe?: Pick<RunQuestion, 'match' | 'other_ninth'> | null,
) {
  if (otherNinth !== undefined && ('sheet_id' in answerer || name !== undefined)) {
    throw new UsageError(messages.cli.otherNinthOfService)
  }
  const match = phoneRungs.find((each) => each === name) ?? null
  if (name !== undefined && match === null) throw new UsageError(messages.cli.badRung(name))
  if (otherNinth !== undefined) return { match: null, other_ninth: otherNinth }
  return { match: match ?? recipe?.match ?? null, other_ninth: recipe?.other_ninth ?? true }
}

/** Cross-checks a staged list, follows the run to its end and writes the result. Returns the exit code. */
export async function crossStaged(
  session: Session,
  requested: Input<AppContract['cruzar.start']>,
  result: RunResult,
): Promise<number> {
  await warnAboutKeys(session, requested)
  const started = await session.askLong('cruzar.start', requested, requested.name)
  if (requested.kept ?? true) return followRun(session, started, result)
  await exportRun(session, started, result)
  await report(session, started, result.out, false)
  return 0
}

function settingsOf(
  { columns }: ListInspection,
  requested: readonly string[],
  unknown: (column: string) => string,
): ListSettings {
  if (requested.length === 0) return detectedSettings
  const keys = requested.map((text) => {
    const column = columns.find(({ name }) => name === text) ?? columns.find(({ index }) => String(index + 1) === text)
    if (!column) throw new UsageError(unknown(text))
    const holdsEmail =
      column.kind === 'email' || (column.kind === 'other' && column.samples.some((it) => it.includes('@')))
    return { index: column.index, kind: holdsEmail ? ('email' as const) : ('phone' as const) }
  })
  return { ...detectedSettings, key_columns: keys }
}
