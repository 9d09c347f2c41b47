import './contacts.css'
import { UnstyledButton } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Related, RelatedEntry, RelatedLead, RelatedRun } from '../../preload/contract/contacts.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { conversationStatusWord } from '../tables/words.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { OutcomeMark, StatusMark } from '../ui/mark.tsx'
import type { Person, RelatedStore } from './contact-stores.ts'

export interface RelatedOfProps {
  readonly store: RelatedStore
  readonly person: Person
  readonly links: RelatedLinks
  /** Epoch ms. */
  readonly now: number
}

/** Searches the stored rows of a person and shows them. */
export function RelatedOf({ store, person, links, now }: RelatedOfProps) {
  const { connection, contact, phone, email } = person
  const related = useStore(store, (state) => state.related)
  useEffect(
    () => void store.getState().show({ connection, contact, phone, email }),
    [store, connection, contact, phone, email],
  )
  return (
    <LoadableView of={related} onRetry={() => void store.getState().reload()}>
      {(found) => <RelatedView {...links} related={found} now={now} />}
    </LoadableView>
  )
}

/** Where what is kept here is to be seen. */
export interface RelatedLinks {
  readonly onLead: (lead: RelatedLead) => void
  readonly onRun: (run: RelatedRun) => void
  readonly onEntry: (entry: RelatedEntry) => void
}
interface RelatedViewProps extends RelatedLinks {
  readonly related: Related
  /** Epoch ms. */
  readonly now: number
}
/** What sheets, runs and forms have on this computer of the same person, each with its date. */
function RelatedView({ related, now, ...ways }: RelatedViewProps) {
  const texts = useMessages().contacts.related
  const { leads, runs, entries, more } = related
  const none = leads.length + runs.length + entries.length === 0
  return (
    <section className="contact-section stack">
      <div className="contact-section-head row">
        <h2>{texts.title}</h2>
        <span className="dim">{none ? texts.none : texts.hint}</span>
      </div>
      <Group title={texts.leads} count={leads.length}>
        {leads.map((lead, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one sheet may have several rows of a person, which nothing else tells apart
          <LeadLine key={`${lead.sheet_id} ${place}`} lead={lead} now={now} onOpen={ways.onLead} />
        ))}
      </Group>
      <Group title={texts.runs} count={runs.length}>
        {runs.map((run) => (
          <RunLine key={run.run_id} run={run} now={now} onOpen={ways.onRun} />
        ))}
      </Group>
      <Group title={texts.entries} count={entries.length}>
        {entries.map((entry) => (
          <EntryLine key={`${entry.connection_id} ${entry.entry_id}`} entry={entry} now={now} onOpen={ways.onEntry} />
        ))}
      </Group>
      {more ? <p className="dim">{texts.more}</p> : null}
    </section>
  )
}
interface GroupProps {
  readonly title: string
  readonly count: number
  readonly children: ReactNode
}
function Group({ title, count, children }: GroupProps) {
  if (count === 0) return null
  return (
    <>
      <h3 className="contact-group note">{title}</h3>
      <ul className="contact-lines card plain-list">{children}</ul>
    </>
  )
}
function LeadLine({ lead, now, onOpen }: { lead: RelatedLead; now: number; onOpen: RelatedLinks['onLead'] }) {
  const messages = useMessages()
  const texts = messages.contacts.related
  const format = useFormat()
  const { status, conversa_id, agente } = lead.lead
  const facts = [
    conversa_id === null || conversa_id === undefined
      ? null
      : messages.contacts.conversations.number(Number(conversa_id)),
    typeof agente === 'string' && agente !== '' ? agente : null,
    texts.by[lead.matched_by],
    lead.read_at === null ? texts.neverRead : texts.readAt(format.moment(Date.parse(lead.read_at), now)),
  ]
  return (
    <Line
      name={lead.sheet_name}
      mark={
        typeof status === 'string' && status !== '' ? (
          <StatusMark status={status} label={conversationStatusWord(messages, status)} />
        ) : null
      }
      facts={facts}
      onOpen={() => onOpen(lead)}
    />
  )
}
function RunLine({ run, now, onOpen }: { run: RelatedRun; now: number; onOpen: RelatedLinks['onRun'] }) {
  const messages = useMessages()
  const texts = messages.contacts.related
  const format = useFormat()
  return (
    <Line
      name={run.run_name}
      mark={<OutcomeMark outcome={run.outcome} label={messages.cruzar.outcomes[run.outcome]} />}
      facts={[texts.by[run.matched_by], texts.crossedAt(format.moment(Date.parse(run.at), now))]}
      onOpen={() => onOpen(run)}
    />
  )
}
function EntryLine({ entry, now, onOpen }: { entry: RelatedEntry; now: number; onOpen: RelatedLinks['onEntry'] }) {
  const texts = useMessages().contacts.related
  const format = useFormat()
  const answered = entry.created_at === null ? Number.NaN : Date.parse(entry.created_at)
  const facts = [
    texts.entry(entry.entry_id),
    texts.by[entry.matched_by],
    Number.isNaN(answered) ? null : texts.answeredAt(format.moment(answered, now)),
    texts.seenAt(format.moment(Date.parse(entry.seen_at), now)),
  ]
  return <Line name={entry.form_name} mark={null} facts={facts} text={entry.line} onOpen={() => onOpen(entry)} />
}
interface LineProps {
  readonly name: string
  readonly mark: ReactNode
  readonly facts: readonly (string | null)[]
  readonly text?: string
  readonly onOpen: () => void
}
function Line({ name, mark, facts, text = '', onOpen }: LineProps) {
  return (
    <li className="contact-line row">
      <div className="words">
        <div className="contact-line-facts row figures">
          <UnstyledButton className="contact-line-name strong breaks" onClick={onOpen}>
            {name}
          </UnstyledButton>
          {mark}
          <span className="dim">{joinFacts(facts)}</span>
        </div>
        {text === '' ? null : <p className="contact-line-text">{text}</p>}
      </div>
    </li>
  )
}
