import './contacts.css'
import { Button, CloseButton, Loader, TextInput, UnstyledButton } from '@mantine/core'
import { IconAddressBook, IconSearch, IconUserOff } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import type { FoundContacts } from './contact-stores.ts'

/** Finds contacts at the service while the person types. */
export function ContactsScreen({ connection: { id: connection } }: { readonly connection: Connection }) {
  const store = useFeature('contacts').search
  const messages = useMessages()
  const texts = messages.contacts
  const { text, found, working, failure, search, retry } = useStore(store)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => store.getState().open(connection), [store, connection])
  useEffect(() => field.current?.focus(), [])
  useShortcuts([{ keys: '/', label: texts.searchLabel, run: () => field.current?.select() }])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void search()
    else if (event.key === 'Escape' && text !== '') store.getState().setText('')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <>
      <PageHeader title={texts.title} />
      <div className="contacts page">
        <div className="contacts-tools row">
          <TextInput
            ref={field}
            size="sm"
            w={420}
            aria-label={texts.searchLabel}
            placeholder={texts.placeholder}
            value={text}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            rightSection={
              text === '' ? null : (
                <CloseButton
                  size="sm"
                  aria-label={messages.common.clearSearch}
                  onClick={() => {
                    store.getState().setText('')
                    field.current?.focus()
                  }}
                />
              )
            }
            onChange={(event) => store.getState().setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <SearchFacts />
        </div>
        {failure ? <FailureNotice failure={failure} onRetry={() => void retry()} /> : null}
        {found ? <Found connection={connection} found={found} /> : null}
        {!found && working === null && !failure ? <Start text={text} /> : null}
      </div>
    </>
  )
}

/** The text that was sent, how many contacts came, and a search for the number's other form. */
function SearchFacts() {
  const texts = useMessages().contacts
  const format = useFormat()
  const { found, working, searchOtherNinth } = useStore(useFeature('contacts').search)
  const busy = working !== null
  const facts = found?.sent
    ? joinFacts([texts.found(found.contacts.length, found.hasMore), texts.sent(found.sent)])
    : ''
  return (
    <>
      <span className="row gap-6 figures dim" role="status">
        {busy ? (
          <>
            <Loader size={12} aria-hidden="true" /> {texts.searching}
          </>
        ) : (
          facts
        )}
      </span>
      {found?.otherNinth ? (
        <Button variant="subtle" title={texts.ninthHint} disabled={busy} onClick={() => void searchOtherNinth()}>
          {texts.ninth(format.phone(found.otherNinth))}
        </Button>
      ) : null}
    </>
  )
}

function Start({ text }: { readonly text: string }) {
  const texts = useMessages().contacts
  const short = text.trim().length === 1
  return (
    <EmptyState
      icon={<IconAddressBook size={32} stroke={1.5} />}
      title={texts.start}
      text={short ? texts.tooShort : texts.startText}
    />
  )
}

function Found({ connection, found }: { readonly connection: string; readonly found: FoundContacts }) {
  const { contacts: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { go } = useNavigation()
  const { working, loadMore } = useStore(useFeature('contacts').search)
  const loading = working !== null
  if (found.contacts.length === 0) {
    // While the next answer is pending, the last one does not show that there is nothing.
    if (loading) return null
    return <EmptyState icon={<IconUserOff size={32} stroke={1.5} />} title={texts.none} text={texts.noneText} />
  }
  return (
    <>
      <ListTable
        caption={texts.list}
        columns={[
          { label: common.fields.name },
          { label: common.fields.phone, width: 170, narrowWidth: 150 },
          { label: common.fields.email, width: 260, narrowWidth: 210 },
          { label: common.fields.lastActivity, width: 150, narrowWidth: 136 },
          { label: texts.columns.number, width: 90, narrowWidth: 64, number: true },
        ]}
      >
        {found.contacts.map(({ id, name, phone, email, last_activity_at }) => (
          <tr key={id}>
            <td>
              <UnstyledButton
                className="list-name cut"
                title={name ?? undefined}
                onClick={() => go({ screen: 'contact', connection, id })}
              >
                {name ?? common.noName}
              </UnstyledButton>
            </td>
            <td>{phone ? format.phone(phone) : <span className="dim">—</span>}</td>
            <td>{email ?? <span className="dim">—</span>}</td>
            <td className="dim">{last_activity_at ? format.moment(Date.parse(last_activity_at), now()) : '—'}</td>
            <td className="list-number dim">{id}</td>
          </tr>
        ))}
      </ListTable>
      {found.hasMore ? (
        <div>
          <Button variant="default" loading={loading} onClick={() => void loadMore()}>
            {texts.more}
          </Button>
        </div>
      ) : null}
    </>
  )
}
