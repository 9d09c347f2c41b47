import { Button, UnstyledButton } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationFilter, ConversationSet } from '../../preload/contract/conversations.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { ExportLine } from '../tables/export-dialog.tsx'
import type { TableStore } from '../tables/table-state.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { useDialogItem } from '../ui/use-dialog-subject.ts'
import type { ConversationsStore } from './conversations-store.ts'
import { filterPhrase } from './filter-phrase.ts'
import { SetBadge } from './set-badge.tsx'
import { type AskedOfSet, SetDialog } from './set-dialogs.tsx'
import { SetProgress } from './set-progress.tsx'
import { isInterrupted, isReading, type SetsStore } from './sets-store.ts'

export interface SetsListProps {
  readonly store: SetsStore
  /** For the names in filters. */
  readonly live: ConversationsStore
  readonly tasks: readonly Task[]
  readonly taskWords: (task: Task) => string
  readonly now: () => number
  readonly tableOf: (set: ConversationSet) => TableStore
  readonly onOpen: (set: string) => void
  /** Shows a filter on the service. */
  readonly onFilter: (filter: ConversationFilter) => void
  /** Goes to where sets are made. */
  readonly onMake: () => void
  readonly onCancelTask: (id: string) => void
}

/** The sets of conversations that are kept on this computer, a line each. */
export function SetsList(props: SetsListProps) {
  const { store, tableOf, onMake } = props
  const texts = useMessages().conversations.sets
  const { list, failure, load, dismissFailure } = useStore(store)
  const [asked, ask, close] = useDialogItem<AskedOfSet, ConversationSet>(readyValue(list))
  const [exported, setExported] = useState<TableStore | null>(null)
  return (
    <div className="conversation-sets">
      {failure && !asked ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      {exported ? <ExportLine store={exported} /> : null}
      <LoadableView of={list} onRetry={() => void load()}>
        {(sets) =>
          sets.length === 0 ? (
            <EmptyState
              icon={<IconMessages size={32} stroke={1.5} />}
              title={texts.empty}
              text={texts.emptyText}
              action={{ label: texts.makeFilter, onClick: onMake }}
            />
          ) : (
            <ListTable
              caption={texts.list}
              columns={[
                { label: texts.columns.name },
                { label: texts.columns.rows, width: 110, number: true },
                { label: texts.columns.size, width: 92, number: true },
                { label: texts.columns.state, width: 160 },
                { label: texts.columns.read, width: 136 },
                { label: texts.columns.actions, width: 152, unseen: true },
              ]}
            >
              {sets.map((set) => (
                <SetLine
                  key={set.id}
                  {...props}
                  set={set}
                  onAsk={(what) => {
                    if (what === 'export') setExported(tableOf(set))
                    ask(what, set)
                  }}
                />
              ))}
            </ListTable>
          )
        }
      </LoadableView>
      {asked ? (
        <SetDialog store={store} set={asked.item} asking={asked.what} table={tableOf(asked.item)} onClose={close} />
      ) : null}
    </div>
  )
}

interface SetLineProps extends SetsListProps {
  readonly set: ConversationSet
  readonly onAsk: (what: AskedOfSet) => void
}

function SetLine(props: SetLineProps) {
  const { store, live, set, now, onOpen } = props
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.conversations.sets
  const known = useStore(live, (state) => state.known)
  const phrase = filterPhrase(set.filter, { messages, format, known })
  return (
    <>
      <tr>
        <td>
          <UnstyledButton className="list-name" title={set.name} onClick={() => onOpen(set.id)}>
            {set.name}
          </UnstyledButton>
          <div className="list-sentence dim" title={phrase}>
            {phrase}
          </div>
        </td>
        <td className="list-number">{format.number(set.rows)}</td>
        <td className="list-number dim">{format.bytes(set.bytes)}</td>
        <td>
          <SetBadge set={set} />
        </td>
        <td className="dim">{set.read_at ? format.moment(Date.parse(set.read_at), now()) : texts.never}</td>
        <td className="list-actions">
          {isInterrupted(set) ? (
            <Button
              variant="default"
              aria-label={texts.resumeNamed(set.name)}
              onClick={() => void store.getState().refresh(set.id)}
            >
              {texts.resume}
            </Button>
          ) : null}
          <SetMenu {...props} />
        </td>
      </tr>
      {isReading(set) ? (
        <tr className="list-progress">
          <td colSpan={6}>
            <SetProgress {...props} />
          </td>
        </tr>
      ) : null}
    </>
  )
}

function SetMenu({ store, set, onOpen, onFilter, onAsk }: SetLineProps) {
  const {
    conversations: { sets: texts },
    common: { unavailable },
  } = useMessages()
  return (
    <DotsMenu
      label={texts.more(set.name)}
      width={240}
      items={[
        { label: texts.open, onClick: () => onOpen(set.id) },
        {
          label: texts.refreshing,
          onClick: () => void store.getState().refresh(set.id),
          disabled: isReading(set) && unavailable.reading,
        },
        { label: texts.showLive, onClick: () => onFilter(set.filter) },
        { label: texts.rename, onClick: () => onAsk('rename') },
        { label: texts.exportMore, onClick: () => onAsk('export'), disabled: set.rows === 0 && unavailable.noRows },
        { label: texts.forget, onClick: () => onAsk('forget'), dangerous: true },
      ]}
    />
  )
}
