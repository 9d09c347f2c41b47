import { Button, Group } from '@mantine/core'
import { lazy } from 'react'
import { useStore } from 'zustand'
import type { ConversationFilter } from '../preload/contract/conversations.ts'
import type { Person } from './contacts/contact-stores.ts'
import type { RelatedLinks } from './contacts/related.tsx'
import { readyValue } from './kernel/loadable.ts'
import { useMessages } from './kernel/messages.ts'
import type { Place } from './navigation.ts'
import type { MessageTarget } from './sending/sending-store.ts'
import { useStores } from './stores-context.tsx'
import { emptyQuery } from './tables/query.ts'
import type { GridRow } from './tables/table-state.ts'
import { Account } from './ui/account.tsx'

const ContactsScreen = lazy(async () => ({ default: (await import('./contacts/contacts-screen.tsx')).ContactsScreen }))
const ContactScreen = lazy(async () => ({ default: (await import('./contacts/contact-screen.tsx')).ContactScreen }))
const ActivityScreen = lazy(async () => ({ default: (await import('./activity/screen.tsx')).ActivityScreen }))
const SendDialog = lazy(async () => ({ default: (await import('./sending/send-dialog.tsx')).SendDialog }))
const RelatedOf = lazy(async () => ({ default: (await import('./contacts/related.tsx')).RelatedOf }))

interface OfAccountProps {
  readonly connection: string
}

/** The search for contacts of an account. */
export function ContactsOfAccount({ connection }: OfAccountProps) {
  const { contactSearch, navigation } = useStores()
  return (
    <ContactsScreen
      store={contactSearch}
      connection={connection}
      now={Date.now}
      onOpen={(id) => navigation.getState().go({ screen: 'contact', connection, id })}
    />
  )
}

/** One contact, and where it leads to. */
export function ContactOfPlace({ place }: { readonly place: Extract<Place, { readonly screen: 'contact' }> }) {
  const stores = useStores()
  const relatedWays = useRelatedLinks()
  const { connection, id } = place
  const { go, goInstead } = stores.navigation.getState()
  return (
    <ContactScreen
      store={stores.contact}
      related={stores.related}
      relatedLinks={relatedWays}
      connection={connection}
      id={id}
      now={Date.now}
      onBack={() => goInstead({ screen: 'contacts', connection })}
      onConversation={(conversation) => go({ screen: 'conversations', connection, conversation })}
      onConversations={() => {
        const filter: ConversationFilter = [{ attribute_key: 'contact_id', filter_operator: 'equal_to', values: [id] }]
        void stores.conversations.getState().open(connection)
        void stores.conversations.getState().search(filter)
        go({ screen: 'conversations', connection })
      }}
      onWrite={(conversation) => void stores.sending.getState().open({ connection, conversation, contact: id })}
    />
  )
}

/** What was sent to an account, and what became of it. */
export function ActivityOfAccount({ connection }: OfAccountProps) {
  const { activity, navigation } = useStores()
  return (
    <ActivityScreen
      store={activity}
      connection={connection}
      now={Date.now}
      onConversation={(conversation) => navigation.getState().go({ screen: 'conversations', connection, conversation })}
    />
  )
}

/** What is kept here of a person that another screen shows. */
export function RelatedOfPerson({ person }: { readonly person: Person }) {
  const { related } = useStores()
  const links = useRelatedLinks()
  return <RelatedOf store={related} person={person} links={links} now={Date.now()} />
}

/** The dialog in which a message is written, over whichever screen; nothing while none is. */
export function MessageOfApp() {
  const { sending, navigation, connections } = useStores()
  const target = useStore(sending, (state) => state.target)
  const list = useStore(connections, (state) => state.list)
  const { go } = navigation.getState()
  if (!target) return null
  // A message may be to a lead of a sheet, which need not be of the account in use.
  const name = readyValue(list)?.find(({ id }) => id === target.connection)?.name ?? null
  return (
    <Account name={name}>
      <SendDialog
        store={sending}
        now={Date.now}
        onActivity={(connection) => go({ screen: 'activity', connection })}
        onContact={(connection, id) => go({ screen: 'contact', connection, id })}
      />
    </Account>
  )
}

/** Where the cached rows, runs and entries of a person are to be seen. */
function useRelatedLinks(): RelatedLinks {
  const stores = useStores()
  const { go } = stores.navigation.getState()
  return {
    onLead: ({ sheet_id, lead }) => {
      const search = String(lead.telefone_digitos ?? lead.email ?? lead.nome ?? '')
      void stores
        .sheetTable(sheet_id)
        .getState()
        .apply({ ...emptyQuery, search })
      go({ screen: 'sheet', id: sheet_id })
    },
    onRun: ({ run_id }) => go({ screen: 'run', id: run_id }),
    onEntry: ({ connection_id, entry_id }) => go({ screen: 'entries', connection: connection_id, entry: entry_id }),
  }
}

interface LeadActionsProps {
  /** The platform connection that the row was read from. */
  readonly connection: string
  readonly row: GridRow
  /** Before the names of the lead's fields, such as `lead_` in a run. */
  readonly prefix?: string
}

/** Where a lead's row leads to: a message, its conversation, its contact. Nothing for a connection that is forgotten. */
export function LeadActions({ connection, row, prefix = '' }: LeadActionsProps) {
  const stores = useStores()
  const texts = useMessages().contacts.ofLead
  const list = useStore(stores.connections, (state) => state.list)
  const known = list.status === 'ready' && list.value.some(({ id }) => id === connection)
  const conversation = numberIn(row, `${prefix}conversa_id`)
  const contact = numberIn(row, `${prefix}contato_id`)
  const { go } = stores.navigation.getState()
  if (!known || (conversation === null && contact === null)) return null
  const target = (id: number): MessageTarget => ({ connection, conversation: id, contact })
  return (
    <Group gap="xs">
      {conversation === null ? null : (
        <>
          <Button onClick={() => void stores.sending.getState().open(target(conversation))}>{texts.write}</Button>
          <Button
            variant="default"
            onClick={() =>
              go({ screen: 'conversations', connection, conversation, ...(contact === null ? {} : { contact }) })
            }
          >
            {texts.conversation}
          </Button>
        </>
      )}
      {contact === null ? null : (
        <Button variant="default" onClick={() => go({ screen: 'contact', connection, id: contact })}>
          {texts.contact}
        </Button>
      )}
    </Group>
  )
}

function numberIn({ cells }: GridRow, key: string): number | null {
  const cell = cells[key]
  return typeof cell === 'number' && cell > 0 ? cell : null
}
