import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import { type AppContract, contract } from '../../preload/contract/index.ts'
import type { Input, Output, Progress } from '../../preload/contract/question.ts'
import type { SavedFile } from '../../preload/contract/tables.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { paceWords } from '../../preload/messages/pace.ts'
import { measured, type RowProgress } from '../../preload/values/progress.ts'
import type { App } from '../app.ts'
import { AppFailure, thrown } from '../kernel/failure.ts'

type Name = keyof AppContract & string
/** The questions that report rows while they run. */
type NamesOfRows = { [K in Name]: Progress<AppContract[K]> extends RowProgress ? K : never }[Name]

/** Standard input, or a stream that replaces it. */
export type StandardInput = Readable & { readonly isTTY?: boolean }

/** What a command of the program is added with. */
export interface CommandDeps {
  readonly messages: Messages
  /** Runs a command with what was typed; its result is the exit code. */
  start<A extends readonly unknown[]>(
    command: (session: Session, ...typed: A) => Promise<number>,
  ): (...typed: A) => Promise<void>
}

/** What a command works with: the questions of the contract, without a window. */
export interface Session {
  readonly messages: Messages
  readonly print: Printer
  readonly signal: AbortSignal
  readonly stdin: StandardInput
  /** From the environment (CRUZA_SECRET). */
  readonly secret: string | undefined
  /** From the environment (CRUZA_LIST_PASSWORD). */
  readonly listPassword: string | undefined
  /** Does what Ctrl+C does. */
  interrupt(): void
  ask<K extends Name>(
    name: K,
    input: Input<AppContract[K]>,
    progress?: (value: Progress<AppContract[K]>) => void,
  ): Promise<Output<AppContract[K]>>
  /** The same with a line that shows how far it is. */
  askLong<K extends NamesOfRows>(name: K, input: Input<AppContract[K]>, label: string): Promise<Output<AppContract[K]>>
  /** Follows a task to its end with a progress bar; throws what it failed with. */
  follow(taskId: string | null, label: string): Promise<void>
  /** The file that the next export or download writes. */
  saveTo(file: string): void
  /** Returns a one-use ticket for a file, as if it had been dropped. */
  issueTicket(file: string, name: string): string
  /** How many pages were requested so far. */
  pullRequests(): number
}

interface SessionDeps extends Omit<Session, 'ask' | 'askLong' | 'follow' | 'issueTicket'> {
  readonly app: App
}

const pollMs = 200

export function createSession({ app, ...given }: SessionDeps): Session {
  const { messages, print, signal } = given
  const tasksOf = () => app.workspace().tasks

  const session: Session = {
    ...given,
    async ask(name, input, progress) {
      const parsed = contract[name].input.safeParse(input)
      if (!parsed.success) {
        throw new AppFailure('bad_request', { place: parsed.error.issues[0]?.path.join('.') ?? name })
      }
      // Typed by the contract name by name; found by a variable name it needs one widening, as in the router.
      const handler = app.handlers()[name] as (input: unknown, call: unknown) => Promise<never>
      return handler(parsed.data, { signal, progress: progress ?? (() => undefined) })
    },
    async askLong(name, input, label) {
      const bar = print.bar(label)
      // Every one of these names reports rows; the compiler cannot follow a type over all of them.
      const progress = bar.update as (value: unknown) => void
      return session.ask(name, input, progress).finally(bar.stop)
    },
    async follow(taskId, label) {
      if (taskId === null) return
      const read = () =>
        tasksOf()
          .list()
          .find(({ id }) => id === taskId)
      const bar = print.bar(label, read()?.kind)
      let noted = ''
      const poll = () => {
        const task = read()
        show(bar, task)
        if (!task?.waiting_for) return
        // A service that fails many times over is noted once, until something more is done.
        const now = `${task.waiting_for} ${task.done}`
        if (now !== noted) print.note(messages.tasks.waitingNow[task.waiting_for])
        noted = now
      }
      const timer = setInterval(poll, pollMs)
      const cancel = () => tasksOf().cancel(taskId)
      signal.addEventListener('abort', cancel, { once: true })
      if (signal.aborted) cancel()
      try {
        const endedTask = await tasksOf().ended(taskId)
        show(bar, endedTask)
        if (endedTask?.state === 'cancelled') throw new AppFailure('cancelled')
        if (endedTask?.failure) throw thrown(endedTask.failure)
      } finally {
        clearInterval(timer)
        bar.stop()
        signal.removeEventListener('abort', cancel)
      }
    },
    issueTicket: (file, name) => app.fileTickets.put({ name, source: { path: file } }),
  }
  return session
}

/**
 * The first line of standard input that holds something, undefined without one; a terminal is asked, and does not show
 * it.
 */
export async function hiddenLine(
  { print, signal, stdin, interrupt }: Session,
  question: string,
): Promise<string | undefined> {
  if (stdin.isTTY) print.note(question)
  // The echo goes nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY ?? false, signal })
  // A terminal that hides what is typed hands Ctrl+C to us instead of to the process.
  lines.on('SIGINT', interrupt)
  try {
    for await (const line of lines) if (line.trim()) return line
  } finally {
    lines.close()
  }
  signal.throwIfAborted()
  return undefined
}

function show(bar: ReturnType<Printer['bar']>, task: Task | undefined) {
  if (task) bar.update({ rows: task.done, total: task.total })
}

/** Wrong usage that only shows when the data are known: exit 2, with a sentence. */
export class UsageError extends Error {}

/** What a command cannot do, in a sentence for whoever typed it: exit 1. */
export class CommandError extends Error {}

/** Where the command line writes: results on standard output, everything else on standard error. */
interface Printer {
  /** One JSON object with `--json`, the lines otherwise. */
  result(json: Readonly<Record<string, unknown>>, lines: readonly string[]): void
  /** A sentence for the person; silent with `--quiet`. */
  note(sentence: string): void
  /** What went wrong, always. */
  warn(sentence: string): void
  /** A line that shows how far long work is, how fast, and how long it still takes; `kind` of a task. */
  bar(label: string, kind?: Task['kind']): { update(progress: RowProgress): void; stop(): void }
}

export interface OutputOptions {
  readonly messages: Messages
  readonly json: boolean
  readonly quiet: boolean
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }
}

export function createOutput({ messages, json, quiet, stdout, stderr }: OutputOptions): Printer {
  const note = (sentence: string) => {
    if (!quiet) stderr.write(`${sentence}\n`)
  }
  return {
    result(object, lines) {
      stdout.write(json ? `${JSON.stringify(object)}\n` : lines.map((line) => `${line}\n`).join(''))
    },
    note,
    warn: (sentence) => void stderr.write(`${sentence}\n`),
    bar(label, kind) {
      // A log file wants no moving line: the sentence before and after it is enough there.
      if (quiet || !stderr.isTTY) return { update() {}, stop() {} }
      let shown = ''
      return {
        update: measured((pace) => {
          const width = (stderr.columns ?? 80) - 1
          shown = `${label}: ${paceWords(pace, messages, kind)}`.slice(0, width)
          stderr.write(`\r${shown}\u001b[K`)
        }),
        stop: () => void (shown === '' || stderr.write('\n')),
      }
    },
  }
}

/** The absolute path of an output file whose folder is there; a sentence when it is not. */
export async function requireTarget(file: string, messages: Messages): Promise<string> {
  const target = path.resolve(file)
  const folder = path.dirname(target)
  const stats = await stat(folder).catch(() => undefined)
  if (!stats?.isDirectory()) throw new CommandError(messages.cli.noFolder(folder))
  return target
}
type TableExport = Input<AppContract['tables.export']>

/** Writes a table to this file, whose folder must be there, and gives it as facts of a result. */
export async function exportTable(
  session: Session,
  file: string,
  order: Pick<TableExport, 'table' | 'format' | 'name' | 'origin'> & Partial<Pick<TableExport, 'query' | 'columns'>>,
) {
  session.saveTo(await requireTarget(file, session.messages))
  const saved = await session.askLong('tables.export', { query: {}, columns: null, ...order }, order.name)
  return fileFacts(session, file, saved)
}

/** A written file as facts of a result; what a spreadsheet does not show of it is noted on standard error. */
export function fileFacts(
  { print, messages }: Session,
  file: string,
  { saved: _, name: __, file: ___, ...facts }: SavedFile,
) {
  for (const sentence of messages.tables.export.notes(facts)) print.warn(sentence)
  return { file, ...facts }
}
