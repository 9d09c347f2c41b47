import { runCommandLine } from '../cli/run.ts'
import { cancelledExit } from '../cli/usage-error.ts'
import { defaultDataDir } from './data-dir.ts'
import {
  appVersion,
  createNodeFetch,
  startDataProcess,
  startKeychainProcess,
  systemLanguage,
  takePassphrase,
} from './node-parts.ts'

/** The third host: the same services without a window, for scheduled jobs. */

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Who asks twice will not wait: what was stored is stored.
    if (stop.signal.aborted) process.exit(cancelledExit)
    stop.abort()
  })
}

process.exitCode = await runCommandLine({
  words: process.argv.slice(2),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  secret: process.env.CRUZA_SECRET,
  version: appVersion(),
  language: systemLanguage(),
  fetch: createNodeFetch(),
  startData: startDataProcess,
  startKeychain: startKeychainProcess,
  ...takePassphrase(),
  defaultDataDir,
  signal: stop.signal,
  interrupt: () => void process.kill(process.pid, 'SIGINT'),
})
