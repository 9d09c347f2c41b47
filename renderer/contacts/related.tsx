import './contacts.css'
import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Related } from '../../preload/contract/contacts.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { conversationStatusWord } from '../tables/words.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { OutcomeMark, StatusMark } from '../ui/mark.tsx'
import type { Person } from './contact-stores.ts'

/** What is stored on this computer of a person. */
export function RelatedToPerson({ person: { connection, contact, phone, email } }: { readonly person: Person }) {
  const { related, show, reload } = useStore(useFeature('contacts').related)
  useEffect(() => void show({ connection, contact, phone, email }), [show, connection, contact, phone, email])
  return (
    <LoadableView of={related} onRetry={() => void reload()}>
      {(value) => <RelatedView related={value} />}
    </LoadableView>
  )
}

/** What sheets, sets of conversations, runs and forms have of the same person, each with its date and a link to it. */
function RelatedView({ related: { leads, conversations, runs, entries, more } }: { readonly related: Related }) {
  const messages = useMessages()
  const { related: texts } = messages.contacts
  const format = useFormat()
  const { now } = useApp()
  const { go } = useNavigation()
  const { tableOf } = useFeature('sheets')
  const { stored } = useFeature('conversations')
  const moment = (at: string) => format.moment(Date.parse(at), now())
  const none = leads.length + conversations.length + runs.length + entries.length === 0
  const showLead = ({ sheet_id, lead }: Related['leads'][number]) => {
    const search = String(lead.telefone_digitos ?? lead.email ?? lead.nome ?? '')
    void tableOf(sheet_id)
      .getState()
      .apply({ ...emptyQuery, search })
    go({ screen: 'sheet', id: sheet_id })
  }
  return (
    <section className="contact-section stack">
      <div className="contact-section-head row">
        <h2>{texts.title}</h2>
        <span className="dim">{none ? texts.none : texts.hint}</span>
      </div>
      <RelatedGroup title={messages.sheets.title}>
        {leads.map((one, place) => {
          const { status, conversa_id, agente } = one.lead
          return (
            <RelatedLine
              // biome-ignore lint/suspicious/noArrayIndexKey: one sheet may have several rows of a person, which nothing else tells apart
              key={`${one.sheet_id} ${place}`}
              name={one.sheet_name}
              mark={
                typeof status === 'string' && status !== '' ? (
                  <StatusMark status={status} label={conversationStatusWord(messages, status)} />
                ) : null
              }
              facts={[
                conversa_id == null ? null : messages.common.numbered(Number(conversa_id)),
                typeof agente === 'string' ? agente : null,
                texts.by[one.matched_by],
                one.read_at === null ? texts.neverRead : messages.common.readAtFeminine(moment(one.read_at)),
              ]}
              onOpen={() => showLead(one)}
            />
          )
        })}
      </RelatedGroup>
      <RelatedGroup title={texts.conversations}>
        {conversations.map(({ connection_id, set_id, set_name, id, status, matched_by, seen_at }) => (
          <RelatedLine
            key={`${connection_id} ${id}`}
            name={set_name}
            mark={
              status === null ? null : <StatusMark status={status} label={conversationStatusWord(messages, status)} />
            }
            facts={[messages.common.numbered(id), texts.by[matched_by], texts.seenAt(moment(seen_at))]}
            onOpen={() => {
              go({ screen: 'conversation-set', connection: connection_id, id: set_id })
              void stored.getState().open({ connection_id, set: set_id, id })
            }}
          />
        ))}
      </RelatedGroup>
      <RelatedGroup title={texts.runs}>
        {runs.map(({ run_id, run_name, outcome, matched_by, at }) => (
          <RelatedLine
            key={run_id}
            name={run_name}
            mark={<OutcomeMark outcome={outcome} label={messages.cruzar.outcomes[outcome]} />}
            facts={[texts.by[matched_by], texts.crossedAt(moment(at))]}
            onOpen={() => go({ screen: 'run', id: run_id })}
          />
        ))}
      </RelatedGroup>
      <RelatedGroup title={texts.entries}>
        {entries.map(({ connection_id, entry_id, form_name, line, matched_by, created_at, seen_at }) => (
          <RelatedLine
            key={`${connection_id} ${entry_id}`}
            name={form_name}
            facts={[
              texts.entry(entry_id),
              texts.by[matched_by],
              created_at === null || Number.isNaN(Date.parse(created_at)) ? null : texts.answeredAt(moment(created_at)),
              texts.seenAt(moment(seen_at)),
            ]}
            text={line}
            onOpen={() => go({ screen: 'entries', connection: connection_id, entry: entry_id })}
          />
        ))}
      </RelatedGroup>
      {more ? <p className="spaced dim">{texts.more}</p> : null}
    </section>
  )
}

function RelatedGroup({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <>
      <h3 className="mt-4 strong note">{title}</h3>
      <ul className="contact-lines card plain-list">{children}</ul>
    </>
  )
}

interface RelatedLineProps {
  readonly name: string
  readonly mark?: ReactNode
  readonly facts: readonly (string | null)[]
  readonly text?: string
  readonly onOpen: () => void
}

function RelatedLine({ name, mark, facts, text = '', onOpen }: RelatedLineProps) {
  return (
    <li className="contact-line pad-8-12 row">
      <div className="words">
        <div className="contact-line-facts row figures">
          <UnstyledButton className="contact-line-name strong breaks" onClick={onOpen}>
            {name}
          </UnstyledButton>
          {mark}
          <span className="dim">{joinFacts(facts)}</span>
        </div>
        {text === '' ? null : <p className="contact-line-text clamp">{text}</p>}
      </div>
    </li>
  )
}
