import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFilter, IconMessages } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { SavedFilterMenu, SaveFilterDialog } from '../tables/saved-filter-menu.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { type ConversationLinks, ConversationPanel } from './conversation-detail.tsx'
import { builtInFilters, builtInOrder, filterPhrase } from './conversation-filter.ts'
import { ConversationList } from './conversation-list.tsx'
import type { ConversationsStore, FoundConversations } from './conversations-store.ts'
import { FilterBuilder } from './filter-builder.tsx'

export interface LiveViewProps {
  readonly store: ConversationsStore
  readonly links: ConversationLinks
  /** The filter is being edited. */
  readonly building: boolean
  readonly onBuilding: (building: boolean) => void
  /** The way to what is kept on this computer, where something is. */
  readonly onSets: (() => void) | undefined
  readonly now: () => number
}

/** The live conversations of a filter: the filter, the list, and the open one. */
export function LiveView({ store, links, building, onBuilding, onSets, now }: LiveViewProps) {
  const messages = useMessages()
  const { list: texts, shortcuts } = messages.conversations
  const list = useStore(store, (state) => state.list)
  const opened = useStore(store, (state) => state.opened !== null)
  const listed = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLElement>(null)
  const connection = useStore(store, (state) => state.connection)
  const { refresh, search } = store.getState()
  useEffect(() => {
    if (connection !== null) void store.getState().start()
    return () => store.getState().close()
  }, [store, connection])
  const reply = () => {
    const { opened: open } = store.getState()
    if (open?.conversation.status !== 'ready' || !open.conversation.value) return
    links.onReply({ id: open.id, contact: open.conversation.value.contact.id })
  }
  useShortcuts([
    { keys: 'f', label: shortcuts.filter, run: () => onBuilding(true) },
    { keys: 'mod+r', label: shortcuts.refresh, run: () => void refresh() },
    { keys: 'l', label: shortcuts.list, run: () => listed.current?.focus() },
    { keys: 'r', label: shortcuts.reply, run: reply },
  ])
  return (
    <>
      <FilterLine store={store} building={building} onBuilding={onBuilding} />
      {building ? (
        <FilterBuilder
          filter={store.getState().filter}
          known={store.getState().known}
          onApply={(filter) => {
            onBuilding(false)
            void search(filter)
          }}
          onClose={() => onBuilding(false)}
        />
      ) : null}
      <div className="conversation-split panes" data-open={opened || undefined}>
        <div className="conversation-main column words">
          {list.status === 'failed' ? (
            <div className="loadable-failed">
              <FailureNotice
                failure={list.failure}
                onRetry={() => void refresh()}
                {...(onSets ? { action: { label: texts.seeSets, onClick: onSets } } : {})}
              />
            </div>
          ) : (
            <LoadableView of={list} onRetry={() => void refresh()}>
              {(found) =>
                found.conversations.length === 0 && !found.hasMore ? (
                  <EmptyState
                    icon={<IconMessages size={32} stroke={1.5} />}
                    title={texts.empty}
                    text={texts.emptyText}
                    action={{ label: messages.conversations.filter.edit, onClick: () => onBuilding(true) }}
                  />
                ) : (
                  <ConversationList store={store} now={now()} list={listed} onEnter={() => panel.current?.focus()} />
                )
              }
            </LoadableView>
          )}
        </div>
        <ConversationPanel
          store={store}
          links={links}
          now={now()}
          panel={panel}
          onClose={() => {
            store.getState().hide()
            listed.current?.focus()
          }}
        />
      </div>
      {list.status === 'ready' ? <ListStatus found={list.value} now={now()} /> : null}
    </>
  )
}

interface FilterLineProps {
  readonly store: ConversationsStore
  readonly building: boolean
  readonly onBuilding: (building: boolean) => void
}

/** The filter as a sentence, and the ways to another one. */
function FilterLine({ store, building, onBuilding }: FilterLineProps) {
  const messages = useMessages()
  const format = useFormat()
  const filter = useStore(store, (state) => state.filter)
  const known = useStore(store, (state) => state.known)
  const phrase = filterPhrase(filter, { messages, format, known })
  return (
    <div className="conversation-filter-line row">
      <Text size="md" className="conversation-phrase words" title={phrase}>
        {phrase}
      </Text>
      <Button
        variant="default"
        leftSection={<IconFilter size={14} aria-hidden="true" />}
        aria-expanded={building}
        onClick={() => onBuilding(!building)}
      >
        {messages.conversations.filter.edit}
      </Button>
      <SavedFilters store={store} />
    </div>
  )
}

function ListStatus({ found, now }: { readonly found: FoundConversations; readonly now: number }) {
  const { list: texts } = useMessages().conversations
  const format = useFormat()
  const { conversations, all_count: all, outside, readAt } = found
  return (
    <StatusBar
      items={[
        all === null ? texts.shownOnly(conversations.length) : texts.shown(conversations.length, all),
        outside > 0 ? (
          <span key="outside" title={texts.outsideHint}>
            {texts.outside(outside)}
          </span>
        ) : null,
        texts.readAt(format.moment(readAt, now)),
      ]}
    />
  )
}

/** The filters of the app and of the person, and the way to save the present one. */
function SavedFilters({ store }: { readonly store: ConversationsStore }) {
  const texts = useMessages().conversations.saved
  const { saved, search } = store.getState()
  const filters = readyValue(useStore(saved, (state) => state.filters)) ?? []
  const [saving, setSaving] = useState(false)
  const save = async (name: string) => {
    const isSaved = await saved.getState().save({ name, filter: store.getState().filter })
    if (isSaved) notifications.show({ message: texts.saved(name) })
    return isSaved
  }
  return (
    <>
      <SavedFilterMenu
        store={saved}
        filters={filters}
        builtIn={builtInOrder.map((name) => ({
          label: texts.names[name],
          run: () => void search(builtInFilters[name]),
        }))}
        texts={texts}
        position="bottom-end"
        onApply={({ filter }) => void search(filter)}
        onSave={() => setSaving(true)}
      />
      {saving ? (
        <SaveFilterDialog
          store={saved}
          draftKey="conversation filter"
          maxLength={120}
          texts={texts}
          onSave={save}
          onClose={() => setSaving(false)}
        />
      ) : null}
    </>
  )
}
