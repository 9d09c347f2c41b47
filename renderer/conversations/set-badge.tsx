import { IconAlertTriangle, IconCheck, IconLoader, IconProgress } from '@tabler/icons-react'
import type { ConversationSet } from '../../preload/contract/conversations.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { StateBadge, type StateLook } from '../ui/state-badge.tsx'

const badgeStyles: Readonly<Record<ConversationSet['state'], StateLook>> = {
  complete: { color: 'status-open', icon: IconCheck },
  changed: { color: 'status-pending', icon: IconAlertTriangle },
  partial: { color: 'outcome-invalida', icon: IconProgress },
  reading: { color: 'status-snoozed', icon: IconLoader },
}

/** Whether a set is all that the service has, as a word; the reason is said on hover and to those who hear it. */
export function SetBadge({ set }: { readonly set: ConversationSet }) {
  const messages = useMessages()
  return (
    <StateBadge
      look={badgeStyles[set.state]}
      word={messages.conversations.sets.states[set.state]}
      reason={setReason(set, messages)}
    />
  )
}

/** Why a set has its state, in a sentence or two. */
export function setReason({ state, failure, outside }: ConversationSet, messages: Messages): string {
  const texts = messages.conversations.sets
  // A set keeps the code of a failure and not its values.
  const params = { host: messages.common.theService, status: '5xx' }
  const why =
    failure && state !== 'reading' ? failureSentence(messages, { code: failure, params }) : texts.reasons[state]
  return outside > 0 ? `${why} ${texts.outside(outside)}.` : why
}
