import './tables.css'
import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { ReviewState } from '../../preload/contract/entries-table.ts'
import type { Agreement } from '../../preload/contract/reviews.ts'
import { useMessages } from '../kernel/messages.ts'
import { ReviewMark } from '../ui/review-mark.tsx'

export interface DisagreementListProps {
  readonly disagreed: Agreement['disagreed']
  readonly onEntry: (id: number) => void
}

/** So many stand on screen before the person asks for more. */
const step = 100

/** The entries on which two reviews differ, each with both decisions and why. */
export function DisagreementList({ disagreed, onEntry }: DisagreementListProps) {
  const { agreement: texts, entryNumber } = useMessages().reviews
  const id = useId()
  const [shown, setShown] = useState(step)
  const left = Math.min(step, disagreed.length - shown)
  return (
    <section className="team-card" aria-labelledby={id}>
      <h2 id={id}>{texts.disagreed(disagreed.length)}</h2>
      {disagreed.length === 0 ? (
        <p className="dim">{texts.noDisagreement}</p>
      ) : (
        <table className="disagreements figures">
          <thead>
            <tr>
              <th scope="col">{texts.entry}</th>
              <th scope="col">{texts.mine}</th>
              <th scope="col">{texts.theirs}</th>
              <th scope="col">
                <span className="unseen">{texts.open}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {disagreed.slice(0, shown).map((entry) => (
              <tr key={entry.entry_id}>
                <th scope="row">
                  <div className="disagreement-sender" title={entry.sender}>
                    {entry.sender}
                  </div>
                  <div className="dim">{entryNumber(entry.entry_id)}</div>
                </th>
                <td>
                  <Decision state={entry.mine} comment={entry.my_comment} />
                </td>
                <td>
                  <Decision state={entry.theirs} comment={entry.their_comment} />
                </td>
                <td>
                  <Button
                    variant="default"
                    aria-label={texts.openNamed(entry.sender)}
                    onClick={() => onEntry(entry.entry_id)}
                  >
                    {texts.open}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {left > 0 ? (
        <Button variant="subtle" onClick={() => setShown(shown + step)}>
          {texts.more(left)}
        </Button>
      ) : null}
    </section>
  )
}

function Decision({ state, comment }: { readonly state: ReviewState; readonly comment: string | null }) {
  const texts = useMessages().entries.states
  return (
    <div className="decision">
      <ReviewMark state={state} label={texts[state]} />
      {comment ? <span className="decision-comment">{comment}</span> : null}
    </div>
  )
}
