import { Button } from '@mantine/core'
import { type RefObject, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { EntryDetail } from '../../preload/contract/entries.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { ReviewMark } from '../ui/review-mark.tsx'
import { DecisionBar } from './decision-bar.tsx'
import type { EntriesStore } from './entries-store.ts'
import { EntryAnswers, EntryMetadata } from './entry-answers.tsx'
import { EntryJson } from './entry-json.tsx'
import { EntrySide } from './entry-side.tsx'
import type { ReviewCommands } from './review-commands.ts'

export interface EntryPaneProps {
  readonly store: EntriesStore
  readonly commands: ReviewCommands
  readonly now: () => number
  readonly pane: RefObject<HTMLDivElement | null>
  readonly note: RefObject<HTMLTextAreaElement | null>
  /** The keyboard goes back to the list. */
  readonly onLeave: () => void
}

/** How long an entry is looked at before the service is asked for what only its single read tells, in ms. */
const restBeforeComplete = 1200

/** The open entry. */
export function EntryPane(props: EntryPaneProps) {
  const { store, pane, onLeave } = props
  const shown = useStore(store, (state) => state.shown)
  const texts = useMessages().entries
  const [json, setJson] = useState(false)
  const id = shown?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: every entry is read from its beginning
  useEffect(() => {
    // With the frame that shows it: before, the page would be laid out once more.
    const frame = requestAnimationFrame(() => pane.current?.scrollTo({ top: 0 }))
    return () => cancelAnimationFrame(frame)
  }, [id, pane])
  if (!shown) return null
  return (
    <section className="entry" aria-label={texts.entry.label}>
      <EntryNotices store={store} />
      <DecisionBar store={store} state={readyValue(shown.detail)?.state ?? null} commands={props.commands} />
      <section
        ref={pane}
        className="entry-reading"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to
        tabIndex={0}
        aria-label={texts.entry.answers}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onLeave()
        }}
      >
        <LoadableView of={shown.detail} onRetry={() => store.getState().peek(shown.id)}>
          {(detail) => <OpenEntry key={detail.id} {...props} detail={detail} json={json} onJson={setJson} />}
        </LoadableView>
      </section>
    </section>
  )
}

function EntryNotices({ store }: { readonly store: EntriesStore }) {
  const texts = useMessages().entries
  const peeked = useStore(store, (state) => state.peeked)
  const finished = useStore(store, (state) => state.finished)
  if (peeked !== null) {
    return (
      <div className="entry-notice" role="status">
        {texts.entry.peeked}
        <Button size="compact-xs" variant="subtle" onClick={() => store.getState().leavePeek()}>
          {texts.entry.backToList}
        </Button>
      </div>
    )
  }
  if (!finished) return null
  return (
    <div className="entry-notice" role="status">
      {texts.list.finished}
      <Button size="compact-xs" variant="subtle" onClick={() => void store.getState().refreshList()}>
        {texts.actions.refresh}
      </Button>
    </div>
  )
}

interface OpenEntryProps extends EntryPaneProps {
  readonly detail: EntryDetail
  /** As the service sent it, instead of the form's own order. */
  readonly json: boolean
  readonly onJson: (json: boolean) => void
}

function OpenEntry({ store, commands, now, note, onLeave, detail, json, onJson }: OpenEntryProps) {
  useEffect(() => {
    const timer = setTimeout(() => {
      if (navigator.onLine) void store.getState().complete(detail)
    }, restBeforeComplete)
    return () => clearTimeout(timer)
  }, [store, detail])
  return (
    <div className="entry-columns">
      <div className="entry-body">
        <EntryHead store={store} detail={detail} now={now()} json={json} onJson={onJson} />
        {json ? (
          <EntryJson store={store} id={detail.id} />
        ) : (
          <>
            <EntryAnswers answers={detail.answers} />
            <EntryMetadata store={store} detail={detail} />
          </>
        )}
      </div>
      <EntrySide store={store} detail={detail} commands={commands} now={now()} note={note} onLeave={onLeave} />
    </div>
  )
}

interface EntryHeadProps extends Pick<OpenEntryProps, 'store' | 'detail' | 'json' | 'onJson'> {
  readonly now: number
}

function EntryHead({ store, detail, now, json, onJson }: EntryHeadProps) {
  const texts = useMessages().entries
  const format = useFormat()
  const brief = useStore(store, (state) => state.briefs.get(detail.id))
  const facts = joinFacts([
    detail.form_name,
    texts.entry.number(detail.id),
    detail.created_ms === null ? null : texts.entry.received(format.moment(detail.created_ms, now)),
    completeness(detail.is_complete, texts.entry),
  ])
  return (
    <div className="entry-head">
      <div className="entry-head-words">
        <h2>{brief?.sender || texts.list.noSender}</h2>
        <p className="dim figures" title={detail.created_at ?? undefined}>
          {facts}
        </p>
        {detail.gone_at === null ? null : (
          <p className="entry-gone">{texts.entry.gone(format.moment(Date.parse(detail.gone_at), now))}</p>
        )}
      </div>
      <ReviewMark state={detail.state} label={texts.states[detail.state]} />
      <Button
        size="compact-xs"
        variant={json ? 'light' : 'default'}
        aria-pressed={json}
        title={texts.entry.jsonHint}
        onClick={() => onJson(!json)}
      >
        {texts.entry.json}
      </Button>
    </div>
  )
}

function completeness(complete: boolean | null, texts: { complete: string; incomplete: string }): string | null {
  if (complete === null) return null
  return complete ? texts.complete : texts.incomplete
}
