import { type Command, InvalidArgumentError, Option } from 'commander'
import * as z from 'zod'
import { outcome } from '../../preload/contract/cruzar.ts'
import type { KeptPeriod } from '../../preload/contract/forms.ts'
import type { ExportFormat } from '../../preload/contract/saved-files.ts'
import { conversationStatus, type LeadFilter, leadFilter } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { periodOfDays } from '../../preload/messages/kept-days.ts'
import { givenFilters, type LeadFilterName, leadFilterNames, leadFilters } from '../../preload/values/lead-filters.ts'
import { type Session, UsageError } from './session.ts'

type Mode = 'excel' | 'raw'
const fileKinds = ['xlsx', 'csv', 'parquet'] as const

type Talk = Pick<Session, 'messages' | 'print'>

/** The format where the file's ending says none, which of the two CSVs, and whether the file states its origin. */
export interface FileOptions {
  readonly format?: (typeof fileKinds)[number]
  readonly mode?: Mode
  readonly origin: boolean
}

export function addFileOptions(command: Command, words: { readonly noOrigin: string }): Command {
  return command
    .addOption(new Option('--format <format>').choices(fileKinds))
    .addOption(new Option('--mode <mode>').choices(['excel', 'raw']))
    .option('--no-origin', words.noOrigin)
}

/**
 * The format by the file's ending, or by its option. The mode selects one of the two CSVs, "para Excel" by default.
 * Throws `UsageError` where neither says a format, or each another one.
 */
export function fileOf(
  { messages }: Talk,
  { out, format, mode, origin }: FileOptions & { readonly out: string },
): { readonly format: ExportFormat; readonly origin: boolean } {
  const ending = fileKinds.find((kind) => out.toLowerCase().endsWith(`.${kind}`))
  const kind = format ?? ending
  if (!kind || (ending && ending !== kind)) throw new UsageError(messages.cli.badExtension)
  if (kind !== 'csv') return { format: kind, origin }
  return { format: mode === 'raw' ? 'csv-raw' : 'csv-excel', origin }
}

export function listed(text = ''): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
}

export const repeated = (text: string, previous: readonly string[] = []) => [...previous, text]

/** Which rows of a cross-check are written, where, and how. */
export interface ResultOptions extends FileOptions {
  readonly out: string
  readonly outcome?: string
}

export function addResultOptions(
  command: Command,
  words: { readonly outcome: string; readonly noOrigin: string },
): Command {
  return addFileOptions(command.option('--outcome <list>', words.outcome), words)
}

/** The file's format, and the outcomes to write, none for all. Throws `UsageError` for an unknown outcome. */
export function resultOf(session: Talk, options: ResultOptions) {
  const outcomes = listed(options.outcome).map((word) => {
    const parsed = outcome.safeParse(word)
    if (!parsed.success) throw new UsageError(session.messages.cli.badOutcome(word))
    return parsed.data
  })
  return { out: options.out, outcomes, ...fileOf(session, options) }
}
export type ResultOrder = ReturnType<typeof resultOf>

/** A day from an option, with the option's name. */
interface NamedDay {
  readonly option: string
  readonly day: string | undefined
}

/** The days of a period. Throws `UsageError` for an invalid day, or a period that ends before it begins. */
export function requirePeriod({ messages, print }: Talk, first: NamedDay, last: NamedDay): void {
  const texts = messages.cli.period
  for (const { day } of [first, last]) {
    if (day !== undefined && !z.iso.date().safeParse(day).success) throw new UsageError(texts.badDay(day))
  }
  if (first.day !== undefined && last.day !== undefined && last.day < first.day) {
    throw new UsageError(texts.reversed(first.option, last.option))
  }
  pointOutFuture({ messages, print }, first)
}

/** Notes that a period starts in the future, which is possible but rarely meant. */
function pointOutFuture({ messages, print }: Talk, { option, day }: NamedDay): void {
  const now = new Date()
  const today = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
  if (day !== undefined && day > today) print.warn(messages.cli.period.future(option))
}

/** The filters of the lead export as options, the same for `pull` and `cruzar`. */
export function addLeadFilterOptions(command: Command): Command {
  for (const name of leadFilterNames) {
    const { option, values } = leadFilters[name]
    command.addOption(filterOption[values](option))
  }
  return command.addOption(new Option('--group <kind>').choices(['contato', 'conversa']))
}

/** An option under the name that commander gives it. */
type OptionKey<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<OptionKey<Rest>>}`
  : Name

function optionKey<Name extends string>(option: Name): OptionKey<Name> {
  return option.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as OptionKey<Name>
}

export type LeadFilterOptions = {
  readonly [Name in LeadFilterName as OptionKey<(typeof leadFilters)[Name]['option']>]?: LeadFilter[Name]
} & { readonly group?: LeadFilter['agrupar'] }

/**
 * The filter, with the values of `base` where no option is given, and whether any option was given. Throws `UsageError`
 * for a period that ends before it begins.
 */
export function leadFilterOf(
  session: Talk,
  options: LeadFilterOptions,
  base?: LeadFilter,
): { readonly filter: LeadFilter; readonly given: boolean } {
  requirePeriod(
    session,
    { option: '--created-after', day: options.createdAfter },
    { option: '--created-before', day: options.createdBefore },
  )
  pointOutFuture(session, { option: '--updated-after', day: options.updatedAfter })
  const requested = leadFilterNames.map((name) => [name, options[optionKey(leadFilters[name].option)]] as const)
  const values = [...requested, ['agrupar', options.group] as const].filter(([, value]) => value !== undefined)
  return { filter: leadFilter.parse({ ...base, ...Object.fromEntries(values) }), given: values.length > 0 }
}

/** `parserSentence` reads `hint`. */
function parsedBy<T>(schema: z.ZodType<T>, value: unknown, hint = ''): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new InvalidArgumentError(hint)
  return parsed.data
}

/** A filter as command line options, without the grouping of rows. */
export function filterOptions(filter: LeadFilter): string {
  return givenFilters(filter)
    .map(({ option, given }) => `--${option} ${given.join(',')}`)
    .join(' ')
}

/** Joins the lists of a repeated option. */
const several =
  <T>(read: (text: string) => T[]) =>
  (text: string, previous: T[] = []): T[] => [...previous, ...read(text)]

const date = (text: string) => parsedBy(z.iso.date(), text)

const ids = (text: string) => parsedBy(z.array(z.int().positive()).min(1), listed(text).map(Number))

const statuses = (text: string) =>
  parsedBy(
    z.array(conversationStatus).min(1),
    listed(text),
    `Allowed choices are ${conversationStatus.options.join(', ')}.`,
  )

/** The option of a filter, by the type of its values. */
const filterOption = {
  day: (name: string) => new Option(`--${name} <date>`).argParser(date),
  id: (name: string) => new Option(`--${name} <ids>`).argParser(several(ids)),
  status: (name: string) => new Option(`--${name} <list>`).argParser(several(statuses)),
  label: (name: string) => new Option(`--${name} <list>`).argParser(several(listed)),
}

/** The options that select which entries of a form are stored. */
export interface PeriodOptions {
  readonly since?: string
  readonly until?: string
  readonly last?: string
  readonly all?: true
}

export function addPeriodOptions(command: Command, { period }: Messages['cli']): Command {
  return command
    .option('--since <day>', period.since)
    .option('--until <day>', period.until)
    .option('--last <days>', period.last)
    .option('--all', period.all)
}

/**
 * The period of these options, by the days of this machine's zone; null for the whole form, undefined where none is
 * given. Throws `UsageError`.
 */
export function periodOf(session: Talk, { since, until, last, all }: PeriodOptions): KeptPeriod | null | undefined {
  const texts = session.messages.cli.period
  const hasDays = since !== undefined || until !== undefined
  if (Number(hasDays) + Number(last !== undefined) + Number(all ?? false) > 1) throw new UsageError(texts.together)
  if (all) return null
  if (last !== undefined) return { from: startOfLast(last, texts.badLast), to: null }
  if (!hasDays) return undefined
  requirePeriod(session, { option: '--since', day: since }, { option: '--until', day: until })
  return periodOfDays(since ?? null, until ?? null)
}
/** Today is the last of the days. */
function startOfLast(word: string, sentence: (word: string) => string): string {
  const days = /^\d{1,5}$/.test(word) ? Number(word) : 0
  if (days < 1) throw new UsageError(sentence(word))
  const today = new Date()
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1).toISOString()
}
