import { type Icon, IconCircle, IconCircleFilled, IconCircleHalf2, IconQuestionMark, IconX } from '@tabler/icons-react'
import type { Outcome } from '../../preload/contract/cruzar.ts'

const signs: Readonly<Record<Outcome, Icon>> = {
  com_conversa: IconCircleFilled,
  sem_conversa: IconCircleHalf2,
  ausente: IconCircle,
  invalida: IconX,
  sem_resposta: IconQuestionMark,
}

/** The icon of an outcome, so that colour is not needed. A word is always beside it. */
export function OutcomeSign({ outcome, size = 12 }: { readonly outcome: Outcome; readonly size?: number }) {
  const Sign = signs[outcome]
  return <Sign size={size} stroke={2.5} aria-hidden="true" />
}
