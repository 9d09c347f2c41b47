import { createContext, type ReactNode, useContext } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import type { CaptainResourceName } from '../../preload/contract/captain-resources.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { Captain, Named } from './captain-stores.ts'
import { titleOf } from './record-fields.ts'
import { type CaptainList, emptyList, type Kind, keyOf } from './records-store.ts'

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
/**
 * Why the last deed failed. Where the notice can be closed, it also tells why one failed after its dialog was closed. A write
 * that nobody confirmed leads to the activity, and is offered nowhere a second time.
 */
export function MutationFailure({ closable = false }: { readonly closable?: boolean }) {
  const texts = useMessages().captain.unknown
  const { captain, onActivity } = useCaptain()
  const { failure: present, late, clear } = useStore(captain.mutations)
  const failure = closable ? (present ?? late) : present
  if (!failure) return null
  const close = closable ? { onClose: clear } : {}
  return failure.code === 'sent_unknown' ? (
    <FailureNotice failure={failure} kept={texts.text} action={{ label: texts.open, onClick: onActivity }} {...close} />
  ) : (
    <FailureNotice failure={failure} {...close} />
  )
}
/** What a thing is called on the screen: its own name, that of what it links, or its number. */
export function useTitle({ resource }: Kind): (record: CaptainRecord) => string {
  const texts = useMessages().captain
  const servers = useNamed('mcp_servers')
  return (record) => {
    const title = titleOf(resource, record)
    if (title !== null) return title
    const linked = record.fields.captain_mcp_server_id
    const server = servers.find(({ value }) => value === String(linked))
    return server?.label ?? texts.number(Number(linked ?? record.id ?? 0))
  }
}
