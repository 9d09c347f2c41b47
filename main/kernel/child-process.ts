import { type ChildProcess, fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { systemCode } from './replace-file.ts'

/**
 * A child process as main talks to it: `forkChild` starts it on the Node hosts, Electron's utilityProcess in the
 * window host. Messages are structured clones. Secrets travel in messages only, never by argv or environment.
 */
export interface ChildPort {
  /** Sends one message. Does nothing after the child has ended. */
  post(message: unknown): void
  onMessage(receive: (message: unknown) => void): void
  /** Called once when the child has ended or could not be started. */
  onExit(receive: () => void): void
  /** Ends the child at once (SIGKILL); `onExit` follows. */
  kill(): void
}

interface ForkOptions {
  /** The Node that runs the child (docs/decisions/hosts-and-security.md §7); this process's own by default. */
  readonly execPath?: string
  /** The child's environment; this process's own by default. Variables with secrets are removed from both. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** True for a helper that must not keep this process alive. Its native libraries must not write to stderr. */
  readonly background?: boolean
}

/** For V8, which counts buffers: without this room, each ten pages of leads would start a collection. */
const heapRoom = '--heap-growing-percent=400'

/** For V8: a child holds mostly buffers, and a young generation never returns memory that it has taken. */
export const heapFlags = ['--max-semi-space-size=4', heapRoom]

/** Gives this process the room for buffers that its children have. */
export function takeHeapRoom(): void {
  setFlagsFromString(heapRoom)
}

/**
 * Starts `file` (an absolute path) as a Node child that exchanges structured clones. A child that cannot start is
 * reported as an exit, not thrown. The child ends with this process when it uses `openParentPort`.
 */
export function forkChild(file: string, options: ForkOptions = {}): ChildPort {
  const child = fork(file, [], {
    ...(options.execPath ? { execPath: options.execPath } : {}),
    execArgv: heapFlags,
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
  // A child that could not be started has no `exit`. A message that could not be sent does not mean an end.
  child.on('error', () => {
    if (child.pid === undefined) end()
  })
  if (options.background) {
    child.unref()
    child.channel?.unref()
  }
  return {
    post(message) {
      // Values that cannot be cloned throw here, in the caller's stack.
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

/** A child that is started before anyone needs it. */
export interface AheadStart {
  /** The child that was started ahead, while it lives; otherwise a new one. */
  start(): ChildPort
  /** Ends the child if nobody has taken it. */
  close(): void
}

/** Starts a child at once, so that it loads its code while the app waits for other things. */
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
 * Keeps the memory of this process and of its children out of core dumps, since it holds tokens and the key of the
 * files. Only on Linux can a process choose this and pass it on (core(5)). macOS and Windows write no dumps unless the
 * person has switched them on.
 */
export function keepOutOfCoreDumps(): void {
  if (process.platform !== 'linux') return
  try {
    writeFileSync('/proc/self/coredump_filter', '0')
  } catch {
    // Without /proc, as in some containers.
  }
}

/** The variables in which a person gives secrets to a host. No child ever sees them. */
const secretVariables = ['CRUZA_PASSPHRASE', 'CRUZA_SECRET', 'CRUZA_LIST_PASSWORD']

const namesProxy = /^(https?|all)_proxy$/i

/** The environment for a child: without the variables that carry secrets and without the logins of proxies. */
export function childEnvironment(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || secretVariables.includes(name.toUpperCase())) continue
    // The login is the part before the last @ of the authority.
    safe[name] = namesProxy.test(name) ? value.replace(/^((?:[a-z]+\d?:\/\/)?)[^/]*@/i, '$1') : value
  }
  return safe
}

/** The variables that name proxies, unchanged, for the child that makes the requests. */
export function proxyVariables(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && namesProxy.test(name) ? [[name, value]] : [],
    ),
  )
}

/** Removes the secrets from this process's environment, for children that a library or Electron starts. */
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
  readonly everyMs: number
  /** The number of consecutive checks without a message after which the child counts as hung. */
  readonly ticks: number
}

interface Watchdog {
  /** The child is watched only while it owes an answer. */
  expect(owes: boolean): void
}

/**
 * Checks whether a child still sends messages while it owes an answer; any message counts. It counts checks and not
 * time, since after a sleep or a busy parent only one check has run. `silent` is called once.
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

export interface ParentPort {
  post(message: unknown): void
  onMessage(receive: (message: unknown) => void): void
}

/** The part of Electron's `process.parentPort` that is used. Its messages come wrapped in an event. */
interface UtilityPort {
  postMessage(message: unknown): void
  on(event: 'message', receive: (event: { readonly data: unknown }) => void): void
}

interface ParentPortOptions {
  /** False where the event loop is never busy for long: then no thread watches the parent, which saves its start. */
  readonly isBusy?: boolean
}

/**
 * The way to the process that started this one: Electron's utility process or `child_process.fork`. From then on this
 * process ends by SIGKILL when its parent is gone. `process.exit()` would wait for a keychain call that waits for a
 * person (docs/decisions/storage.md §2). Throws when this process was started in neither way.
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
  // Ctrl+C reaches every process of the terminal. The parent receives it too and ends its children when it is ready.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, ignore)
  return {
    post(message) {
      // The parent may end while a message is on its way; `disconnect` reports that.
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
 * Ends this process when its parent is gone, even while its own event loop is busy: a thread checks once a second. It
 * uses SIGKILL, since `process.exit()` waits for native calls. On Unix an orphan gets another parent. Windows keeps the
 * number of the parent that has ended.
 */
function watchInThread(): void {
  const worker = new Worker(`(${watchParent})(${process.ppid}, ${checkEveryMs})`, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
    env: {},
    execArgv: [],
  })
  // Without the thread, the end of the channel still ends an idle process.
  worker.on('error', () => {})
  worker.unref()
}

/** Runs as text in a thread, so it uses nothing from outside. */
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

/** Whether a process with this number runs on this machine, whoever owns it. */
export function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user refuses signals.
    return systemCode(error) === 'EPERM'
  }
}

/** The exit code that shells report for a program ended by Ctrl+C. npm then ends with it and prints nothing. */
export const interruptedExit = 130

/** The exit code of a child; 1 when a signal ended it or when it could not be started. */
export async function exitCodeOf(child: ChildProcess): Promise<number> {
  try {
    const [code] = await once(child, 'exit')
    return code ?? 1
  } catch {
    return 1
  }
}
