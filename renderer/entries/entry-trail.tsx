import { IconArrowRight } from '@tabler/icons-react'
import type { EntryDetail, TrailEvent } from '../../preload/contract/entries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useApp } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { AnswerValue } from './entry-answers.tsx'

/** The events of an entry, the newest first, with the changes of the service answer by answer. */
export function Trail({ trail }: Pick<EntryDetail, 'trail'>) {
  const messages = useMessages()
  const format = useFormat()
  const { now } = useApp()
  return (
    <ol className="entry-trail my-4 stack plain-list">
      {trail.toReversed().map((event) => (
        <li key={event.id}>
          <p>
            {event.who === '' ? '' : <strong>{event.who} </strong>}
            {trailSentence(event, messages)}
            {event.merged ? <span className="entry-foreign">{messages.entries.trail.merged(event.via)}</span> : null}
          </p>
          {event.comment ? <p className="entry-comment verbatim">{event.comment}</p> : null}
          {event.changes.length > 0 ? <Changes changes={event.changes} /> : null}
          <p className="dim figures">{format.moment(Date.parse(event.at), now())}</p>
        </li>
      ))}
    </ol>
  )
}

/** The sentence of an event, without its author. */
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

function Changes({ changes }: Pick<TrailEvent, 'changes'>) {
  const texts = useMessages().entries.trail
  const answer = { given: true, recognised: null }
  return (
    <dl className="entry-changes">
      {changes.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="unseen">{texts.before}</span>
            <del>
              <AnswerValue {...answer} value={before} />
            </del>
            <IconArrowRight size={12} aria-hidden="true" />
            <span className="unseen">{texts.after}</span>
            <ins>
              <AnswerValue {...answer} value={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
