import path from 'node:path'
import { app, type UtilityProcess, utilityProcess } from 'electron'
import { type ChildPort, childEnvironment, forkChild } from '../kernel/child-process.ts'

/** The built children lie beside the built host. */
const built = (name: string) => path.join(import.meta.dirname, name)

/**
 * The data process. `CRUZA_DATA_NODE` names a Node that runs it instead of Electron's own, for developers: whoever sets a
 * variable of a packed app must not be handed the key of the files.
 */
export function startDataProcess(): ChildPort {
  const execPath = app.isPackaged ? undefined : process.env.CRUZA_DATA_NODE
  return execPath ? forkChild(built('data.cjs'), { execPath }) : utility('data.cjs', 'inherit')
}

/** Its native libraries may not write to our stderr. */
export function startKeychainProcess(): ChildPort {
  return utility('keychain.cjs', 'ignore')
}

function utility(file: string, stdio: 'ignore' | 'inherit'): ChildPort {
  const child = utilityProcess.fork(built(file), [], {
    env: childEnvironment(),
    stdio,
    serviceName: `Cruza ${path.basename(file, '.cjs')}`,
  })
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  return {
    post(message) {
      if (!ended) child.postMessage(message)
    },
    onMessage: (receive) => child.on('message', receive),
    onExit(receive) {
      if (ended) queueMicrotask(receive)
      else child.once('exit', receive)
    },
    kill() {
      if (ended) return
      if (child.pid === undefined) child.once('spawn', () => killNow(child))
      else killNow(child)
    },
  }
}

/** `child.kill()` asks politely, and a hanging keychain does not listen. */
function killNow({ pid }: UtilityProcess): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended, and its `exit` is on the way.
  }
}
