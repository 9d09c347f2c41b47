/** A child that says its number, and at the first message never returns to its event loop. */
import { openParentPort } from '../../../../main/kernel/child-process.ts'

const port = openParentPort()
port.onMessage(() => {
  port.post('busy')
  for (;;) Math.random()
})
port.post(process.pid)
