import { Worker } from 'node:worker_threads'

const checkEveryMs = 1000

/** The other end of a `ChildPort`, inside the child. */
export interface ParentPort {
  post(message: unknown): void
  onMessage(receive: (message: unknown) => void): void
}

/** The part of Electron's `process.parentPort` that is used; its messages come wrapped in an event. */
interface UtilityPort {
  postMessage(message: unknown): void
  on(event: 'message', receive: (event: { readonly data: unknown }) => void): void
}

/**
 * The way to the process that started this one: Electron's utility process or `child_process.fork`. From then on this
 * process ends when its parent is gone, by SIGKILL: a keychain call that waits for a person would hold `process.exit()`
 * (platform-notes.md §1). Throws when this process was started in neither way.
 */
export function openParentPort(): ParentPort {
  const utility: unknown = Reflect.get(process, 'parentPort')
  if (isUtilityPort(utility)) {
    endWithParent()
    return {
      post: (message) => utility.postMessage(message),
      onMessage: (receive) => utility.on('message', (event) => receive(event.data)),
    }
  }
  if (!process.send) throw new Error('started without a parent')
  endWithParent()
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  // Ctrl+C reaches every process of the terminal; the parent receives it too and ends its children when all is put away.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, ignore)
  return {
    post(message) {
      // The parent may go while a message is on its way; `disconnect` reports it.
      if (process.connected) process.send?.(message, undefined, undefined, ignore)
    },
    onMessage: (receive) => process.on('message', receive),
  }
}

function isUtilityPort(value: unknown): value is UtilityPort {
  return typeof value === 'object' && value !== null && 'postMessage' in value
}

function ignore(): void {}

/**
 * Ends this process when its parent is gone, also while its own event loop is busy: a thread looks once a second. By
 * SIGKILL, since `process.exit()` waits for native calls. Another parent takes over an orphan on Unix; Windows keeps the
 * number of the one that has ended.
 */
function endWithParent(): void {
  const worker = new Worker(`(${watchParent})(${process.ppid}, ${checkEveryMs})`, {
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
