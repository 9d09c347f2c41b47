import type { ConsoleCall } from '../../preload/contract/console.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Format } from '../kernel/format.ts'

/** The colour of a status: green for what was done, amber for what was refused, red for what broke or never came. */
export function statusColor({ status }: ConsoleCall): string {
  if (status === null || status >= 500) return 'outcome-invalida'
  return status >= 400 ? 'status-pending' : 'status-open'
}

/** How long an answer took: 240 ms, 3,2 s. */
export function timeWords(ms: number, texts: Messages['console']['answer'], format: Format): string {
  return ms < 10_000 ? texts.ms(ms) : texts.seconds(format.number(Math.round(ms / 1000)))
}
