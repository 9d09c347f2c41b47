import { type Command, InvalidArgumentError, Option } from 'commander'
import * as z from 'zod'
import { conversationStatus, type LeadFilter, leadFilter } from '../../preload/contract/leads.ts'
import { demandPeriod, pointOutFuture } from './days.ts'
import type { Session } from './session.ts'

/** The filters of the lead export as options, the same for `pull` and `cruzar`. */
export function addLeadFilterOptions(command: Command): Command {
  return command
    .addOption(new Option('--created-after <date>').argParser(date))
    .addOption(new Option('--created-before <date>').argParser(date))
    .addOption(new Option('--updated-after <date>').argParser(date))
    .addOption(new Option('--inbox <ids>').argParser(several(ids)))
    .addOption(new Option('--assignee <ids>').argParser(several(ids)))
    .addOption(new Option('--status <list>').argParser(several(statuses)))
    .addOption(new Option('--with-label <list>').argParser(several(words)))
    .addOption(new Option('--without-label <list>').argParser(several(words)))
    .addOption(new Option('--group <kind>').choices(['contato', 'conversa']))
}

export interface LeadFilterOptions {
  readonly createdAfter?: string
  readonly createdBefore?: string
  readonly updatedAfter?: string
  readonly inbox?: number[]
  readonly assignee?: number[]
  readonly status?: LeadFilter['status']
  readonly withLabel?: string[]
  readonly withoutLabel?: string[]
  readonly group?: LeadFilter['agrupar']
}

/** The filter, and whether any option of it was given. Throws `UsageError` for a period that ends before it begins. */
export function leadFilterOf(
  session: Pick<Session, 'messages' | 'print'>,
  options: LeadFilterOptions,
): { readonly filter: LeadFilter; readonly given: boolean } {
  const { createdAfter, createdBefore, updatedAfter } = options
  demandPeriod(
    session,
    { option: '--created-after', day: createdAfter },
    { option: '--created-before', day: createdBefore },
  )
  pointOutFuture(session, { option: '--updated-after', day: updatedAfter })
  const wanted = {
    created_after: createdAfter,
    created_before: createdBefore,
    updated_after: updatedAfter,
    inbox_ids: options.inbox,
    assignee_ids: options.assignee,
    status: options.status,
    with_labels: options.withLabel,
    without_labels: options.withoutLabel,
    agrupar: options.group,
  }
  return { filter: leadFilter.parse(wanted), given: Object.values(wanted).some((value) => value !== undefined) }
}

/** `hint` goes to `parserSentence`, which reads it. */
function parsedBy<T>(schema: z.ZodType<T>, value: unknown, hint = ''): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new InvalidArgumentError(hint)
  return parsed.data
}

/** A list that is given twice is one longer list. */
const several =
  <T>(read: (text: string) => T[]) =>
  (text: string, before: T[] = []): T[] => [...before, ...read(text)]

const date = (text: string) => parsedBy(z.iso.date(), text)
const words = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
const ids = (text: string) => parsedBy(z.array(z.int().positive()).min(1), words(text).map(Number))
const statuses = (text: string) =>
  parsedBy(
    z.array(conversationStatus).min(1),
    words(text),
    `Allowed choices are ${conversationStatus.options.join(', ')}.`,
  )
