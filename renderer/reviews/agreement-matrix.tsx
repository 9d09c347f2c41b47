import './agreement.css'
import { useId } from 'react'
import type { Agreement } from '../../preload/contract/reviews.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ReviewMark } from '../ui/review-mark.tsx'
import { matrixOf } from './agreement-words.ts'

/** How often each state of ours met each of theirs. */
export function AgreementMatrix({ pairs }: { readonly pairs: Agreement['pairs'] }) {
  const { entries, reviews } = useMessages()
  const format = useFormat()
  const texts = reviews.agreement
  const id = useId()
  const matrix = matrixOf(pairs)
  /** The more often a pair met, the stronger its ground; text on it stays readable. */
  const ground = (count: number, agreed: boolean) => {
    const strength = Math.round((count / Math.max(1, matrix.highest)) * 45)
    const color = agreed ? 'var(--outcome-com-conversa-bar)' : 'var(--outcome-sem-conversa-bar)'
    return `color-mix(in srgb, ${color} ${strength}%, var(--surface-hover))`
  }
  return (
    <section className="team-card" aria-labelledby={id}>
      <h2 id={id}>{texts.matrix}</h2>
      <p className="dim">{texts.matrixHint}</p>
      <table className="matrix figures">
        <thead>
          <tr>
            <th scope="col">{joinFacts([`${texts.mine} ↓`, `${texts.theirs} →`])}</th>
            {matrix.states.map((state) => (
              <th key={state} scope="col">
                <ReviewMark state={state} label={entries.states[state]} />
              </th>
            ))}
            <th scope="col">{texts.total}</th>
          </tr>
        </thead>
        <tbody>
          {matrix.states.map((mine) => (
            <tr key={mine}>
              <th scope="row">
                <ReviewMark state={mine} label={entries.states[mine]} />
              </th>
              {matrix.states.map((theirs) => {
                const count = matrix.of(mine, theirs)
                return (
                  <td
                    key={theirs}
                    title={texts.cell(entries.states[mine], entries.states[theirs], count)}
                    data-none={count === 0 || undefined}
                    style={{ background: ground(count, mine === theirs) }}
                  >
                    {format.number(count)}
                  </td>
                )
              })}
              <td className="matrix-total">{format.number(matrix.mine(mine))}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{texts.total}</th>
            {matrix.states.map((theirs) => (
              <td key={theirs} className="matrix-total">
                {format.number(matrix.theirs(theirs))}
              </td>
            ))}
            <td className="matrix-total">{format.number(pairs.reduce((sum, { count }) => sum + count, 0))}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}
