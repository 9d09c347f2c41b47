import { Button, CloseButton } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import type { Merged, PackagesStore } from './packages-store.ts'

export interface MergedNoticeProps {
  readonly store: PackagesStore
  readonly onEntries: () => void
  readonly onReview: (set: string) => void
  readonly onAgreement: (set: string) => void
}

/** What the last merge came to, with the way back and the way on; nothing while there was none. */
export function MergedNotice({ store, onEntries, onReview, onAgreement }: MergedNoticeProps) {
  const messages = useMessages()
  const texts = messages.reviews.merged
  const { merged, doing, failure, undoMerge, dismissMerged } = useStore(store)
  if (!merged) return null
  return (
    <>
      <div className="merged-notice" role="status">
        <IconCircleCheck className="merged-sign" size={18} aria-hidden="true" />
        <span className="merged-words figures">{mergedWords(merged, texts)}</span>
        {merged.batch !== null ? (
          <Button variant="default" loading={doing === 'undo'} onClick={() => void undoMerge()}>
            {texts.undo}
          </Button>
        ) : null}
        {merged.kind === 'review' && merged.changed > 0 && merged.undone === null ? (
          <Button variant="default" onClick={onEntries}>
            {texts.entries}
          </Button>
        ) : null}
        <SetButton merged={merged} onReview={onReview} onAgreement={onAgreement} />
        <CloseButton aria-label={messages.common.close} onClick={dismissMerged} />
      </div>
      {failure && merged.batch !== null ? <FailureNotice failure={failure} /> : null}
    </>
  )
}

function mergedWords({ kind, changed, undone }: Merged, texts: Messages['reviews']['merged']): string {
  if (undone !== null) return texts.undone(undone)
  return kind === 'review' ? texts.review(changed) : texts[kind]
}

interface SetButtonProps extends Pick<MergedNoticeProps, 'onReview' | 'onAgreement'> {
  readonly merged: Merged
}

function SetButton({ merged, onReview, onAgreement }: SetButtonProps) {
  const texts = useMessages().reviews.merged
  const { kind, set } = merged
  if (set === null || kind === 'review') return null
  const answered = kind === 'blind_answer'
  return (
    <Button onClick={() => (answered ? onAgreement(set) : onReview(set))}>
      {answered ? texts.agreement : texts.review_set}
    </Button>
  )
}
