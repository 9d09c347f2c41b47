import { interruptedExit, keepOutOfCoreDumps, startAhead, takeSecrets } from '../kernel/child-process.ts'
import { createWakeEvents, watchSleep } from '../kernel/retry.ts'
import {
  appVersion,
  defaultDataDir,
  lazyNodeFetch,
  startDataProcess,
  startKeychainProcess,
  systemLanguage,
} from './node-parts.ts'

/**
 * The process of the command line, built as out/cli.cjs: the surroundings of a command, and its exit code. The data
 * process starts while the code of the commands is read, which takes as long.
 */

/** Both the terminal and npm pass on one Ctrl+C. A later signal is another. */
const sameMs = 500
const stop = new AbortController()
let stoppedAt = 0
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // A second signal ends it at once; the stored data stay.
    if (stop.signal.aborted && performance.now() - stoppedAt > sameMs) process.exit(interruptedExit)
    if (!stop.signal.aborted) stoppedAt = performance.now()
    stop.abort()
  })
}

async function run(): Promise<void> {
  keepOutOfCoreDumps()
  const secrets = takeSecrets()
  const data = startAhead(startDataProcess)
  const { runCommandLine } = await import('./command-line.ts')
  const resumes = createWakeEvents()
  watchSleep(() => void resumes.woke())
  process.exitCode = await runCommandLine({
    words: process.argv.slice(2),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    version: appVersion(),
    language: systemLanguage(),
    fetch: lazyNodeFetch(),
    startData: data.start,
    startKeychain: startKeychainProcess,
    resumes,
    ...secrets,
    defaultDataDir,
    signal: stop.signal,
    interrupt: () => void process.kill(process.pid, 'SIGINT'),
  }).finally(data.close)
}

void run()
