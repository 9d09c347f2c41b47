import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { type Readable, Writable } from 'node:stream'
import type { Language } from '../../preload/contract/app.ts'
import { type AppContract, contract } from '../../preload/contract/index.ts'
import type { Input, Output, Progress } from '../../preload/contract/question.ts'
import type { SavedFile } from '../../preload/contract/saved-files.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { paceWords } from '../../preload/messages/pace.ts'
import { measured, type RowProgress } from '../../preload/values/progress.ts'
import type { App } from '../app.ts'
import { AppFailure, thrown } from '../kernel/failure.ts'

type Name = keyof AppContract & string
/** The questions that report rows while they run. */
type NamesOfRows = { [K in Name]: Progress<AppContract[K]> extends RowProgress ? K : never }[Name]

export type StandardInput = Readable & { readonly isTTY?: boolean }

export interface CommandDeps {
  readonly messages: Messages
  /** Runs a command with its arguments; its result is the exit code. */
  start<A extends readonly unknown[]>(
    command: (session: Session, ...typed: A) => Promise<number>,
  ): (...typed: A) => Promise<void>
}

/** The environment of a command: the questions of the contract, without a window. */
export interface Session {
  readonly messages: Messages
  /** That of the messages. */
  readonly language: Language
  readonly print: Printer
  readonly signal: AbortSignal
  readonly stdin: StandardInput
  /** From the environment (CRUZA_SECRET). */
  readonly secret: string | undefined
  /** From the environment (CRUZA_LIST_PASSWORD). */
  readonly listPassword: string | undefined
  /** Acts as Ctrl+C does. */
  interrupt(): void
  ask<K extends Name>(
    name: K,
    input: Input<AppContract[K]>,
    progress?: (value: Progress<AppContract[K]>) => void,
  ): Promise<Output<AppContract[K]>>
  /** The same with a line that shows the progress. */
  askLong<K extends NamesOfRows>(name: K, input: Input<AppContract[K]>, label: string): Promise<Output<AppContract[K]>>
  /** Follows a task to its end with a progress bar; throws its failure. */
  follow(taskId: string | null, label: string): Promise<void>
  /** Sets the file that the next export or download writes. */
  saveTo(file: string): void
  /** Returns a one-use ticket for a file, as for a dropped one. */
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
      // The contract's types are by name. A name in a variable needs one wider type, as in the router.
      const handler = app.handlers()[name] as (input: unknown, call: unknown) => Promise<never>
      return handler(parsed.data, { signal, progress: progress ?? (() => undefined) })
    },
    async askLong(name, input, label) {
      const bar = print.bar(label)
      // All these names report rows, but the compiler cannot follow a type over all of them.
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
        // Repeated failures of a service are noted once, until there is progress.
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
 * The first non-empty line of standard input; undefined without one. On a terminal, the person is asked and the input
 * stays hidden.
 */
export async function hiddenLine(
  { print, signal, stdin, interrupt }: Session,
  question: string,
): Promise<string | undefined> {
  if (stdin.isTTY) print.note(question)
  // The echo goes nowhere.
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output, terminal: stdin.isTTY ?? false, signal })
  // A terminal that hides its input passes Ctrl+C to us and not to the process.
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

/** Wrong usage that shows only once the data are known: exit 2, with a sentence. */
export class UsageError extends Error {}

/** A failed command, with a sentence for the person: exit 1. */
export class CommandError extends Error {}

/** The output of the command line: results on standard output, everything else on standard error. */
interface Printer {
  /** One JSON object with `--json`, the lines otherwise. */
  result(json: Readonly<Record<string, unknown>>, lines: readonly string[]): void
  /** A sentence for the person; silent with `--quiet`. */
  note(sentence: string): void
  /** An error, always shown. */
  warn(sentence: string): void
  /** A line with the progress of long work, its speed and its remaining time; `kind` of a task. */
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
      // A log file needs no moving line; the sentences before and after are enough there.
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

/** The absolute path of an output file. Throws a sentence when its folder does not exist. */
export async function requireTarget(file: string, messages: Messages): Promise<string> {
  const target = path.resolve(file)
  const folder = path.dirname(target)
  const stats = await stat(folder).catch(() => undefined)
  if (!stats?.isDirectory()) throw new CommandError(messages.cli.noFolder(folder))
  return target
}
type TableExport = Input<AppContract['tables.export']>

/** Writes a table to this file, whose folder must exist, and returns facts for the result. */
export async function exportTable(
  session: Session,
  file: string,
  order: Pick<TableExport, 'table' | 'format' | 'name' | 'origin'> &
    Partial<Pick<TableExport, 'query' | 'columns' | 'partition_by'>>,
) {
  session.saveTo(await requireTarget(file, session.messages))
  const saved = await session.askLong('tables.export', { query: {}, columns: null, ...order }, order.name)
  return fileFacts(session, file, saved)
}

/** The facts of a written file. Losses that a spreadsheet does not show are noted on standard error. */
export function fileFacts(
  { print, messages }: Session,
  file: string,
  { saved: _, name: __, file: ___, ...facts }: SavedFile,
) {
  for (const sentence of messages.tables.export.notes(facts)) print.warn(sentence)
  return { file, ...facts }
}
