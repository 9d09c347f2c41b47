import { Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Drift } from '../../preload/contract/console.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useMessages } from '../kernel/messages.ts'

export interface DriftNoticeProps {
  readonly drift: Drift
  readonly onSee: () => void
}

const mostNamed = 4

/** What an answer has that others of its route had not, and the other way round. */
export function DriftNotice({ drift, onSee }: DriftNoticeProps) {
  const messages = useMessages().console
  const texts = messages.drift
  const kinds = (names: readonly string[]) => names.map((name) => messages.type.names[name] ?? name).join(' | ')
  const named = (paths: readonly string[]) => {
    const shown = paths.slice(0, mostNamed).join(', ')
    return paths.length > mostNamed ? `${shown} ${texts.more(paths.length - mostNamed)}` : shown
  }
  const sentences = [
    ...(drift.added.length > 0 ? [texts.added(named(drift.added))] : []),
    ...(drift.missing.length > 0 ? [texts.missing(named(drift.missing))] : []),
    ...drift.changed.slice(0, mostNamed).map(({ path, before, now }) => texts.changed(path, kinds(before), kinds(now))),
  ]
  return (
    <div className="console-drift" role="status">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <Text size="sm" flex={1}>
        <strong>{texts.title}.</strong> {joinFacts(sentences)}
      </Text>
      <Button variant="subtle" onClick={onSee}>
        {texts.see}
      </Button>
    </div>
  )
}
