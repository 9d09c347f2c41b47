import { Button } from '@mantine/core'
import type { AppState } from '../../preload/contract/app.ts'
import { useMessages } from '../kernel/messages.ts'

export interface NoticeBandProps {
  readonly notice: NonNullable<AppState['notice']>
  readonly working: boolean
  readonly onDismiss: () => void
}

/** What befell the data before the person came, until they have read it. */
export function NoticeBand({ notice, working, onDismiss }: NoticeBandProps) {
  const texts = useMessages().app.notices
  return (
    <div className="frame-band" role="status">
      <span>{texts[notice]}</span>
      <Button variant="subtle" size="compact-xs" flex="none" onClick={onDismiss} loading={working}>
        {texts.dismiss}
      </Button>
    </div>
  )
}
