import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { type CaptainResourceName, captainReferences } from '../../preload/values/captain-resources.ts'
import { useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { titleOf } from './record-fields.ts'
import { idle, type Kind, keyOf, listView, type Named, type Question, recordKey } from './records-store.ts'

/** A text of markdown from outside, rendered without anything active. */
export function Markdown({ text }: { readonly text: string }) {
  const Slot = useSlot('markdown')
  const connection = useFeature('connections').useInUse('platform')
  return <Slot text={text} base_url={connection?.base_url ?? ''} />
}

export function useList(kind: Kind) {
  return listView(useStore(useFeature('captain').records, ({ lists }) => lists[keyOf(kind)]))
}

/** The answer under a name of the caller's, and a function that requests another one. */
export function useAnswer(name: string) {
  const { records } = useFeature('captain')
  const answer = useStore(records, ({ answers }) => answers[name]) ?? idle
  return { answer, ask: (question: Question) => void records.getState().ask(name, question) }
}

/** An opened record, as the service has it now. */
export function useOpened(kind: Kind, id: number | null) {
  const { records } = useFeature('captain')
  return useStore(records, ({ opened }) => opened[recordKey(kind, id ?? 0)]) ?? idle
}

/** The records of a list that were read, with their names. */
export function useNamed(resource: CaptainResourceName): readonly Named[] {
  const { common } = useMessages()
  const { records } = useList({ resource, parent: null })
  return records.flatMap((record) =>
    record.id === null
      ? []
      : [{ value: String(record.id), label: titleOf(resource, record) ?? common.numbered(record.id) }],
  )
}

/**
 * Gives a function that lists the possible records for the number under a key, by name, as far as they were read. Empty
 * for any other key.
 */
export function useReferences(): (path: string) => readonly Named[] {
  const named = {
    assistants: useNamed('assistants'),
    documents: useNamed('documents'),
    mcp_servers: useNamed('mcp_servers'),
    inboxes: readyValue(useStore(useFeature('captain').records, ({ inboxes }) => inboxes)) ?? [],
  }
  return (path) => {
    const resource = captainReferences[path]
    return resource ? named[resource] : []
  }
}

/** Gives a function that finds the name for a number; null where it is not known. */
export function useNameOf(): (path: string, value: unknown) => string | null {
  const references = useReferences()
  return (path, value) => references(path).find((one) => one.value === String(value))?.label ?? null
}

/** Gives a function that names a record: its own name, that of the linked record, or its number. */
export function useTitle({ resource }: Kind): (record: CaptainRecord) => string {
  const { common } = useMessages()
  const nameOf = useNameOf()
  return (record) => {
    const { captain_mcp_server_id: linked } = record.fields
    const title = titleOf(resource, record) ?? nameOf('captain_mcp_server_id', linked)
    return title ?? common.numbered(Number(linked ?? record.id ?? 0))
  }
}

/** Whether the last write of the open dialog is unconfirmed. Then it is not offered again. */
export function useUnconfirmed(): boolean {
  const { mutations } = useFeature('captain')
  return useStore(mutations, ({ failure, detached }) => !detached && failure?.code === 'sent_unknown')
}

/**
 * Why the last write failed. Where the notice can be closed, it also says why one failed after its dialog was closed.
 * An unconfirmed write leads to the activity.
 */
export function MutationFailure({ closable = false }: { readonly closable?: boolean }) {
  const texts = useMessages().captain.unknown
  const { go } = useNavigation()
  const { failure, detached, dismissFailure } = useStore(useFeature('captain').mutations)
  if (!failure || (detached && !closable)) return null
  const close = closable ? { onClose: dismissFailure } : {}
  return failure.code === 'sent_unknown' ? (
    <FailureNotice
      failure={failure}
      kept={texts.text}
      action={{ label: texts.open, onClick: () => go({ screen: 'activity' }) }}
      {...close}
    />
  ) : (
    <FailureNotice failure={failure} {...close} />
  )
}
