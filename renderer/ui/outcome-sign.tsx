import { type Icon, IconCircle, IconCircleFilled, IconCircleHalf2, IconQuestionMark, IconX } from '@tabler/icons-react'
import type { Outcome } from '../../preload/contract/cruzar.ts'

const signs: Readonly<Record<Outcome, Icon>> = {
  com_conversa: IconCircleFilled,
  sem_conversa: IconCircleHalf2,
  ausente: IconCircle,
  invalida: IconX,
  sem_resposta: IconQuestionMark,
}

/** The sign of an outcome, for eyes that do not tell its colour; a word always stands beside it. */
export function OutcomeSign({ outcome, size = 12 }: { readonly outcome: Outcome; readonly size?: number }) {
  const Sign = signs[outcome]
  return <Sign size={size} stroke={2.5} aria-hidden="true" />
}
