import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { type ColumnPlace, ColumnPopover } from '../tables/column-menus.tsx'
import { ExportLine } from '../tables/export-dialog.tsx'
import { FilterChips, SearchBox } from '../tables/query-bar.tsx'
import type { TableWords } from '../tables/words.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import type { EntriesStore } from './entries-state.ts'
import { EntryList } from './entry-list.tsx'
import { EntryPane } from './entry-pane.tsx'
import { QueryTools, SortPicker } from './query-tools.tsx'
import { createReviewCommands, type OpenDialog, reviewKeys } from './review-commands.ts'
import { isEmpty, pickedCount } from './selection.ts'
import { useKeptPeriod } from './sync-notices.tsx'
import { BulkBar } from './toolbars.tsx'

export interface InboxProps {
  readonly store: EntriesStore
  readonly words: TableWords
  readonly label: string
  readonly now: () => number
  /** A dialog is open: keys are its own. */
  readonly isDialogOpen: boolean
  readonly onOpenDialog: (dialog: OpenDialog) => void
  readonly onCruzar: () => void
}

/** The list beside the entry, worked by the keyboard (look.md, "Entry review"). */
export function Inbox({ store, words, label, now, isDialogOpen, onOpenDialog, onCruzar }: InboxProps) {
  const messages = useMessages()
  const texts = messages.entries
  const list = useStore(store, (state) => state.list)
  const search = useRef<HTMLInputElement>(null)
  const lines = useRef<HTMLDivElement>(null)
  const pane = useRef<HTMLDivElement>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const commands = useMemo(() => {
    const writeNote = () => {
      note.current?.focus()
      return note.current !== null
    }
    return createReviewCommands({ store, onOpenDialog: onOpenDialog, writeNote })
  }, [store, onOpenDialog])
  const toList = () => lines.current?.focus()
  const onSearch = () => search.current?.select()
  useShortcuts(
    isDialogOpen
      ? []
      : reviewKeys({ store, commands, texts: texts.keys, onSearch, onLeave: toList, onOpenDialog: onOpenDialog }),
  )
  useListFocus(lines, list.status === 'ready')

  return (
    <div className="pane narrows">
      <InboxTools store={store} words={words} search={search} onLeave={toList} onOpenDialog={onOpenDialog} />
      <div className="pane">
        <LoadableView of={list} onRetry={() => void store.getState().refreshList()}>
          {(ids) =>
            ids.length === 0 ? (
              <NoneFound store={store} />
            ) : (
              <div className="entries-split">
                <div className="entries-left column">
                  <TodayLine store={store} />
                  <NewEntries store={store} />
                  <EntryList
                    store={store}
                    label={label}
                    withForm={store.getState().table.form_id === null}
                    now={minuteOf(now())}
                    list={lines}
                    onEnter={() => pane.current?.focus()}
                  />
                </div>
                <EntryPane store={store} commands={commands} now={now} pane={pane} note={note} onLeave={toList} />
              </div>
            )
          }
        </LoadableView>
      </div>
      <BulkBar store={store} commands={commands} onCruzar={onCruzar} />
      <InboxStatus store={store} />
    </div>
  )
}

/** Rows show minutes, so they are rendered at most once a minute. */
const minuteOf = (at: number) => at - (at % 60_000)

/** The keyboard goes to the list when it is first there, unless the person already is somewhere. */
function useListFocus(lines: { readonly current: HTMLElement | null }, ready: boolean) {
  useEffect(() => {
    const { activeElement } = document
    const nowhere = activeElement === document.body || activeElement?.matches('main, [data-page-title]') === true
    if (ready && nowhere) lines.current?.focus({ preventScroll: true })
  }, [lines, ready])
}

interface InboxToolsProps extends Pick<InboxProps, 'store' | 'words' | 'onOpenDialog'> {
  readonly search: { readonly current: HTMLInputElement | null }
  readonly onLeave: () => void
}

function InboxTools({ store, words, search, onLeave, onOpenDialog }: InboxToolsProps) {
  const texts = useMessages().entries
  const { rows } = store.getState()
  const [place, setPlace] = useState<ColumnPlace | null>(null)
  return (
    <div className="table-tools bar entries-tools">
      <SearchBox store={rows} field={search} placeholder={texts.search} onLeave={onLeave} />
      <QueryTools store={store} words={words} onSave={() => onOpenDialog({ kind: 'save-filter' })} />
      <FilterChips
        store={rows}
        words={words}
        onChange={(column, anchor) => setPlace({ column, part: 'filter', anchor: anchor.getBoundingClientRect() })}
      />
      <SortPicker store={store} words={words} />
      {place ? (
        <ColumnPopover
          key={place.column}
          store={rows}
          words={words}
          place={place}
          onPart={() => undefined}
          onFit={() => undefined}
          onClose={() => setPlace(null)}
        />
      ) : null}
    </div>
  )
}

function NoneFound({ store }: { readonly store: EntriesStore }) {
  const texts = useMessages().entries.list
  const { rows } = store.getState()
  return (
    <div className="grow">
      <EmptyState
        title={texts.none}
        text={texts.noneText}
        action={{ label: texts.clear, onClick: () => void rows.getState().clearFilters() }}
      />
    </div>
  )
}

function NewEntries({ store }: { readonly store: EntriesStore }) {
  const texts = useMessages().entries.list
  const newcomers = useStore(store, (state) => state.newEntries)
  if (newcomers === 0) return null
  return (
    <div className="entry-notice row" role="status">
      {texts.newcomers(newcomers)}
      <Button size="compact-xs" variant="subtle" onClick={() => void store.getState().refreshList()}>
        {texts.show}
      </Button>
    </div>
  )
}

function InboxStatus({ store }: { readonly store: EntriesStore }) {
  const { entries: texts, forms } = useMessages()
  const { rows } = store.getState()
  const period = useKeptPeriod(store)
  const list = useStore(store, (state) => state.list)
  const position = useStore(store, (state) => state.position)
  const selected = useStore(store, (state) => state.selected)
  const exporting = useStore(rows, (state) => state.exporting)
  const count = list.status === 'ready' ? list.value.length : 0
  return (
    <>
      {exporting?.state === 'failed' ? <ExportLine store={rows} /> : null}
      <StatusBar
        items={[
          texts.list.shown(count),
          period ? forms.period(period) : null,
          count > 0 ? texts.list.place(position + 1, count) : null,
          isEmpty(selected) ? null : texts.list.picked(pickedCount(selected, count)),
        ]}
        end={exporting?.state === 'running' ? <ExportLine store={rows} /> : texts.local}
      />
    </>
  )
}

/** "37 de 112 revisadas hoje": of what waited this morning and came since, how much is decided. */
function TodayLine({ store }: { readonly store: EntriesStore }) {
  const texts = useMessages().entries
  const counts = readyValue(useStore(store, (state) => state.figures))
  if (!counts) return null
  const done = counts.decided_today
  const all = done + counts.states.nova + counts.states.em_revisao
  const share = all === 0 ? 0 : (done / all) * 100
  return (
    <div className="entries-today row note">
      <span className="figures">{texts.today(done, all)}</span>
      <span className="entries-today-bar" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
    </div>
  )
}
