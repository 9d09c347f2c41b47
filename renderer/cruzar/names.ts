import type { StoreApi } from 'zustand'
import type { Known } from '../../preload/contract/sheets.ts'

/** The names behind the ids of filters, as far as cached rows have shown them; the store of sheets knows them. */
export interface Names {
  /** By connection. */
  readonly known: Readonly<Record<string, Known>>
  /** Asks for the names of a connection. Without them numbers stand in their place. */
  loadNames(connection: string): Promise<void>
}

export type NamesStore = Pick<StoreApi<Names>, 'getState' | 'getInitialState' | 'subscribe'>
