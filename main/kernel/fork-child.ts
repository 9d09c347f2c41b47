import { fork, type Serializable } from 'node:child_process'
import { childEnvironment } from './child-environment.ts'
import type { ChildPort } from './child-port.ts'

export interface ForkOptions {
  /** Which Node runs the child; this process's own when left out (`CRUZA_DATA_NODE`, architecture.md §1). */
  readonly execPath?: string
  /** The child's environment; this process's own when left out. Variables with secrets are taken out of either. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  /** True for a helper that may not hold this process open and whose native libraries may not write to its stderr. */
  readonly background?: boolean
}

/**
 * Starts `file` (an absolute path) as a Node child that talks by structured clones. Never throws for a child that
 * cannot start: that is an exit. The child ends with this process when it uses `openParentPort`.
 */
export function forkChild(file: string, options: ForkOptions = {}): ChildPort {
  const child = fork(file, [], {
    ...(options.execPath ? { execPath: options.execPath } : {}),
    execArgv: [],
    env: childEnvironment(options.environment),
    serialization: 'advanced',
    windowsHide: true,
    stdio: ['ignore', 'ignore', options.background ? 'ignore' : 'inherit', 'ipc'],
  })
  const exits: (() => void)[] = []
  let ended = false
  const end = () => {
    if (ended) return
    ended = true
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
      if (ended) queueMicrotask(receive)
      else exits.push(receive)
    },
    kill: () => child.kill('SIGKILL'),
  }
}
