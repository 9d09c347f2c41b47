import type { Command } from 'commander'
import type { ConversationFilter, ConversationSet } from '../../preload/contract/conversations.ts'
import { conversationsTable } from '../../preload/contract/conversations-table.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { platformNamed } from './connections.ts'
import { formatOf, type Mode, modeOption } from './result-options.ts'
import type { CommandDeps, Session } from './session.ts'
import { demandTarget, fileFacts } from './target.ts'
import { UsageError } from './usage-error.ts'
import { type KnownNames, readWhere, WhereError } from './where.ts'

interface ConversationWords {
  readonly connection: string
  readonly where: string[]
  readonly out: string
  readonly set?: string
  readonly mode?: Mode
}

interface ConversationOptions {
  readonly connection: string
  readonly where: readonly string[]
  readonly out: string
  /** The set that is kept; without one the conversations are forgotten when they are written. */
  readonly set: string | undefined
  readonly format: ExportFormat
}

const longestName = 120

/** `cruza conversations`. */
export function addConversationCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.conversations
  program
    .command('conversations')
    .description(words.command)
    .requiredOption('--connection <name>')
    .requiredOption('--where <condition>', words.where, (text: string, before: string[] = []) => [...before, text])
    .requiredOption('--out <file>')
    .option('--set <name>', words.set)
    .addOption(modeOption())
    .action(({ mode, set, ...options }: ConversationWords) =>
      start((session) =>
        exportConversations(session, {
          ...options,
          set,
          format: formatOf(options.out, mode, messages.cli.badExtension),
        }),
      ),
    )
}

/** Reads all conversations of a filter, or goes on where an interrupted command stopped, and writes them as a table. */
async function exportConversations(session: Session, options: ConversationOptions): Promise<number> {
  const { ask, messages, print } = session
  const started = Date.now()
  const { id: connection_id } = await platformNamed(session, options.connection)
  const filter = filterOf(session, options.where, await ask('conversations.known', { connection_id }))
  // Said before anything is asked for, not after a thousand pages.
  const target = await demandTarget(options.out, messages)
  const name = options.set ?? options.where.join(' ').slice(0, longestName)
  const set = await begin(session, { connection_id, name, filter })
  await session.follow(set.task_id, name)
  const read = (await ask('conversations.sets', { connection_id })).find(({ id }) => id === set.id) ?? set
  const complete = read.state === 'complete'
  if (!complete) print.complain(messages.cli.notWhole(name, messages.conversations.sets.states[read.state]))
  session.saveTo(target)
  const bar = print.bar(name)
  const saved = await ask(
    'tables.export',
    { table: conversationsTable(set), query: {}, columns: null, format: options.format, name },
    ({ rows, total }) => bar.update(rows, total),
  ).finally(() => bar.stop())
  if (options.set === undefined) await ask('conversations.forget_set', { connection_id, id: set.id })
  const { all_count, outside, state } = read
  const facts = { all_count, outside, complete, state, requests: session.pullRequests() }
  const seconds = (Date.now() - started) / 1000
  print.result({ ...fileFacts(session, options.out, saved), ...facts, seconds }, [
    messages.cli.exported(options.out, saved.rows),
  ])
  return 0
}

async function begin(
  { ask, messages }: Session,
  wanted: Pick<ConversationSet, 'connection_id' | 'name' | 'filter'>,
): Promise<ConversationSet> {
  const { connection_id, name, filter } = wanted
  const existing = (await ask('conversations.sets', { connection_id })).find((set) => set.name === name)
  if (!existing) return ask('conversations.keep', wanted)
  if (JSON.stringify(existing.filter) !== JSON.stringify(filter)) {
    throw new UsageError(messages.cli.conversations.setDiffers(name))
  }
  return ask('conversations.refresh', { connection_id, id: existing.id })
}

function filterOf({ messages }: Session, where: readonly string[], known: KnownNames): ConversationFilter {
  const words = { status: messages.leads.status, priority: messages.conversations.priorities }
  return where.map((text) => {
    try {
      return readWhere(text, known, words)
    } catch (error) {
      if (error instanceof WhereError) throw new UsageError(messages.cli.conversations.wrong[error.reason](error.word))
      throw error
    }
  })
}
