import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { CaptainResourceName } from '../../preload/contract/captain-resources.ts'
import { useMessages } from '../kernel/messages.ts'
import type { Captain } from './captain-stores.ts'
import { type CaptainList, emptyList, type Kind, keyOf } from './lists-store.ts'
import { titleOf } from './looks.ts'
import type { Named } from './names-store.ts'

/** What every part of the AI module needs. */
export interface CaptainTools {
  readonly captain: Captain
  readonly now: () => number
  /** What was sent and never confirmed is looked at there. */
  readonly onActivity: () => void
  /** Draws a text of markdown from outside as something inert. */
  readonly markdown: (text: string) => ReactNode
}

export const CaptainContext = createContext<CaptainTools | null>(null)

export function useCaptain(): CaptainTools {
  const tools = useContext(CaptainContext)
  if (!tools) throw new Error('a part of the AI module stands outside of its screen')
  return tools
}

export function useList(kind: Kind): CaptainList {
  return useStore(useCaptain().captain.lists, ({ lists }) => lists[keyOf(kind)] ?? emptyList)
}

/** The things of a list that were read, by name. */
export function useNamed(resource: CaptainResourceName): readonly Named[] {
  const texts = useMessages().captain
  const { records } = useList({ resource, parent: null })
  return records.flatMap((record) =>
    record.id === null
      ? []
      : [{ value: String(record.id), label: titleOf(resource, record) ?? texts.number(record.id) }],
  )
}
