import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { useMessages } from '../kernel/messages.ts'
import { useNamed } from './captain-context.tsx'
import type { Kind } from './lists-store.ts'
import { titleOf } from './looks.ts'

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
