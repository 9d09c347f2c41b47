import { Button } from '@mantine/core'
import { useMessages } from '../kernel/messages.ts'

export interface DemoBandProps {
  readonly working: boolean
  readonly onLeave: () => void
}

/** Stays in sight while the demonstration is open, so that nobody takes invented people for real ones. */
export function DemoBand({ working, onLeave }: DemoBandProps) {
  const texts = useMessages().app.demo
  return (
    <aside className="frame-band" aria-label={texts.label}>
      <span>{texts.band}</span>
      <Button variant="subtle" size="compact-xs" onClick={onLeave} loading={working}>
        {texts.leave}
      </Button>
    </aside>
  )
}
