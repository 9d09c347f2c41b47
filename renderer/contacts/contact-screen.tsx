import './contacts.css'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { ContactPage } from '../../preload/contract/contacts.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ContactFacts } from './contact-facts.tsx'
import type { ContactStore } from './contact-store.ts'
import { LatestConversations } from './latest-conversations.tsx'
import { RelatedOf } from './related-of.tsx'
import type { RelatedStore } from './related-store.ts'
import type { RelatedLinks } from './related-view.tsx'

export interface ContactScreenProps {
  readonly store: ContactStore
  readonly related: RelatedStore
  readonly relatedLinks: RelatedLinks
  readonly connection: string
  readonly id: number
  readonly now: () => number
  readonly onBack: () => void
  readonly onConversation: (id: number) => void
  /** All conversations of the contact, by the filter. */
  readonly onConversations: () => void
  readonly onWrite: (conversation: number) => void
}

/** One contact: as the service tells it, its latest conversations, and what is kept here of the same person. */
export function ContactScreen(props: ContactScreenProps) {
  const { store, connection, id, now, onBack } = props
  const texts = useMessages().contacts
  const format = useFormat()
  const { page, busy, refresh } = useStore(store)
  useEffect(() => {
    void store.getState().open({ connection, id })
    return () => store.getState().close()
  }, [store, connection, id])
  useShortcuts([{ keys: 'mod+r', label: texts.shortcuts.refresh, run: () => void refresh() }])
  const read = readyValue(page)
  const moment = read ? format.moment(Date.parse(read.read_at), now()) : null
  return (
    <>
      <PageHeader
        title={read?.contact?.name ?? texts.number(id)}
        facts={joinFacts([texts.number(id), moment && texts.readAt(moment)])}
        onBack={onBack}
        actions={[{ label: texts.refresh, icon: <IconRefresh size={16} />, busy: busy, onClick: () => void refresh() }]}
      />
      <div className="contact-scroll">
        <LoadableView
          of={page}
          onRetry={() => void refresh()}
          kept={moment === null ? undefined : texts.keptAt(moment)}
        >
          {(value) => (value ? <Opened {...props} page={value} /> : <Nobody {...props} />)}
        </LoadableView>
      </div>
    </>
  )
}

function Opened(props: ContactScreenProps & { readonly page: ContactPage }) {
  const { page, now } = props
  return (
    <div className="contact">
      <ContactFacts contact={page.contact} />
      <div className="contact-main">
        <LatestConversations {...props} conversations={page.conversations} now={now()} />
        <KeptHere {...props} phone={page.contact?.phone ?? null} email={page.contact?.email ?? null} />
      </div>
    </div>
  )
}

/** The service does not know it; what is here of it is still here. */
function Nobody(props: ContactScreenProps) {
  const { id, onBack } = props
  const texts = useMessages().contacts
  return (
    <div className="contact-main">
      <EmptyState
        title={texts.gone(id)}
        text={texts.goneText}
        action={{ label: texts.backToSearch, onClick: onBack }}
      />
      <KeptHere {...props} phone={null} email={null} />
    </div>
  )
}

function KeptHere(props: ContactScreenProps & { readonly phone: string | null; readonly email: string | null }) {
  const { related, relatedLinks, connection, id, phone, email, now } = props
  return (
    <RelatedOf store={related} person={{ connection, contact: id, phone, email }} links={relatedLinks} now={now()} />
  )
}
