import { Worker } from 'node:worker_threads'

const everyMs = 1000

/**
 * Ends this process when its parent is gone, also while its own event loop is busy: a thread looks once a second. By
 * SIGKILL, since `process.exit()` waits for native calls. Another parent takes over an orphan on Unix; Windows keeps the
 * number of the one that has ended.
 */
export function endWithParent(): void {
  const worker = new Worker(`(${watchParent})(${process.ppid}, ${everyMs})`, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
    env: {},
    execArgv: [],
  })
  // Without the thread the end of the channel still ends an idle process.
  worker.on('error', () => {})
  worker.unref()
}

/** Runs in the thread, as text: it may use nothing from outside. */
function watchParent(parent: number, everyMs: number): void {
  const isGone = () => {
    if (process.ppid !== parent) return true
    try {
      process.kill(parent, 0)
      return false
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ESRCH'
    }
  }
  setInterval(() => {
    if (isGone()) process.kill(process.pid, 'SIGKILL')
  }, everyMs)
}
