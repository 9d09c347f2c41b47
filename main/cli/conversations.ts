import type { Command } from 'commander'
import * as z from 'zod'
import type {
  ConversationCondition,
  ConversationFilter,
  ConversationSet,
  conversations,
} from '../../preload/contract/conversations.ts'
import type { Output } from '../../preload/contract/question.ts'
import {
  type ConversationAttribute,
  type ConversationOperator,
  type ConversationValueKind,
  conversationAttributes,
  conversationsTable,
  dateOperators,
  valueOperators,
} from '../../preload/values/conversation-fields.ts'
import { longestName } from '../../preload/values/names.ts'
import { connectionOf } from './connections.ts'
import { fileOf, listed, repeated } from './options.ts'
import { type CommandDeps, exportTable, requireTarget, type Session, UsageError } from './session.ts'
import { addTableOptions, arrangeTable, type TableOptions, viewNamed } from './table-options.ts'

interface ConversationOptions extends TableOptions {
  readonly connection: string
  /** Absent for the filter of a saved view. */
  readonly where?: readonly string[]
  readonly out: string
  /** The set that is stored. Without one, the conversations are deleted once they are written. */
  readonly set?: string
}

export function addConversationCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.conversations
  const command = program
    .command('conversations')
    .description(words.command)
    .requiredOption('--connection <name>')
    .option('--where <condition>', words.where, repeated)
    .requiredOption('--out <file>')
    .option('--set <name>', words.set)
  addTableOptions(command, messages.cli).action(start(exportConversations))
}

/** Reads all conversations of a filter, or continues an interrupted command, and writes them as a table. */
async function exportConversations(session: Session, options: ConversationOptions): Promise<number> {
  const { ask, messages, print } = session
  const started = Date.now()
  const file = fileOf(session, options)
  const { id: connection_id } = await connectionOf(session, options.connection, 'platform')
  const { view, where, ...rest } = options
  const isOfView = where === undefined
  const filter = isOfView
    ? await filterOfView(session, connection_id, view)
    : filterOf(session, where, await ask('conversations.known', { connection_id }))
  // Checked before the first request, not after a thousand pages.
  if (!isOfView && view !== undefined) await viewNamed(session, { connection_id, kind: 'conversations' }, view)
  await requireTarget(options.out, messages)
  const name = options.set ?? (where?.join(' ') ?? view ?? '').slice(0, longestName)
  const set = await begin(session, { connection_id, name, filter })
  // Checked while the first page is read, not after a thousand.
  const arranged = await arrangeTable(session, conversationsTable(set), isOfView ? rest : options)
  await session.follow(set.task_id, name)
  const read = (await ask('conversations.sets', { connection_id })).find(({ id }) => id === set.id) ?? set
  const complete = read.state === 'complete'
  if (!complete) print.warn(messages.cli.notWhole(name, messages.conversations.sets.states[read.state]))
  if (read.failure === 'endless_pages') print.warn(messages.failures.endless_pages({}))
  if (read.repeated > 0) print.warn(`${name}: ${messages.conversations.repeated(read.repeated)}.`)
  if (read.undated > 0) print.warn(`${name}: ${messages.conversations.undated(read.undated)}.`)
  const saved = await exportTable(session, options.out, { ...arranged, ...file, name })
  if (options.set === undefined) await ask('conversations.forget_set', { connection_id, id: set.id })
  const { all_count, outside, undated, repeated, state } = read
  const facts = { all_count, outside, undated, repeated, complete, state, requests: session.pullRequests() }
  const seconds = (Date.now() - started) / 1000
  print.result({ ...saved, ...facts, seconds }, [messages.cli.exported(options.out, saved.rows)])
  return 0
}

/** The filter of a view of the list of conversations. Throws `UsageError` where none is named. */
async function filterOfView(
  session: Session,
  connection_id: string,
  name: string | undefined,
): Promise<ConversationFilter> {
  const { filter } =
    name === undefined ? {} : await viewNamed(session, { connection_id, kind: 'live_conversations' }, name)
  if (!filter) throw new UsageError(session.messages.cli.conversations.whichOnes)
  return filter
}

async function begin(
  { ask, messages }: Session,
  requested: Pick<ConversationSet, 'connection_id' | 'name' | 'filter'>,
): Promise<ConversationSet> {
  const { connection_id, name, filter } = requested
  const existing = (await ask('conversations.sets', { connection_id })).find((set) => set.name === name)
  if (!existing) return ask('conversations.keep', requested)
  if (JSON.stringify(existing.filter) !== JSON.stringify(filter)) {
    throw new UsageError(messages.cli.conversations.setDiffers(name))
  }
  return ask('conversations.refresh', { connection_id, id: existing.id })
}

function filterOf({ messages }: Session, where: readonly string[], names: KnownNames): ConversationFilter {
  const words = { status: messages.leads.status, priority: messages.conversations.priorities }
  return where.map((text) => {
    try {
      return readWhere(text, names, words)
    } catch (error) {
      if (error instanceof WhereError) throw new UsageError(messages.cli.conversations.wrong[error.reason](error.word))
      throw error
    }
  })
}

/** The names that the app knows of an account. */
type KnownNames = Output<(typeof conversations)['conversations.known']>
interface ChoiceWords {
  readonly status: Readonly<Record<string, string>>
  readonly priority: Readonly<Record<string, string>>
}
/** An error in a condition: a sentence of the catalogue (`cli.conversations.wrong`) and its word. */
class WhereError extends Error {
  readonly reason: 'grammar' | 'attribute' | 'operator' | 'value' | 'name'
  readonly word: string

  constructor(reason: WhereError['reason'], word: string) {
    super(reason)
    this.reason = reason
    this.word = word
  }
}
const signs: Readonly<Record<string, ConversationOperator>> = {
  '=': 'equal_to',
  '!=': 'not_equal_to',
  '~': 'contains',
  '>': 'is_greater_than',
  '<': 'is_less_than',
  '?': 'is_present',
  '!?': 'is_not_present',
}
const bySign = /^\s*(\w+)\s*(!\?|\?|!=|=|~|>|<)\s*(.*)$/su
const byWord = /^\s*(\w+)\s+(\w+)(?:\s+(.*))?$/su
const operators: readonly string[] = [...dateOperators, ...valueOperators]
/**
 * Reads one condition of `--where`: an attribute of the conversation filter, with or without its `_id`, and an
 * operator. That is a sign (`=`, `!=`, `~` contains, `>` and `<` days, `>3d` days before, `?` and `!?` present or not)
 * or an operator of the service as a word.
 *
 * Values are separated by commas. Known names stand for ids, and the catalogue's words for codes. Throws `WhereError`.
 */
export function readWhere(text: string, names: KnownNames, words: ChoiceWords): ConversationCondition {
  const [, name = '', operation = '', rest = ''] = bySign.exec(text) ?? byWord.exec(text) ?? []
  if (name === '') throw new WhereError('grammar', text)
  const attribute_key = attributeOf(name)
  const value = rest.trim()
  const days = /^(\d{1,5})d$/.exec(value)?.[1]
  const filter_operator = operation === '>' && days !== undefined ? 'days_before' : operatorOf(operation)
  const { kind, operators: fitting } = conversationAttributes[attribute_key]
  if (!fitting.some((one) => one === filter_operator)) throw new WhereError('operator', operation)
  const values = valuesOf({ attribute_key, filter_operator, kind }, days ?? value, names, words)
  return { attribute_key, filter_operator, values }
}
function attributeOf(name: string): ConversationAttribute {
  const attribute = Object.keys(conversationAttributes).find((key) => key === name || key === `${name}_id`)
  // It is a key of the table.
  if (attribute !== undefined) return attribute as ConversationAttribute
  throw new WhereError('attribute', name)
}
function operatorOf(word: string): ConversationOperator {
  const operator = signs[word] ?? word
  if (!operators.includes(operator)) throw new WhereError('operator', word)
  // It is one of the list.
  return operator as ConversationOperator
}
interface TypedCondition extends Pick<ConversationCondition, 'attribute_key' | 'filter_operator'> {
  readonly kind: ConversationValueKind
}
function valuesOf(
  typed: TypedCondition,
  text: string,
  names: KnownNames,
  choices: ChoiceWords,
): ConversationCondition['values'] {
  const { attribute_key, filter_operator, kind } = typed
  const require = (holds: boolean) => {
    if (!holds) throw new WhereError('value', text)
  }
  if (filter_operator === 'is_present' || filter_operator === 'is_not_present') {
    require(text === '')
    return []
  }
  require(text !== '')
  if (filter_operator === 'days_before') {
    require(/^\d{1,5}$/.test(text))
    return [Number(text)]
  }
  if (kind === 'date') {
    require(z.iso.date().safeParse(text).success)
    return [text]
  }
  // A subject may contain commas.
  if (kind === 'text') return [text]
  const words = listed(text)
  require(words.length > 0)
  if (kind === 'label') return words
  if (kind === 'choice') {
    const isPart = filter_operator === 'contains'
    return isPart
      ? words
      : words.map((word) => codeOf(choices[attribute_key === 'status' ? 'status' : 'priority'], word))
  }
  if (filter_operator === 'contains') require(words.every((word) => /^\d{1,15}$/.test(word)))
  return words.flatMap((word) => idsOf(attribute_key, word, names))
}
const collator = new Intl.Collator('pt-BR', { sensitivity: 'base' })
/** The code for a word of the catalogue. Any other word may be a code of the installation. */
function codeOf(words: Readonly<Record<string, string>>, word: string): string {
  return Object.entries(words).find(([, label]) => collator.compare(label, word) === 0)?.[0] ?? word
}
/** Where the names of an attribute's ids are known. */
const namesOf: Readonly<Partial<Record<ConversationAttribute, 'inboxes' | 'agents' | 'teams'>>> = {
  inbox_id: 'inboxes',
  assignee_id: 'agents',
  team_id: 'teams',
}
/** An id unchanged, or the ids of everybody with that name. */
function idsOf(attribute: ConversationAttribute, word: string, names: KnownNames): number[] {
  if (/^\d{1,15}$/.test(word)) return [Number(word)]
  const group = namesOf[attribute]
  const people = group ? names[group].filter(({ name }) => collator.compare(name, word) === 0) : []
  if (people.length === 0) throw new WhereError('name', word)
  return people.map(({ id }) => id)
}
