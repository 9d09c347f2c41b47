import type { ConsoleCall } from '../../../preload/contract/console.ts'

/** What main knows of a call of the console; the rest is found in its answer. */
export type ReceivedCall = Omit<ConsoleCall, 'kind' | 'drift'>
