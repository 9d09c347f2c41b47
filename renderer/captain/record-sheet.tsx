import { Text } from '@mantine/core'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { type CaptainResourceName, captainResources } from '../../preload/contract/captain-resources.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { FieldsView } from './answer-view.tsx'
import { thingOf } from './answers-store.ts'
import { useCaptain, useNamed } from './captain-context.tsx'
import { knownFields } from './known-fields.ts'
import { isObject } from './learn-fields.ts'
import type { Kind } from './lists-store.ts'
import { isBare } from './looks.ts'
import type { Named } from './names-store.ts'

export interface RecordSheetProps {
  readonly kind: Kind
  /** As the list told it; the service is asked for it anew where the row lets it. */
  readonly record: CaptainRecord
}

/** Every field of a thing, as the service sent it. */
export function RecordSheet({ kind, record }: RecordSheetProps) {
  const texts = useMessages().captain
  const { captain } = useCaptain()
  const { resource, parent } = kind
  const { id } = record
  const readable = captainResources[resource].one.some((method) => method === 'GET')
  const thing = useStore(captain.answers, ({ things }) => things[thingOf(kind, id ?? 0)]) ?? { status: 'idle' }
  useEffect(() => {
    if (readable && id !== null) void captain.answers.getState().read({ resource, parent }, id)
  }, [captain, resource, parent, id, readable])
  const shown = readyValue(thing) ?? record
  const fields = ordered(resource, shown.fields)
  const nameOf = useNameOf()
  return (
    <div className="captain-sheet">
      {thing.status === 'failed' ? (
        <FailureNotice
          failure={thing.failure}
          kept={isBare(record) ? null : texts.detail.asListed}
          onRetry={id === null ? undefined : () => void captain.answers.getState().read(kind, id)}
        />
      ) : null}
      <FieldsView fields={fields} nameOf={nameOf} />
      {JSON.stringify(fields).includes('••••••') ? (
        <Text size="sm" c="dimmed">
          {texts.covered}
        </Text>
      ) : null}
    </div>
  )
}

/** The assistant, document or server behind a number, where its list was read. */
function useNameOf(): (field: string, value: unknown) => string | null {
  const assistants = useNamed('assistants')
  const documents = useNamed('documents')
  const servers = useNamed('mcp_servers')
  const lists: Readonly<Record<string, readonly Named[]>> = {
    assistant_id: assistants,
    document_id: documents,
    captain_mcp_server_id: servers,
  }
  return (field, value) => lists[field]?.find((one) => one.value === String(value))?.label ?? null
}

/** In the order of the form, and what only the service writes at the end; what an assistant is set to stands beside it. */
function ordered(resource: CaptainResourceName, { config, ...fields }: CaptainRecord['fields']) {
  const inner = isObject(config) ? Object.entries(config).map(([key, value]) => [`config.${key}`, value]) : []
  const rest = isObject(config) || config === undefined ? fields : { ...fields, config }
  const all: Readonly<Record<string, unknown>> = { ...rest, ...Object.fromEntries(inner) }
  const known = knownFields[resource].map(({ path }) => path)
  const place = (path: string) => {
    if (last.includes(path)) return known.length + 1 + last.indexOf(path)
    return known.includes(path) ? known.indexOf(path) : known.length
  }
  return Object.fromEntries(Object.entries(all).sort(([one], [other]) => place(one) - place(other)))
}

const last = ['id', 'account_id', 'created_at', 'updated_at']
