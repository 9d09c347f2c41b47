/** A child that works two seconds in one piece and says each 50 ms that it does. */
import { openParentPort } from '../../../../main/kernel/child-process.ts'

const port = openParentPort()
port.onMessage(() => {
  const end = performance.now() + 2000
  let next = 0
  while (performance.now() < end) {
    if (performance.now() < next) continue
    port.post('working')
    next = performance.now() + 50
  }
  port.post('done')
})
