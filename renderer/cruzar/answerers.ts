import type { Connection } from '../../preload/contract/connections.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { connectionFor, platformConnections } from './connections.ts'

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

/** What the person chose; null and none for whoever stands first. */
export interface ChosenAnswerer {
  readonly connectionId: string | null
  readonly sheetIds: readonly string[]
}

/** The connections of the platform, and the sheets that have rows and are not being read for the first time. */
export function answerersOf({ connections, sheets }: Answerers): Answerers {
  return {
    connections: platformConnections(connections),
    sheets: sheets.filter(({ badge, rows, read_at }) => badge.kind !== 'reading' && (rows > 0 || read_at !== null)),
  }
}

/** The chosen sheets that still can answer, else the chosen connection or the current one, else the first sheet. */
export function answererFor(all: Answerers, { connectionId, sheetIds }: ChosenAnswerer): Answerer | undefined {
  const { connections, sheets } = answerersOf(all)
  const [chosen, ...others] = sheetIds.flatMap((wanted) => sheets.find(({ id }) => id === wanted) ?? [])
  if (chosen) return { kind: 'sheet', sheet: chosen, others }
  const connection = connectionFor(connections, connectionId)
  if (connection) return { kind: 'connection', connection }
  const [first] = sheets
  return first && { kind: 'sheet', sheet: first, others: [] }
}

/** When the rows of a sheet were read or refreshed last, epoch ms; null for a sheet that was never read whole. */
export function readMoment({ read_at, refreshed_at }: Pick<Sheet, 'read_at' | 'refreshed_at'>): number | null {
  const moment = refreshed_at ?? read_at
  return moment === null ? null : Date.parse(moment)
}
