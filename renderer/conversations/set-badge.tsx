import { Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconLoader, IconProgress } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ConversationSet } from '../../preload/contract/conversations.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { Mark } from '../ui/mark.tsx'

interface Look {
  readonly color: string
  readonly icon: ComponentType<{ readonly size: number; readonly 'aria-hidden': 'true' }>
}

const looks: Readonly<Record<ConversationSet['state'], Look>> = {
  complete: { color: 'status-open', icon: IconCheck },
  changed: { color: 'status-pending', icon: IconAlertTriangle },
  partial: { color: 'outcome-invalida', icon: IconProgress },
  reading: { color: 'status-snoozed', icon: IconLoader },
}

/** Whether a set is all that the service has, as a word; the reason is said on hover and to those who hear it. */
export function SetBadge({ set }: { readonly set: ConversationSet }) {
  const messages = useMessages()
  const { color, icon: Icon } = looks[set.state]
  const reason = setReason(set, messages)
  return (
    <Tooltip label={reason} multiline maw={340}>
      <span className="conversation-badge">
        <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`} icon={<Icon size={13} aria-hidden="true" />}>
          {messages.conversations.sets.states[set.state]}
        </Mark>
        <span className="unseen">{reason}</span>
      </span>
    </Tooltip>
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
