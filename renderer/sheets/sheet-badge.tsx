import { IconAlertTriangle, IconCheck, IconFileAlert, IconLoader, IconProgress, IconRefresh } from '@tabler/icons-react'
import type { SheetBadge as Badge, Sheet } from '../../preload/contract/sheets.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { StateBadge, type StateLook } from '../ui/state-badge.tsx'

const badgeStyles: Readonly<Record<Badge['kind'], StateLook>> = {
  complete: { color: 'status-open', icon: IconCheck },
  refreshed: { color: 'status-open', icon: IconRefresh },
  changed: { color: 'status-pending', icon: IconAlertTriangle },
  partial: { color: 'outcome-invalida', icon: IconProgress },
  reading: { color: 'status-snoozed', icon: IconLoader },
  damaged: { color: 'outcome-invalida', icon: IconFileAlert },
}

/** Whether the rows are all that the service has, as a word; the reason is said on hover and to those who hear it. */
export function SheetBadge({ sheet }: { readonly sheet: Sheet }) {
  const messages = useMessages()
  return (
    <StateBadge
      look={badgeStyles[sheet.badge.kind]}
      word={messages.sheets.badges[sheet.badge.kind]}
      reason={badgeReason(sheet, messages)}
    />
  )
}

/** Why a sheet has its badge, in a sentence or two. */
export function badgeReason(
  { badge, repeated, aside, unknown_counts: unknown, connection_name }: Sheet,
  messages: Messages,
): string {
  const texts = messages.sheets
  if (badge.kind === 'reading') return texts.readingReason
  if (badge.kind === 'damaged') return texts.damaged.reason
  // A badge keeps the code of a failure and not its values: the connection's name says where, the kind of status what.
  const params = { host: connection_name || messages.common.theService, status: '5xx' }
  const why = badge.failure ? failureSentence(messages, { code: badge.failure, params }) : texts.reasons[badge.reason]
  const parts = [why]
  if (repeated > 0) parts.push(`${texts.repeated(repeated)}.`)
  if (aside.count > 0) parts.push(texts.aside(aside.count, aside.contacts))
  if (unknown > 0) parts.push(texts.unknownCounts(unknown))
  return parts.join(' ')
}
