/** Starts the busy child, prints its number once it is busy, and stays until it is killed. */
import path from 'node:path'
import { forkChild } from '../../../../main/kernel/child-process.ts'

const port = forkChild(path.join(import.meta.dirname, 'busy.ts'))
let pid: unknown
port.onMessage((message) => {
  if (message === 'busy') console.log(pid)
  else {
    pid = message
    port.post('begin')
  }
})
