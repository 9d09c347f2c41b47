import path from 'node:path'
import { utilityProcess } from 'electron'
import type { ChildPort } from '../kernel/child-port.ts'
import { childEnvironment, forkChild } from '../kernel/fork-child.ts'

/** The built children lie beside the built host: `out/main/data.js`, `out/main/keychain.js`. */
const built = (name: string) => path.join(import.meta.dirname, name)

/** The data process; `CRUZA_DATA_NODE` names a Node that runs it instead of Electron's own (architecture.md §1). */
export function startDataProcess(): ChildPort {
  const execPath = process.env.CRUZA_DATA_NODE
  return execPath ? forkChild(built('data.js'), { execPath }) : utility('data.js')
}

export function startKeychainProcess(): ChildPort {
  return utility('keychain.js')
}

function utility(file: string): ChildPort {
  const child = utilityProcess.fork(built(file), [], { env: childEnvironment(), stdio: 'ignore' })
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
      // `child.kill()` asks politely, and a hanging keychain does not listen.
      if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL')
    },
  }
}
