import { cancelledExit } from '../cli/session.ts'
import { takeSecrets } from '../kernel/child-process.ts'
import { createWakeEvents, watchSleep } from '../kernel/retry.ts'
import { runCommandLine } from './command-line.ts'
import { createNodeFetch } from './node-fetch.ts'
import { appVersion, defaultDataDir, startDataProcess, startKeychainProcess, systemLanguage } from './node-parts.ts'

/** The process of the command line, built as out/cli.cjs: what a command gets from it, and its exit code. */

/** A terminal and npm both hand on one Ctrl+C; what comes later is another. */
const sameMs = 500
const stop = new AbortController()
let stoppedAt = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second signal ends it at once: what was stored is stored.
    if (stop.signal.aborted && performance.now() - stoppedAt > sameMs) process.exit(cancelledExit)
    if (!stop.signal.aborted) stoppedAt = performance.now()
    stop.abort()
  })
}

const resumes = createWakeEvents()
watchSleep(() => void resumes.woke())
void runCommandLine({
  words: process.argv.slice(2),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  version: appVersion(),
  language: systemLanguage(),
  fetch: createNodeFetch(),
  startData: startDataProcess,
  startKeychain: startKeychainProcess,
  resumes,
  ...takeSecrets(),
  defaultDataDir,
  signal: stop.signal,
  interrupt: () => void process.kill(process.pid, 'SIGINT'),
}).then((code) => {
  process.exitCode = code
})
