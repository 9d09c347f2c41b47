import { ActionIcon, Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { ReviewState } from '../../preload/contract/entries-table.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { EntriesStore } from './entries-store.ts'
import type { ReviewCommands } from './review-commands.ts'

export interface DecisionBarProps {
  readonly store: EntriesStore
  /** The entry's; null while it is not known. */
  readonly state: ReviewState | null
  readonly commands: ReviewCommands
}

const decisions = [
  { state: 'aprovada', key: 'A' },
  { state: 'rejeitada', key: 'R' },
  { state: 'duvida', key: 'D' },
  { state: 'spam', key: 'S' },
  { state: 'em_revisao', key: 'I' },
] as const

/** The decisions for the mouse, each with its key, and the way through the list. */
export function DecisionBar({ store, state: present, commands }: DecisionBarProps) {
  const { decide, entry, list } = useMessages().entries
  const position = useStore(store, (state) => state.position)
  const count = useStore(store, (state) => readyValue(state.list)?.length ?? 0)
  const { step } = store.getState()
  return (
    <div className="entry-decisions" role="toolbar" aria-label={decide.label}>
      {decisions.map(({ state, key }) => (
        <Button
          key={state}
          variant={present === state ? 'light' : 'default'}
          aria-pressed={present === state}
          aria-keyshortcuts={key}
          rightSection={
            <span className="entry-key" aria-hidden="true">
              {key}
            </span>
          }
          onClick={() => commands.decide(state)}
        >
          {decide.verbs[state]}
        </Button>
      ))}
      <span className="entries-space" />
      <span className="entry-place figures dim">{list.place(position + 1, count)}</span>
      <ActionIcon size="sm" aria-label={entry.previous} title="K" onClick={() => step(-1)}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon size="sm" aria-label={entry.next} title="J" onClick={() => step(1)}>
        <IconChevronDown size={16} />
      </ActionIcon>
    </div>
  )
}
