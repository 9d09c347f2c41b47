import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useStore } from 'zustand'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { SavedFilterMenu, SaveFilterDialog } from '../tables/saved-filter-menu.tsx'
import { builtInFilters, builtInOrder } from './built-in-filters.ts'
import type { ConversationsStore } from './conversations-store.ts'

/** The filters of the app and of the person, and the way to save the present one. */
export function SavedFilters({ store }: { readonly store: ConversationsStore }) {
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
