/** A child that works half a second in one piece and says each 50 ms that it does. */
import { openParentPort } from '../../../../main/kernel/child-process.ts'

const port = openParentPort()
port.onMessage(() => {
  for (let signs = 0; signs < 10; signs += 1) {
    port.post('working')
    const next = performance.now() + 50
    while (performance.now() < next);
  }
  port.post('done')
})
