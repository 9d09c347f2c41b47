import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { systemCode } from './replace-file.ts'

/**
 * A child process as main talks to it, whoever started it: `forkChild` on the Node hosts, Electron's utilityProcess in
 * the window host. Messages are structured clones. Secrets travel this way only, never by argv or environment.
 */
export interface ChildPort {
  /** Sends one message; after the child ended it does nothing. */
  post(message: unknown): void
  /** Called with every message of the child. */
  onMessage(receive: (message: unknown) => void): void
  /** Is called once when the child ended for whatever reason, or could not be started at all. */
  onExit(receive: () => void): void
  /** Ends the child at once (SIGKILL); `onExit` follows. */
  kill(): void
}

interface ForkOptions {
  /**
   * Which Node runs the child; this process's own when left out (`CRUZA_DATA_NODE`,
   * docs/decisions/hosts-and-security.md §7).
   */
  readonly execPath?: string
  /** The child's environment; this process's own when left out. Variables with secrets are taken out of either. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** True for a helper that may not hold this process open and whose native libraries may not write to its stderr. */
  readonly background?: boolean
}

/**
 * For V8: what a child holds are buffers for the most part, and a young generation never gives back what it once took.
 */
export const smallYoungGeneration = '--max-semi-space-size=4'

/**
 * Starts `file` (an absolute path) as a Node child that talks by structured clones. Never throws for a child that
 * cannot start: that is an exit. The child ends with this process when it uses `openParentPort`.
 */
export function forkChild(file: string, options: ForkOptions = {}): ChildPort {
  const child = fork(file, [], {
    ...(options.execPath ? { execPath: options.execPath } : {}),
    execArgv: [smallYoungGeneration],
    env: childEnvironment(options.environment),
    serialization: 'advanced',
    windowsHide: true,
    stdio: ['ignore', 'ignore', options.background ? 'ignore' : 'inherit', 'ipc'],
  })
  const exits: (() => void)[] = []
  let hasEnded = false
  const end = () => {
    if (hasEnded) return
    hasEnded = true
    for (const receive of exits.splice(0)) receive()
  }
  child.on('exit', end)
  // A child that could not be started has no `exit`; a message that could not be sent is no end by itself.
  child.on('error', () => {
    if (child.pid === undefined) end()
  })
  if (options.background) {
    child.unref()
    child.channel?.unref()
  }
  return {
    post(message) {
      // The wire: whatever cannot be cloned throws here, in the caller's hands.
      if (child.connected) child.send(message as Serializable, () => {})
    },
    onMessage: (receive) => child.on('message', receive),
    onExit(receive) {
      if (hasEnded) queueMicrotask(receive)
      else exits.push(receive)
    },
    kill: () => child.kill('SIGKILL'),
  }
}

/** A child that is there before it is asked. */
export interface AheadStart {
  /** The one that was started ahead, while it lives; another one otherwise. */
  start(): ChildPort
  /** Ends the one that nobody has taken. */
  close(): void
}

/** Starts a child at once, for whoever needs one first: it loads its code while other things are waited for. */
export function startAhead(start: () => ChildPort): AheadStart {
  let ahead: ChildPort | undefined
  try {
    ahead = start()
    ahead.onExit(() => {
      ahead = undefined
    })
  } catch {
    // Whoever needs one learns why there is none.
  }
  const take = () => {
    const child = ahead
    ahead = undefined
    return child
  }
  return { start: () => take() ?? start(), close: () => take()?.kill() }
}

/**
 * Keeps the memory of this process, and of every child that it starts, out of core dumps: it holds tokens and the key
 * of the files. On Linux alone a process can choose this itself, and passes it on (core(5)); macOS and Windows write
 * none unless the person has switched them on.
 */
export function keepOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/coredump_filter', '0')
  } catch {
    // Without /proc, as in some containers.
  }
}

/** The variables by which a person hands secrets to a host; no child ever sees them. */
const secretVariables = ['CRUZA_PASSPHRASE', 'CRUZA_SECRET', 'CRUZA_LIST_PASSWORD']

const namesProxy = /^(https?|all)_proxy$/i

/**
 * An environment without the variables that carry secrets and without the logins of proxies, for whoever starts a
 * child.
 */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || secretVariables.includes(name.toUpperCase())) continue
    // The login is what comes before the last @ of an address's authority.
    safe[name] = namesProxy.test(name) ? value.replace(/^((?:[a-z]+\d?:\/\/)?)[^/]*@/i, '$1') : value
  }
  return safe
}

/** The variables that name proxies as they are, for the child that makes the requests. */
export function proxyVariables(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && namesProxy.test(name) ? [[name, value]] : [],
    ),
  )
}

/** Takes the secrets out of this process's environment, for the children that a library or Electron starts. */
export function takeSecrets() {
  const { CRUZA_PASSPHRASE, CRUZA_SECRET, CRUZA_LIST_PASSWORD } = process.env
  for (const name of secretVariables) delete process.env[name]
  return {
    secret: CRUZA_SECRET,
    listPassword: CRUZA_LIST_PASSWORD,
    ...(CRUZA_PASSPHRASE ? { passphrase: CRUZA_PASSPHRASE } : {}),
  }
}

/** When a child that owes an answer counts as hung. */
export interface HangLimit {
  /** Milliseconds between two checks. */
  readonly everyMs: number
  /** So many checks after one another without a message are too many. */
  readonly ticks: number
}

interface Watchdog {
  /** Whether the child owes something: only then is it watched. */
  expect(owes: boolean): void
}

/**
 * Watches whether a child still sends messages while it owes an answer; any message counts. Checks are counted, not
 * time: a computer that slept, or a parent that was busy itself, has checked only once meanwhile. `silent` is called
 * once.
 */
export function createWatchdog(port: ChildPort, { everyMs, ticks }: HangLimit, silent: () => void): Watchdog {
  let timer: NodeJS.Timeout | undefined
  let checks = 0
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  port.onMessage(() => {
    checks = 0
  })
  port.onExit(stop)
  return {
    expect(owes) {
      if (!owes) return stop()
      if (timer) return
      checks = 0
      timer = setInterval(() => {
        checks += 1
        if (checks < ticks) return
        stop()
        silent()
      }, everyMs).unref()
    },
  }
}

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

interface ParentPortOptions {
  /**
   * False where the event loop is never busy for long: then no thread has to watch the parent, whose start takes time.
   */
  readonly isBusy?: boolean
}

/**
 * The way to the process that started this one: Electron's utility process or `child_process.fork`. From then on this
 * process ends when its parent is gone, by SIGKILL: a keychain call that waits for a person would hold `process.exit()`
 * (docs/decisions/storage.md §2). Throws when this process was started in neither way.
 */
export function openParentPort({ isBusy = true }: ParentPortOptions = {}): ParentPort {
  keepOutOfCoreDumps()
  const endWithParent = () => (isBusy ? watchInThread() : watchParent(process.ppid, checkEveryMs))
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
  // Ctrl+C reaches every process of the terminal; the parent receives it too and ends its children when all is put
  // away.
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
 * Ends this process when its parent is gone, also while its own event loop is busy: a thread checks once a second. By
 * SIGKILL, since `process.exit()` waits for native calls. Another parent takes over an orphan on Unix; Windows keeps
 * the number of the one that has ended.
 */
function watchInThread(): void {
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

/** Runs in a thread as text: it may use nothing from outside. */
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

/** Whether a process of this number runs on this machine, whoever owns it. */
export function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another person refuses to be signalled.
    return systemCode(error) === 'EPERM'
  }
}

/** The exit code of a program that Ctrl+C has ended, as shells report it; npm ends with it, without output. */
export const interruptedExit = 130

/** What a child ended with: its exit code; 1 when a signal ended it or when it could not be started. */
export async function exitCodeOf(child: ChildProcess): Promise<number> {
  try {
    const [code] = await once(child, 'exit')
    return code ?? 1
  } catch {
    return 1
  }
}
