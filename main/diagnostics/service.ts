import type { diagnostics } from '../../preload/contract/diagnostics.ts'
import type { Handlers } from '../kernel/router.ts'

export function createDiagnosticsService(): Handlers<typeof diagnostics> {
  return {}
}
