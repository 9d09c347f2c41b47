import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { type FailureCode, factsOf, isOfVault } from '../../preload/values/failures.ts'
import { useFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'

/** What a list is matched against: the service of a connection, or cached sheets, offline. */
export type Answerer =
  | { readonly kind: 'connection'; readonly connection: Connection }
  | { readonly kind: 'sheets'; readonly sheets: readonly [Sheet, ...Sheet[]] }

/** The connections to agent platforms, and the sheets that have rows and are past their first reading. */
export function useAnswerers() {
  const connections = useFeature('connections').useList()
  const sheets = readyValue(useStore(useFeature('sheets').store, ({ list }) => list)) ?? []
  return {
    connections: connections.filter(({ service }) => service === 'platform'),
    sheets: sheets.filter(({ badge, rows, read_at }) => badge.kind !== 'reading' && (rows > 0 || read_at !== null)),
  }
}

/** The chosen sheets that can still answer, else the connection in use, else the first sheet. */
export function useAnswerer(): Answerer | undefined {
  const { connections, sheets } = useAnswerers()
  const sheetIds = useStore(useFeature('cruzar').draft, (state) => state.sheetIds)
  const [chosen, ...others] = sheetIds.flatMap((sheetId) => sheets.find(({ id }) => id === sheetId) ?? [])
  if (chosen) return { kind: 'sheets', sheets: [chosen, ...others] }
  const connection = connections.find(({ current }) => current)
  if (connection) return { kind: 'connection', connection }
  const [first] = sheets
  return first && { kind: 'sheets', sheets: [first] }
}

/** The connection whose inboxes and agents can be chosen; null for sheets of several. */
export function accountOf(answerer: Answerer): string | null {
  if (answerer.kind === 'connection') return answerer.connection.id
  const [{ connection_id }, ...others] = answerer.sheets
  return others.every((other) => other.connection_id === connection_id) ? connection_id : null
}

/** Whether the service cannot be asked now, while nothing is wrong with the list. */
export function isSilent(code: FailureCode): boolean {
  return factsOf(code).about === 'reach' || isOfVault(code)
}

/** When the rows of a sheet were last read or refreshed, epoch ms; null for a sheet that was never completely read. */
export function readMoment({ read_at, refreshed_at }: Sheet): number | null {
  const moment = refreshed_at ?? read_at
  return moment === null ? null : Date.parse(moment)
}

/** The sheet of a connection that was last read or refreshed. */
export function useNewestSheet(connection: string): Sheet | undefined {
  const connectionSheets = useAnswerers().sheets.filter(
    (sheet) => sheet.connection_id === connection && readMoment(sheet) !== null,
  )
  return connectionSheets.toSorted((one, other) => Number(readMoment(other)) - Number(readMoment(one)))[0]
}
