import { ActionIcon, CloseButton, UnstyledButton } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useStore } from 'zustand'
import type { EntryDetail } from '../../preload/contract/entries.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ReviewMark } from '../ui/review-mark.tsx'
import type { EntriesStore } from './entries-store.ts'
import { LeadSection } from './lead-section.tsx'
import { NotesSection } from './notes-section.tsx'
import type { ReviewCommands } from './review-commands.ts'
import { Section } from './section.tsx'
import { TrailSection } from './trail-section.tsx'

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
          <ul className="entry-tags">
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
      <ul className="entry-hints">
        {hints.map(({ hint, detail }) => (
          <li key={hint}>
            <strong>{words[hint]}</strong>
            {detail === '' ? null : <span className="entry-hint-detail">{suspicions.why[hint](detail)}</span>}
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

/** More than these are counted until they are asked for by the filter of duplicates. */
const mostShown = 20

function Duplicates({ store, duplicates }: DuplicatesProps) {
  const { duplicates: texts, states, entry, list } = useMessages().entries
  const format = useFormat()
  return (
    <Section title={texts.title}>
      {duplicates.length === 0 ? <p className="dim">{texts.none}</p> : null}
      <ul className="entry-duplicates">
        {duplicates.slice(0, mostShown).map((other) => (
          <li key={`${other.id} ${other.by}`}>
            <UnstyledButton
              className="entry-duplicate"
              aria-label={texts.open(other.id)}
              onClick={() => store.getState().peek(other.id)}
            >
              <span className="entry-duplicate-name">{joinFacts([other.form_name, entry.number(other.id)])}</span>
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
