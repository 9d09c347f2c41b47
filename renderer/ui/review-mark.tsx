import type { ReviewState } from '../../preload/contract/entries-table.ts'
import { Mark } from './mark.tsx'

/** The colours of a review's state: `text` on its `soft` ground, `bar` for filled areas. The same everywhere. */
export const reviewColors: Readonly<
  Record<ReviewState, { readonly text: string; readonly soft: string; readonly bar: string }>
> = {
  nova: { text: 'var(--status-snoozed)', soft: 'var(--status-snoozed-soft)', bar: 'var(--status-snoozed)' },
  em_revisao: {
    text: 'var(--outcome-sem-resposta)',
    soft: 'var(--outcome-sem-resposta-soft)',
    bar: 'var(--outcome-sem-resposta-bar)',
  },
  aprovada: {
    text: 'var(--outcome-com-conversa)',
    soft: 'var(--outcome-com-conversa-soft)',
    bar: 'var(--outcome-com-conversa-bar)',
  },
  duvida: {
    text: 'var(--outcome-sem-conversa)',
    soft: 'var(--outcome-sem-conversa-soft)',
    bar: 'var(--outcome-sem-conversa-bar)',
  },
  rejeitada: {
    text: 'var(--outcome-invalida)',
    soft: 'var(--outcome-invalida-soft)',
    bar: 'var(--outcome-invalida-bar)',
  },
  spam: { text: 'var(--status-resolved)', soft: 'var(--status-resolved-soft)', bar: 'var(--outcome-ausente-bar)' },
}

/** The word of a review's state in its colour. */
export function ReviewMark({ state, label }: { readonly state: ReviewState; readonly label: string }) {
  const { text, soft } = reviewColors[state]
  return (
    <Mark color={text} soft={soft}>
      {label}
    </Mark>
  )
}
