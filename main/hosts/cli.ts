import path from 'node:path'
import { CommanderError } from 'commander'
import { catalogues, failureSentence } from '../../preload/messages/catalogue.ts'
import { createApp } from '../app.ts'
import { createOutput } from '../cli/output.ts'
import { parserSentence } from '../cli/own-words.ts'
import { createProgram, type GlobalOptions } from '../cli/program.ts'
import { createSession, type Session } from '../cli/session.ts'
import { CommandError, cancelledExit, UsageError } from '../cli/usage-error.ts'
import { failureOf } from '../kernel/failure.ts'
import { defaultDataDir } from './data-dir.ts'
import {
  appVersion,
  createNodeFetch,
  startDataProcess,
  startKeychainProcess,
  systemLanguage,
  takePassphrase,
} from './node-parts.ts'

/** The third host: the same services without a window, for scheduled jobs. Exit codes: issue 2, section 7. */

const messages = catalogues[systemLanguage().startsWith('en') ? 'en' : 'pt-BR']

async function run(options: GlobalOptions, command: (session: Session) => Promise<number>): Promise<void> {
  const print = createOutput({ ...options, stdout: process.stdout, stderr: process.stderr })
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Who asks twice will not wait: what was stored is stored.
      if (stop.signal.aborted) process.exit(cancelledExit)
      stop.abort()
    })
  }
  let target: string | undefined
  let pullRequests = 0
  try {
    const app = await createApp({
      host: {
        kind: 'cli',
        targets: {
          choose: async () =>
            target === undefined
              ? null
              : { path: target, name: path.basename(target), done: async () => {}, discard: async () => {} },
        },
        push() {},
        showProgress() {},
      },
      dataDir: path.resolve(options.dataDir ?? defaultDataDir()),
      version: appVersion(),
      language: systemLanguage(),
      fetch: createNodeFetch(),
      startData: startDataProcess,
      startKeychain: startKeychainProcess,
      ...takePassphrase(),
      log() {},
      requested: () => {
        pullRequests += 1
      },
    })
    try {
      const session = createSession({
        app,
        messages,
        print,
        signal: stop.signal,
        saveTo: (file) => {
          target = file
        },
        pullRequests: () => pullRequests,
      })
      process.exitCode = await command(session)
    } finally {
      await app.close()
    }
  } catch (error) {
    process.exitCode = exitOf(error, stop.signal)
    const isSaid = error instanceof UsageError || error instanceof CommandError
    print.complain(isSaid ? error.message : failureSentence(messages, failureOf(error)))
  }
}

function exitOf(error: unknown, signal: AbortSignal): number {
  if (error instanceof UsageError) return 2
  return signal.aborted || failureOf(error).code === 'cancelled' ? cancelledExit : 1
}

try {
  await createProgram({ messages, version: appVersion(), run }).parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) throw error
  // Help and version are no mistakes; everything else that commander stops at is wrong usage.
  const isMistake = error.exitCode !== 0
  process.exitCode = isMistake ? 2 : 0
  if (isMistake) console.error(parserSentence(error, messages.cli.parser))
}
