import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { openService, type Serve } from './scripted-service.ts'

export type { Asked, Scripted, ScriptedService } from './scripted-service.ts'

/** A service that answers as the test defines, closed when the test has ended. */
export const startService: Serve = async (answer) => {
  const service = await openService(answer)
  onTestFinished(service.close)
  return service
}

/** An address on loopback where nobody listens. */
export async function closedPort(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
