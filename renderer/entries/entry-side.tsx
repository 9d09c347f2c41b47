import { ActionIcon, Button, CloseButton, Textarea, UnstyledButton } from '@mantine/core'
import { IconArrowRight, IconEdit } from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useStore } from 'zustand'
import type { EntryDetail, EntryLead, TrailEvent } from '../../preload/contract/entries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { conversationStatusWord } from '../tables/words.ts'
import { OutcomeMark } from '../ui/mark.tsx'
import { ReviewMark } from '../ui/review-mark.tsx'
import type { EntriesStore } from './entries-state.ts'
import { AnswerValue } from './entry-answers.tsx'
import type { ReviewCommands } from './review-commands.ts'

export interface EntrySideProps {
  readonly store: EntriesStore
  readonly detail: EntryDetail
  readonly commands: ReviewCommands
  readonly now: number
  readonly note: RefObject<HTMLTextAreaElement | null>
  readonly onLeave: () => void
}

/** What is known beside the answers: the lead, the team's own marks, what looks alike, and what happened. */
export function EntrySide({ store, detail, commands, now, note, onLeave }: EntrySideProps) {
  const messages = useMessages()
  const texts = messages.entries
  const target = { one: detail.id }
  const noteText = useStore(store, (state) => state.noteDrafts.get(detail.id) ?? '')
  const { change, writeNote } = store.getState()
  return (
    <div className="entry-side">
      <LeadSection lead={detail.lead} now={now} />
      <Section title={texts.assignee.title} action={<Edit label={texts.assignee.change} onClick={commands.assign} />}>
        <p>{detail.assignee ?? <span className="dim">{texts.assignee.none}</span>}</p>
      </Section>
      <Section title={texts.tags.title} action={<Edit label={texts.tags.change} onClick={commands.tag} />}>
        {detail.tags.length === 0 ? (
          <p className="dim">{texts.tags.none}</p>
        ) : (
          <ul className="entry-tags stack plain-list">
            {detail.tags.map((tag) => (
              <li key={tag} className="entry-tag">
                {tag}
                <CloseButton
                  size={16}
                  iconSize={11}
                  aria-label={texts.tags.remove(tag)}
                  onClick={() => void change(target, { kind: 'tag', add: [], remove: [tag] })}
                />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <NotesSection
        key={detail.id}
        notes={detail.notes}
        now={now}
        field={note}
        text={noteText}
        onText={(text) => writeNote(detail.id, text)}
        onAdd={(text) => void change(target, { kind: 'note', text })}
        onLeave={onLeave}
      />
      <Hints hints={detail.hints} />
      <Duplicates store={store} duplicates={detail.duplicates} />
      <TrailSection trail={detail.trail} now={now} />
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

function Hints({ hints }: { readonly hints: EntryDetail['hints'] }) {
  const { suspicions, hints: words } = useMessages().entries
  return (
    <Section title={suspicions.title}>
      {hints.length === 0 ? <p className="dim">{suspicions.none}</p> : null}
      <ul className="entry-hints stack plain-list">
        {hints.map(({ hint, detail }) => (
          <li key={hint}>
            <strong>{words[hint]}</strong>
            {detail === '' ? null : <span className="entry-hint-detail note">{suspicions.why[hint](detail)}</span>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface DuplicatesProps {
  readonly store: EntriesStore
  readonly duplicates: EntryDetail['duplicates']
}

/** More than these are only counted. */
const mostShown = 20

function Duplicates({ store, duplicates }: DuplicatesProps) {
  const { duplicates: texts, states, entry, list } = useMessages().entries
  const format = useFormat()
  return (
    <Section title={texts.title}>
      {duplicates.length === 0 ? <p className="dim">{texts.none}</p> : null}
      <ul className="entry-duplicates stack plain-list">
        {duplicates.slice(0, mostShown).map((other) => (
          <li key={`${other.id} ${other.by}`}>
            <UnstyledButton
              className="entry-duplicate row"
              aria-label={texts.open(other.id)}
              onClick={() => store.getState().peek(other.id)}
            >
              <span className="entry-duplicate-name cut words">
                {joinFacts([other.form_name, entry.number(other.id)])}
              </span>
              <ReviewMark state={other.state} label={states[other.state]} />
              <span className="dim">
                {texts.by[other.by]}
                {other.created_ms === null ? '' : `, ${format.dateTime(other.created_ms)}`}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {duplicates.length > mostShown ? <p className="dim">{list.duplicates(duplicates.length)}</p> : null}
    </Section>
  )
}

interface SectionProps {
  readonly title: string
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** One part of what is known beside an entry. */
export function Section({ title, action, children }: SectionProps) {
  return (
    <section className="entry-section" aria-label={title}>
      <div className="entry-section-head">
        <h3>{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

/** Whether the sender is a lead of the cached sheets, and how things stood there when they were read. */
function LeadSection({ lead, now }: { readonly lead: EntryDetail['lead']; readonly now: number }) {
  const texts = useMessages().entries.lead
  return (
    <Section title={texts.title}>{lead ? <Lead lead={lead} now={now} /> : <p className="dim">{texts.none}</p>}</Section>
  )
}

function Lead({ lead, now }: { readonly lead: EntryLead; readonly now: number }) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.entries.lead
  const read = lead.read_at === null ? null : format.moment(Date.parse(lead.read_at), now)
  return (
    <>
      <p>
        <OutcomeMark outcome={lead.outcome} label={messages.cruzar.outcomes[lead.outcome]} />
      </p>
      {lead.lead === null ? <p>{texts.absent}</p> : <LeadFacts lead={lead.lead} now={now} />}
      <p className="dim entry-source">
        {joinFacts([lead.matched_by && texts.matched[lead.matched_by], read && sourceText(lead, read, texts)])}
      </p>
    </>
  )
}

function sourceText(
  { sheet_name }: EntryLead,
  read: string,
  texts: { sheet(name: string, moment: string): string; sheets(moment: string): string },
): string {
  return sheet_name === null ? texts.sheets(read) : texts.sheet(sheet_name, read)
}

function LeadFacts({ lead, now }: { readonly lead: NonNullable<EntryLead['lead']>; readonly now: number }) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.entries.lead
  const text = (key: string) => (lead[key] === null || lead[key] === undefined ? '' : String(lead[key]))
  const last = momentOf(lead.ultima_mensagem_em)
  const talked = text('conversa_id') !== ''
  const facts: readonly (readonly [string, string])[] = [
    [texts.name, text('nome')],
    [texts.conversation, talked ? messages.entries.entry.number(Number(text('conversa_id'))) : ''],
    [texts.status, text('status') === '' ? '' : conversationStatusWord(messages, text('status'))],
    [texts.agent, talked ? text('agente') || texts.noAgent : ''],
    [texts.last, last === null ? text('ultima_mensagem_em') : format.moment(last, now)],
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

/** Times of leads come as text, or as seconds (agent-platform.md, "Lead row"); null for what is no time. */
function momentOf(value: unknown): number | null {
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) ? null : at
}

interface NotesSectionProps {
  readonly notes: EntryDetail['notes']
  readonly now: number
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** What is being written. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly onAdd: (text: string) => void
  /** The person is done writing. */
  readonly onLeave: () => void
}

/** The team's notes on an entry, and where the next is written. */
function NotesSection({ notes, now, field, text, onText, onAdd, onLeave }: NotesSectionProps) {
  const texts = useMessages().entries.notes
  const format = useFormat()
  const add = () => {
    const written = text.trim()
    if (written === '') return
    onText('')
    onLeave()
    onAdd(written)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave()
    else if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) add()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Section title={texts.title}>
      {notes.length === 0 ? <p className="dim">{texts.none}</p> : null}
      <ul className="entry-notes stack plain-list">
        {notes.map((note) => (
          <li key={note.id}>
            <p className="entry-comment verbatim">{note.text}</p>
            <p className="dim figures">{texts.by(note.who, format.moment(Date.parse(note.at), now))}</p>
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
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...(text === ''
          ? {}
          : { description: texts.hint(keyText), inputWrapperOrder: ['input', 'description'] as const })}
      />
      {text.trim() === '' ? null : (
        <Button variant="default" mt={4} onClick={add}>
          {texts.add}
        </Button>
      )}
    </Section>
  )
}

/** Who did what and when, the newest first; what the service changed, answer by answer. */
function TrailSection({ trail, now }: { readonly trail: readonly TrailEvent[]; readonly now: number }) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.entries.trail
  return (
    <Section title={texts.title}>
      {trail.length === 0 ? <p className="dim">{texts.none}</p> : null}
      <ol className="entry-trail stack plain-list">
        {trail.toReversed().map((event) => (
          <li key={event.id}>
            <p>
              {event.who === '' ? '' : <strong>{event.who} </strong>}
              {trailSentence(event, messages)}
              {event.merged ? <span className="entry-foreign">{texts.merged}</span> : null}
            </p>
            {event.comment ? <p className="entry-comment verbatim">{event.comment}</p> : null}
            {event.changes.length > 0 ? <Changes changes={event.changes} /> : null}
            <p className="dim figures">{format.moment(Date.parse(event.at), now)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** What happened, without who did it. */
function trailSentence(event: TrailEvent, messages: Messages): string {
  const { trail, states } = messages.entries
  const { events } = trail
  const word = (state: string | null) => new Map<string, string>(Object.entries(states)).get(state ?? '') ?? state ?? ''
  const sentence = () => {
    switch (event.kind) {
      case 'state':
        return events.state(word(event.before), word(event.after))
      case 'assignee':
        return event.after === null ? events.unassigned(event.before ?? '') : events.assigned(event.after)
      case 'tags':
        return event.after === null || event.after === '' ? events.noTags : events.tags(event.after)
      default:
        return events[event.kind]
    }
  }
  return event.undo ? trail.undo(sentence()) : sentence()
}

function Changes({ changes }: { readonly changes: TrailEvent['changes'] }) {
  const texts = useMessages().entries.trail
  return (
    <dl className="entry-changes">
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="unseen">{texts.before}</span>
            <del>
              <AnswerValue answer={{ value: before, given: true, recognised: null }} />
            </del>
            <IconArrowRight size={12} aria-hidden="true" />
            <span className="unseen">{texts.after}</span>
            <ins>
              <AnswerValue answer={{ value: after, given: true, recognised: null }} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
