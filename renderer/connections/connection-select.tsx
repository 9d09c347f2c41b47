import { Select } from '@mantine/core'
import type { Connection } from '../../preload/contract/connections.ts'
import { useMessages } from '../kernel/messages.ts'

export interface ConnectionSelectProps {
  /** All of one service. */
  readonly connections: readonly Connection[]
  /** The id of the one that is shown. */
  readonly value: string
  readonly onChange: (id: string) => void
}

/** Which account a screen shows. Nothing while there is only one: there is nothing to choose. */
export function ConnectionSelect({ connections, value, onChange }: ConnectionSelectProps) {
  const texts = useMessages().connections
  if (connections.length < 2) return null
  return (
    <Select
      size="xs"
      w={240}
      aria-label={texts.shownAccount}
      value={value}
      allowDeselect={false}
      comboboxProps={{ withinPortal: false }}
      data={connections.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => id && onChange(id)}
    />
  )
}
