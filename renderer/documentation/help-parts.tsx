import { useMessages } from '../kernel/messages.ts'
import { PartBar } from '../ui/part-bar.tsx'
import type { HelpPart } from './help-store.ts'

export interface HelpPartsProps {
  readonly part: HelpPart
  readonly onGo: (part: HelpPart) => void
}

/** The help on Cruza itself, and that of the platform. */
export function HelpParts(props: HelpPartsProps) {
  const { parts } = useMessages().guide
  return (
    <PartBar
      {...props}
      label={parts.label}
      parts={[
        ['cruza', parts.cruza],
        ['platform', parts.platform],
      ]}
    />
  )
}
