/** Tells its parent what it was started with. */
import { openParentPort } from '../../../../../main/kernel/child-process.ts'

const port = openParentPort()
port.onMessage(() => port.post({ pid: process.pid, argv: process.argv, environment: process.env }))
