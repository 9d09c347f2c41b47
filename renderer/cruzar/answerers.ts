import type { Connection } from '../../preload/contract/connections.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'

/** Who can say what is known of a list: the service of a connection, or a cached sheet, offline. */
export type Answerer =
  | { readonly kind: 'connection'; readonly connection: Connection }
  | {
      readonly kind: 'sheet'
      readonly sheet: Sheet
      /** Further sheets that answer with it. */
      readonly others: readonly Sheet[]
    }

export interface Answerers {
  readonly connections: readonly Connection[]
  readonly sheets: readonly Sheet[]
}

/** What the person chose. */
export type ChosenAnswerer =
  | { readonly kind: 'connection'; readonly id: string }
  | { readonly kind: 'sheets'; readonly ids: readonly string[] }

/** The connections to agent platforms, and the sheets that have rows and are not being read for the first time. */
export function answerersOf({ connections, sheets }: Answerers): Answerers {
  return {
    connections: connections.filter(({ service }) => service === 'platform'),
    sheets: sheets.filter(({ badge, rows, read_at }) => badge.kind !== 'reading' && (rows > 0 || read_at !== null)),
  }
}

/** The chosen sheets that still can answer, else the connection in use, else the first sheet. */
export function answererFor(all: Answerers, sheetIds: readonly string[]): Answerer | undefined {
  const { connections, sheets } = answerersOf(all)
  const [chosen, ...others] = sheetIds.flatMap((wanted) => sheets.find(({ id }) => id === wanted) ?? [])
  if (chosen) return { kind: 'sheet', sheet: chosen, others }
  const connection = connections.find(({ current }) => current)
  if (connection) return { kind: 'connection', connection }
  const [first] = sheets
  return first && { kind: 'sheet', sheet: first, others: [] }
}

/** When the rows of a sheet were read or refreshed last, epoch ms; null for a sheet that was never read whole. */
export function readMoment({ read_at, refreshed_at }: Pick<Sheet, 'read_at' | 'refreshed_at'>): number | null {
  const moment = refreshed_at ?? read_at
  return moment === null ? null : Date.parse(moment)
}
