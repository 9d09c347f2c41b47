import type { EntryFigures } from '../../preload/contract/entries.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { bandPhrases, timePhrase } from './review-time.ts'
import { ShareBars } from './share-bars.tsx'

/** From arrival to decision: the median as a figure, and how many in each band. */
export function ReviewTimePanel({ time }: { readonly time: EntryFigures['review_hours'] }) {
  const texts = useMessages().reviews.figures
  const format = useFormat()
  const bands = bandPhrases(time.bands, texts, format)
  const total = bands.reduce((sum, { count }) => sum + count, 0)
  return (
    <ShareBars
      title={texts.reviewTime}
      total={total}
      bars={total === 0 ? [] : bands.map(({ label, count }) => ({ key: label, label, title: label, count }))}
      tools={
        time.median === null ? null : (
          <span className="review-median figures" title={texts.medianHint}>
            <strong>{timePhrase(time.median, texts, format)}</strong> {texts.median}
          </span>
        )
      }
      hint={total === 0 ? texts.noDecision : null}
    />
  )
}
