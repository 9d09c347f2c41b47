import { ActionIcon, Button, CopyButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { EntryDetail } from '../../preload/contract/entries.ts'
import type { ReviewState } from '../../preload/contract/entries-table.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { ReviewMark } from '../ui/review-mark.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import type { EntriesStore } from './entries-state.ts'
import { EntryAnswers, EntryMetadata } from './entry-answers.tsx'
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

/** An entry is open this long before its single read is requested, in ms. */
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
    <section className="entry column" aria-label={texts.entry.label}>
      <EntryNotices store={store} />
      <DecisionBar store={store} state={readyValue(shown.detail)?.state ?? null} commands={props.commands} />
      <section
        ref={pane}
        className="entry-reading scroll"
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
      <div className="entry-notice row" role="status">
        {texts.entry.peeked}
        <Button size="compact-xs" variant="subtle" onClick={() => store.getState().leavePeek()}>
          {texts.entry.backToList}
        </Button>
      </div>
    )
  }
  if (!finished) return null
  return (
    <div className="entry-notice row" role="status">
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
      <div className="entry-body words">
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
    <div className="entry-head row">
      <div className="words">
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

/** The entry as the service sent it; the IP address is masked until revealed. */
function EntryJson({ store, id }: { readonly store: EntriesStore; readonly id: number }) {
  const texts = useMessages().entries.entry
  const [revealed, setRevealed] = useState(false)
  const raw = useLoaded(() => store.getState().raw(id, revealed), [store, id, revealed])
  if (raw === null) return <p className="dim">{texts.loadingJson}</p>
  if (!raw.ok) return <FailureNotice failure={raw.failure} />
  return (
    <>
      <div className="entry-json-tools">
        <CopyButton value={raw.value.json}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? texts.copied : texts.copyJson}
            </Button>
          )}
        </CopyButton>
        {revealed || raw.value.ip === null ? null : (
          <Button variant="subtle" onClick={() => setRevealed(true)}>
            {texts.revealLabel}
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to */}
      <pre className="entry-json inset verbatim" tabIndex={0}>
        {raw.value.json}
      </pre>
    </>
  )
}

interface DecisionBarProps {
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
function DecisionBar({ store, state: present, commands }: DecisionBarProps) {
  const { decide, entry, list } = useMessages().entries
  const position = useStore(store, (state) => state.position)
  const count = useStore(store, (state) => readyValue(state.list)?.length ?? 0)
  const { step } = store.getState()
  return (
    <div className="entry-decisions bar" role="toolbar" aria-label={decide.label}>
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
      <span className="grow" />
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
