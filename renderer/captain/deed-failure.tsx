import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useCaptain } from './captain-context.tsx'

/**
 * Why the last deed failed. Where the notice can be closed, it also tells why one failed after its dialog was closed. A write
 * that nobody confirmed leads to the activity, and is offered nowhere a second time.
 */
export function DeedFailure({ closable = false }: { readonly closable?: boolean }) {
  const texts = useMessages().captain.unknown
  const { captain, onActivity } = useCaptain()
  const { failure: present, late, clear } = useStore(captain.deeds)
  const failure = closable ? (present ?? late) : present
  if (!failure) return null
  const close = closable ? { onClose: clear } : {}
  return failure.code === 'sent_unknown' ? (
    <FailureNotice failure={failure} kept={texts.text} action={{ label: texts.open, onClick: onActivity }} {...close} />
  ) : (
    <FailureNotice failure={failure} {...close} />
  )
}
