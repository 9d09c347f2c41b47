import type { OutcomeCounts } from '../../preload/contract/cruzar.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { outcomeColor } from '../ui/mark.tsx'
import { outcomeOrder, rowsOf, sharePhrase } from './outcomes.ts'

export interface OutcomeBarProps {
  readonly counts: OutcomeCounts
  /** While it runs, rows without an answer are only waiting: they are drawn as room that fills. */
  readonly running: boolean
  readonly size: 'large' | 'small'
}

/** The shares of the five outcomes as one stacked bar, and the same in words for those who do not see it. */
export function OutcomeBar({ counts, running, size }: OutcomeBarProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.cruzar.run
  const total = rowsOf(counts, outcomeOrder)
  const present = outcomeOrder.filter((outcome) => counts[outcome] > 0)
  const parts = present.map((outcome) =>
    texts.barPart(texts.figures[outcome], counts[outcome], sharePhrase(counts[outcome], total)),
  )
  return (
    <div className="outcome-bar" data-size={size} role="img" aria-label={texts.bar(format.list(parts))}>
      {present.map((outcome) => (
        <span
          key={outcome}
          className="outcome-bar-part"
          data-waiting={(running && outcome === 'sem_resposta') || undefined}
          style={{ width: `${(counts[outcome] / total) * 100}%`, background: outcomeColor(outcome, 'bar') }}
        />
      ))}
    </div>
  )
}
