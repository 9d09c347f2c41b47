import type { reports } from '../../preload/contract/reports.ts'
import type { Handlers } from '../kernel/router.ts'

export function createReportsService(): Handlers<typeof reports> {
  return {}
}
