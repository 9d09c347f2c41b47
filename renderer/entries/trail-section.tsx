import { IconArrowRight } from '@tabler/icons-react'
import type { TrailEvent } from '../../preload/contract/entries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { AnswerValue } from './answer-value.tsx'
import { Section } from './section.tsx'

/** Who did what and when, the newest first; what the service changed, answer by answer. */
export function TrailSection({ trail, now }: { readonly trail: readonly TrailEvent[]; readonly now: number }) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.entries.trail
  return (
    <Section title={texts.title}>
      {trail.length === 0 ? <p className="dim">{texts.none}</p> : null}
      <ol className="entry-trail">
        {trail.toReversed().map((event) => (
          <li key={event.id}>
            <p>
              {event.who === '' ? '' : <strong>{event.who} </strong>}
              {trailSentence(event, messages)}
              {event.merged ? <span className="entry-foreign">{texts.merged}</span> : null}
            </p>
            {event.comment ? <p className="entry-comment">{event.comment}</p> : null}
            {event.changes.length > 0 ? <Changes changes={event.changes} /> : null}
            <p className="dim figures">{format.moment(Date.parse(event.at), now)}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** What happened, without who did it. */
export function trailSentence(event: TrailEvent, messages: Messages): string {
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
