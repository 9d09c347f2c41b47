import { IconPlugConnected } from '@tabler/icons-react'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'

/** Instead of every screen of the agent platform while there is no connection to one. */
export function NoPlatformConnection({ onConnect }: { readonly onConnect: () => void }) {
  const texts = useMessages().connections.noPlatform
  return (
    <EmptyState
      icon={<IconPlugConnected size={32} stroke={1.5} />}
      title={texts.title}
      text={texts.text}
      action={{ label: texts.connect, onClick: onConnect }}
    />
  )
}
