import { Button } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useStore } from 'zustand'
import type { ConversationFilter, ConversationSet } from '../../preload/contract/conversations.ts'
import { CollectionList } from '../collections/collection-list.tsx'
import { ReadingProgress, type TaskProps } from '../collections/reading.tsx'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import type { TableStore } from '../tables/table-state.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { filterPhrase } from './conversation-filter.ts'
import { SetBadge } from './conversation-words.tsx'
import type { ConversationsStore } from './conversations-store.ts'
import { isInterrupted, isReading, type SetsStore } from './sets-store.ts'

export interface SetsListProps extends TaskProps {
  readonly store: SetsStore
  /** For the names in filters. */
  readonly live: ConversationsStore
  readonly now: () => number
  readonly tableOf: (set: ConversationSet) => TableStore
  readonly onOpen: (set: string) => void
  /** Shows a filter on the service. */
  readonly onFilter: (filter: ConversationFilter) => void
  /** Goes to where sets are created. */
  readonly onCreate: () => void
}

/** The sets of conversations that are stored on this computer, a line each. */
export function SetsList(props: SetsListProps) {
  const { store, live, now, tableOf, onOpen, onFilter, onCreate } = props
  const messages = useMessages()
  const format = useFormat()
  const known = useStore(live, (state) => state.known)
  const { sets: texts } = messages.conversations
  const { unavailable } = messages.common
  const { resume } = store.getState()
  return (
    <div className="collection scroll">
      <CollectionList
        store={store}
        texts={messages.conversations.sets.dialogs}
        caption={texts.list}
        columns={() => [
          { label: texts.columns.name },
          { label: texts.columns.rows, width: 110, number: true },
          { label: texts.columns.size, width: 92, number: true },
          { label: texts.columns.state, width: 160 },
          { label: texts.columns.read, width: 136 },
          { label: texts.columns.actions, width: 152, unseen: true },
        ]}
        line={(set, openDialog) => ({
          sentence: { text: filterPhrase(set.filter, { messages, format, known }) },
          cells: (
            <>
              <td className="list-number">{format.number(set.rows)}</td>
              <td className="list-number dim">{format.bytes(set.bytes)}</td>
              <td>
                <SetBadge set={set} />
              </td>
              <td className="dim">{set.read_at ? format.moment(Date.parse(set.read_at), now()) : texts.never}</td>
            </>
          ),
          button: isInterrupted(set) ? (
            <Button variant="default" aria-label={texts.resumeNamed(set.name)} onClick={() => void resume(set.id)}>
              {texts.resume}
            </Button>
          ) : null,
          menu: [
            { label: texts.open, onClick: () => onOpen(set.id) },
            {
              label: texts.refreshing,
              onClick: () => void resume(set.id),
              disabled: isReading(set) && unavailable.reading,
            },
            { label: texts.showLive, onClick: () => onFilter(set.filter) },
            { label: texts.rename, onClick: () => openDialog('rename') },
            {
              label: texts.exportMore,
              onClick: () => openDialog('export'),
              disabled: set.rows === 0 && unavailable.noRows,
            },
            { label: texts.forget, onClick: () => openDialog('forget'), dangerous: true },
          ],
          progress: isReading(set) ? <ReadingProgress {...props} item={set} texts={texts} /> : null,
        })}
        menu={{ label: texts.more, width: 240 }}
        empty={
          <EmptyState
            icon={<IconMessages size={32} stroke={1.5} />}
            title={texts.empty}
            text={texts.emptyText}
            action={{ label: texts.makeFilter, onClick: onCreate }}
          />
        }
        tableOf={tableOf}
        onOpen={({ id }) => onOpen(id)}
      />
    </div>
  )
}
