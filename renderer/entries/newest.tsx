import './entries.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { NewestEntries } from '../../preload/contract/entries.ts'
import { type Slots, useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { ExportDialog } from '../tables/export-dialog.tsx'
import { TableView } from '../tables/table-view.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { useEntryWords } from './review.ts'

type NewestProps = Slots['newestEntries']

/** The newest entries of a form that is not stored, read-only. The table shows that they are a part. */
export function NewestView(props: NewestProps) {
  const store = useFeature('entries').newestOf(props.connection, props.form)
  const { newest, load } = useStore(store)
  useEffect(() => {
    // Coming back causes no requests; the time of the read is shown.
    if (store.getState().newest.status !== 'ready') void store.getState().load()
  }, [store])
  return (
    <LoadableView of={newest} onRetry={() => void load()}>
      {(value) => <OpenNewest {...props} newest={value} />}
    </LoadableView>
  )
}

interface OpenNewestProps extends NewestProps {
  readonly newest: NewestEntries
}

function OpenNewest({ connection, form, name, newest, onKeep, onClose }: OpenNewestProps) {
  const messages = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const texts = messages.entries.newest
  const words = useEntryWords()
  const { rows, loading, load } = useStore(useFeature('entries').newestOf(connection, form))
  const [exporting, setExporting] = useState(false)
  const { rows: count, aside, total, read_at } = newest
  const isPart = count + aside < total
  const title = isPart ? texts.fileName(name) : name
  useShortcuts([{ keys: 'mod+e', label: texts.export, run: () => count > 0 && setExporting(true) }])
  return (
    <div className="entries pane narrows">
      <div className="entries-notice row entries-part" role="status">
        {isPart ? <IconAlertTriangle size={16} aria-hidden="true" /> : null}
        <span className="words figures">
          {isPart ? <strong>{texts.part(count, total)}</strong> : <strong>{texts.all(count)}</strong>}{' '}
          {texts.text(format.moment(Date.parse(read_at), now()))} {aside > 0 ? texts.rejected(aside) : null}
        </span>
        <Button size="compact-xs" onClick={onKeep}>
          {messages.forms.actions.keep}
        </Button>
        <Button size="compact-xs" variant="default" disabled={count === 0} onClick={() => setExporting(true)}>
          {texts.export}
        </Button>
        <Button size="compact-xs" variant="subtle" loading={loading} onClick={() => void load()}>
          {texts.again}
        </Button>
        <Button size="compact-xs" variant="subtle" onClick={onClose}>
          {messages.common.close}
        </Button>
      </div>
      <div className="pane narrows">
        <TableView
          store={rows}
          words={words}
          label={title}
          partOf={isPart ? texts.partOf(total) : null}
          searchPlaceholder={messages.entries.search}
          empty={<EmptyState title={messages.entries.empty.noEntries} />}
        />
      </div>
      <ExportDialog opened={exporting} store={rows} name={title.slice(0, 150)} onClose={() => setExporting(false)} />
    </div>
  )
}
