import { ActionIcon, Button, CloseButton, Textarea, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconEdit } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import type { EntryDetail, EntryLead } from '../../preload/contract/entries.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { conversationStatusWord } from '../tables/words.ts'
import { OutcomeMark, ReviewMark } from '../ui/mark.tsx'
import { Trail } from './entry-trail.tsx'
import { useEntries, useReview } from './review.ts'

/** What is known besides the answers: the lead, the team's notes and tags, similar entries, and the trail. */
export function EntrySide({ detail }: { readonly detail: EntryDetail }) {
  const { entries: texts, common } = useMessages()
  const { store, commands } = useReview()
  const { change, table } = store.getState()
  const PersonNote = useSlot('personNote')
  const { connection_id } = table
  const { phones, emails } = detail
  return (
    <div className="entry-side">
      {detail.compared ? (
        <LeadSection entry={detail.id} lead={detail.lead} />
      ) : (
        <Section title={texts.lead.title} none={common.loading} />
      )}
      <PersonNote person={{ connection: connection_id, contact: null, phones, emails }} />
      <Section title={texts.assignee.title} action={<Edit label={texts.assignee.change} onClick={commands.assign} />}>
        <p>{detail.assignee ?? <span className="dim">{common.nobody}</span>}</p>
      </Section>
      <Section
        title={texts.tags.title}
        action={<Edit label={texts.tags.change} onClick={commands.tag} />}
        none={detail.tags.length === 0 && texts.tags.none}
      >
        <ul className="entry-tags my-4 stack plain-list">
          {detail.tags.map((tag) => (
            <li key={tag} className="entry-tag">
              {tag}
              <CloseButton
                size={16}
                iconSize={11}
                aria-label={texts.tags.remove(tag)}
                onClick={() => void change({ one: detail.id }, { kind: 'tag', add: [], remove: [tag] })}
              />
            </li>
          ))}
        </ul>
      </Section>
      <NotesSection entry={detail.id} notes={detail.notes} />
      {detail.compared ? (
        <>
          <Hints hints={detail.hints} />
          <Duplicates duplicates={detail.duplicates} />
        </>
      ) : (
        <>
          <Section title={texts.suspicions.title} none={common.loading} />
          <Section title={texts.duplicates.title} none={common.loading} />
        </>
      )}
      <Section title={texts.trail.title} none={detail.trail.length === 0 && common.nothingDone}>
        <Trail trail={detail.trail} />
      </Section>
    </div>
  )
}

function Edit({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <ActionIcon size="sm" aria-label={label} title={label} onClick={onClick}>
      <IconEdit size={14} />
    </ActionIcon>
  )
}

function Hints({ hints }: Pick<EntryDetail, 'hints'>) {
  const { suspicions, hints: words } = useMessages().entries
  return (
    <Section title={suspicions.title} none={hints.length === 0 && suspicions.none}>
      <ul className="my-4 stack plain-list">
        {hints.map(({ hint, detail }) => (
          <li key={hint}>
            <strong>{words[hint]}</strong>
            {detail === '' ? null : <span className="block breaks note">{suspicions.why[hint](detail)}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** More than these are only counted. */
const mostShown = 20
/** Contacts that match an entry equally well are counted up to this number. */
const mostCounted = 1000

function Duplicates({ duplicates }: Pick<EntryDetail, 'duplicates'>) {
  const { common } = useMessages()
  const { duplicates: texts, states, list } = useMessages().entries
  const format = useFormat()
  const { peek } = useReview().store.getState()
  return (
    <Section title={texts.title} none={duplicates.length === 0 && texts.none}>
      <ul className="my-4 stack plain-list">
        {duplicates.slice(0, mostShown).map(({ id, form_name, by, state, created_ms }) => {
          const name = joinFacts([form_name, common.numbered(id)])
          const how = `${texts.by[by]}${created_ms === null ? '' : `, ${format.dateTime(created_ms)}`}`
          return (
            <li key={`${id} ${by}`}>
              {state === null ? (
                // An entry that is not part of a blind review cannot be decided in it.
                <div className="entry-duplicate row">
                  <span className="cut words">{name}</span>
                  <span className="dim">{joinFacts([how, texts.notInReview])}</span>
                </div>
              ) : (
                <UnstyledButton
                  className="entry-duplicate hoverable row"
                  aria-label={texts.open(id)}
                  onClick={() => peek(id)}
                >
                  <span className="accent cut words">{name}</span>
                  <ReviewMark state={state} label={states[state]} />
                  <span className="dim">{how}</span>
                </UnstyledButton>
              )}
            </li>
          )
        })}
      </ul>
      {duplicates.length > mostShown ? <p className="dim">{list.duplicates(duplicates.length)}</p> : null}
    </Section>
  )
}

interface SectionProps {
  readonly title: string
  readonly action?: ReactNode
  /** The text where there is nothing. */
  readonly none?: string | false
  readonly children?: ReactNode
}

function Section({ title, action, none, children }: SectionProps) {
  return (
    <section className="entry-section" aria-label={title}>
      <div className="entry-section-head row between">
        <h3>{title}</h3>
        {action}
      </div>
      {none ? <p className="dim">{none}</p> : null}
      {children}
    </section>
  )
}

/** Says whether the sender is a lead of the cached sheets, with the lead's state when they were read. */
function LeadSection({ entry, lead }: Pick<EntryDetail, 'lead'> & { readonly entry: number }) {
  const messages = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const texts = messages.entries.lead
  if (!lead) return <Section title={texts.title} none={texts.none} />
  const { outcome, matched_by, sheet_name, read_at, alike } = lead
  const moment = read_at === null ? null : format.moment(Date.parse(read_at), now())
  const source = moment && (sheet_name === null ? texts.sheets(moment) : texts.sheet(sheet_name, moment))
  return (
    <Section title={texts.title}>
      <p>
        <OutcomeMark outcome={outcome} label={messages.cruzar.outcomes[outcome]} />
      </p>
      {outcome === 'ausente' ? <p>{texts.absent}</p> : null}
      {lead.lead ? <LeadFacts lead={lead.lead} /> : null}
      {alike ? <AlikeLeads key={entry} alike={alike} isTie={outcome === 'ambigua'} /> : null}
      <p className="dim entry-source">{joinFacts([matched_by && texts.matched[matched_by], source])}</p>
    </Section>
  )
}

interface AlikeLeadsProps {
  readonly alike: NonNullable<EntryLead['alike']>
  /** None of them is chosen. Otherwise they are two cards of one person. */
  readonly isTie: boolean
}

/** The contacts that the entry's sender may be. The person can open each to compare them. */
function AlikeLeads({ alike: { count, leads }, isTie }: AlikeLeadsProps) {
  const { entries, common } = useMessages()
  const texts = entries.lead
  const [open, setOpen] = useState<number | null>(null)
  const sheets = new Set(leads.map(({ sheet_name }) => sheet_name))
  return (
    <>
      <p>{isTie ? texts.alike(count, count >= mostCounted) : texts.cards}</p>
      <ul className="my-4 stack plain-list">
        {leads.map(({ lead, sheet_name }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: contacts never move, and a service may leave out their numbers
          <li key={place}>
            <UnstyledButton
              className="entry-duplicate hoverable row"
              aria-expanded={open === place}
              onClick={() => setOpen(open === place ? null : place)}
            >
              {open === place ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
              <span className="accent cut words">{String(lead.nome ?? '') || common.blank}</span>
              <span className="dim figures">{String(lead.telefone ?? lead.telefone_digitos ?? lead.email ?? '')}</span>
            </UnstyledButton>
            {open === place ? (
              <>
                <LeadFacts lead={lead} />
                {sheets.size > 1 ? <p className="dim entry-source">{texts.ofSheet(sheet_name)}</p> : null}
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {count > leads.length ? <p className="dim">{texts.firstAlike(leads.length)}</p> : null}
    </>
  )
}

function LeadFacts({ lead }: { readonly lead: NonNullable<EntryLead['lead']> }) {
  const messages = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const texts = messages.entries.lead
  const text = (key: string) => (lead[key] === null || lead[key] === undefined ? '' : String(lead[key]))
  const [conversation, status] = [text('conversa_id'), text('status')]
  const last = momentOf(lead.ultima_mensagem_em)
  const facts: readonly (readonly [string, string])[] = [
    [texts.name, text('nome')],
    [texts.conversation, conversation && messages.common.numbered(Number(conversation))],
    [texts.status, status && conversationStatusWord(messages, status)],
    [texts.agent, conversation && (text('agente') || messages.common.nobody)],
    [texts.last, last === null ? text('ultima_mensagem_em') : format.moment(last, now())],
  ]
  return (
    <dl className="entry-facts">
      {facts
        .filter(([, value]) => value !== '')
        .map(([heading, value]) => (
          <div key={heading} className="entry-fact">
            <dt>{heading}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Times of leads are texts, or seconds (docs/services.md §2.1); null for other values. */
function momentOf(value: unknown): number | null {
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** The team's notes on an entry, and the field for another one. */
function NotesSection({ entry, notes }: Pick<EntryDetail, 'notes'> & { readonly entry: number }) {
  const texts = useMessages().entries.notes
  const format = useFormat()
  const { now } = useApp()
  const { store, note: field, toList } = useReview()
  const text = useEntries((state) => state.noteDrafts.get(entry) ?? '')
  const { change, writeNote } = store.getState()
  const written = text.trim()
  const add = () => {
    if (written === '') return
    writeNote(entry, '')
    toList()
    void change({ one: entry }, { kind: 'note', text: written })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') toList()
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) add()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Section title={texts.title} none={notes.length === 0 && texts.none}>
      <ul className="entry-notes my-4 stack plain-list">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="entry-comment verbatim">{note.text}</p>
            <p className="dim figures">{texts.by(note.who, format.moment(Date.parse(note.at), now()))}</p>
          </li>
        ))}
      </ul>
      <Textarea
        ref={field}
        size="xs"
        rows={1}
        className="entry-note-field"
        maxLength={10_000}
        aria-label={texts.label}
        placeholder={texts.write}
        value={text}
        onChange={(event) => writeNote(entry, event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...(text === ''
          ? {}
          : { description: texts.hint(keyText), inputWrapperOrder: ['input', 'description'] as const })}
      />
      {written === '' ? null : (
        <Button variant="default" mt={4} onClick={add}>
          {texts.add}
        </Button>
      )}
    </Section>
  )
}
