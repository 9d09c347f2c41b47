import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useCaptain } from './captain-context.tsx'

/** Why the last deed failed. One that nobody confirmed leads to the activity, and is offered nowhere a second time. */
export function DeedFailure({ closable = false }: { readonly closable?: boolean }) {
  const texts = useMessages().captain.unknown
  const { captain, onActivity } = useCaptain()
  const { failure, clear } = useStore(captain.deeds)
  if (!failure) return null
  const close = closable ? { onClose: clear } : {}
  return failure.code === 'sent_unknown' ? (
    <FailureNotice failure={failure} kept={texts.text} action={{ label: texts.open, onClick: onActivity }} {...close} />
  ) : (
    <FailureNotice failure={failure} {...close} />
  )
}
