import { onTestFinished } from 'vitest'
import { openService, type Serve } from './scripted-service.ts'

export type { Asked, Scripted, ScriptedService } from './scripted-service.ts'

/** A service that answers as the test defines, closed when the test has ended. */
export const startService: Serve = async (answer) => {
  const service = await openService(answer)
  onTestFinished(service.close)
  return service
}
