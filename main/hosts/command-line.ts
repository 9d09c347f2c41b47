import path from 'node:path'
import { CommanderError } from 'commander'
import type { AppState } from '../../preload/contract/app.ts'
import { catalogues, failureSentence } from '../../preload/messages/catalogue.ts'
import { factsOf } from '../../preload/values/failures.ts'
import { type App, type AppDeps, createApp } from '../app.ts'
import { createProgram, type GlobalOptions, parserSentence } from '../cli/program.ts'
import {
  CommandError,
  createOutput,
  createSession,
  type OutputOptions,
  type Session,
  type StandardInput,
  UsageError,
} from '../cli/session.ts'
import { interruptedExit } from '../kernel/child-process.ts'
import { failureOf } from '../kernel/failure.ts'
import { folderNotice } from '../kernel/folders.ts'
import { diskTarget } from '../kernel/host-files.ts'
import { languageOf } from '../kernel/preferences.ts'

/** The third host: the same services without a window, for scheduled jobs. */

/** The surroundings of a command. The commands themselves use neither `process` nor a global. */
export interface CommandLine
  extends Pick<OutputOptions, 'stdout' | 'stderr'>,
    Pick<
      AppDeps,
      | 'version'
      | 'language'
      | 'fetch'
      | 'startData'
      | 'startKeychain'
      | 'passphrase'
      | 'scryptCost'
      | 'retryPolicy'
      | 'resumes'
      | 'platform'
      | 'keychainTimeout'
    > {
  /** The words after the program's name. */
  readonly words: readonly string[]
  readonly stdin: StandardInput
  /** The secret for a new connection (CRUZA_SECRET). */
  readonly secret: string | undefined
  /** The password of the encrypted workbooks to read (CRUZA_LIST_PASSWORD). */
  readonly listPassword: string | undefined
  /** The data folder without `--data-dir`. */
  defaultDataDir(): string
  readonly signal: AbortSignal
  /** Acts as Ctrl+C, where a terminal passes it to us and not to the process. */
  interrupt(): void
}

/** Runs one command to its end and returns the exit code. */
export async function runCommandLine(line: CommandLine): Promise<number> {
  const messages = catalogues[languageOf(line.language)]
  let exit = 0
  const run = async (options: GlobalOptions, command: (session: Session) => Promise<number>) => {
    exit = await runCommand(line, options, command)
  }
  try {
    const program = createProgram({ messages, version: line.version, run, writeOut: (text) => line.stdout.write(text) })
    await program.parseAsync(line.words, { from: 'user' })
    return exit
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help and version are no mistakes. Every other stop of commander means wrong usage.
    if (error.exitCode === 0) return 0
    line.stderr.write(`${parserSentence(error, messages.cli.parser)}\n`)
    return 2
  }
}

async function runCommand(
  line: CommandLine,
  options: GlobalOptions,
  command: (session: Session) => Promise<number>,
): Promise<number> {
  const { stdin, stdout, stderr, secret, listPassword, signal, interrupt, words: _, defaultDataDir, ...deps } = line
  const language = languageOf(line.language)
  const messages = catalogues[language]
  const print = createOutput({ ...options, messages, stdout, stderr })
  const dataDir = path.resolve(options.dataDir ?? defaultDataDir())
  let target: string | undefined
  let pullRequests = 0
  try {
    const app = await createApp({
      ...deps,
      host: {
        kind: 'cli',
        targets: { choose: async () => (target === undefined ? null : diskTarget(target)) },
        push() {},
        asking: () => print.note(messages.cli.asking),
        showProgress() {},
      },
      dataDir,
      log() {},
      requested: () => {
        pullRequests += 1
      },
    })
    try {
      const exit = await command(
        createSession({
          app,
          messages,
          language,
          print,
          signal,
          stdin,
          secret,
          listPassword,
          interrupt,
          saveTo: (file) => {
            target = file
          },
          pullRequests: () => pullRequests,
        }),
      )
      await printNotice(app, (notice) => print.warn(messages.app.notices[notice]))
      const unsafe = app.isErased() ? null : await folderNotice(dataDir)
      if (unsafe) print.note(messages.app.notices[unsafe])
      return exit
    } finally {
      await app.close()
    }
  } catch (error) {
    const hasSentence = error instanceof UsageError || error instanceof CommandError
    print.warn(hasSentence ? error.message : failureSentence(messages, failureOf(error)))
    if (error instanceof UsageError || factsOf(failureOf(error).code).about === 'typed') return 2
    return signal.aborted || failureOf(error).code === 'cancelled' ? interruptedExit : 1
  }
}

/**
 * Prints once what happened to the list of connections. The command is done by then, so an error here does not fail it.
 */
async function printNotice(app: App, print: (notice: NonNullable<AppState['notice']>) => void): Promise<void> {
  try {
    const notice = await app.workspace().notice()
    if (notice === null) return
    print(notice)
    await app.workspace().dismissNotice()
  } catch {
    // The notice stays for the next start.
  }
}
