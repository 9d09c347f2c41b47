import { ActionIcon, Button, CopyButton } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { memo, useEffect, useState } from 'react'
import type { EntryDetail } from '../../preload/contract/entries.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { decisions } from '../../preload/values/entries-table.ts'
import { useApp } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { ReviewMark } from '../ui/mark.tsx'
import { EntryAnswers, EntryMetadata } from './entry-answers.tsx'
import { EntrySide } from './entry-side.tsx'
import { useEntries, useReview } from './review.ts'

/** An entry is open for this long before its single read is requested, in ms. */
const restBeforeComplete = 1200

export function EntryPane() {
  const { store, pane, toList } = useReview()
  const shown = useEntries((state) => state.shown)
  const { entries: texts, common } = useMessages()
  /** Shows the entry as the service sent it, instead of the order of the form. */
  const [json, setJson] = useState(false)
  const id = shown?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: every entry is read from its beginning
  useEffect(() => {
    // It runs with the frame that shows the entry: earlier, the page would be laid out twice.
    const frame = requestAnimationFrame(() => pane.current?.scrollTo({ top: 0 }))
    return () => cancelAnimationFrame(frame)
  }, [id, pane])
  if (!shown) return null
  return (
    <section className="entry column" aria-label={common.fields.entry}>
      <PaneNotice />
      <DecisionBar />
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
          toList()
        }}
      >
        <LoadableView of={shown.detail} onRetry={() => store.getState().peek(shown.id)}>
          {(detail) => (
            <div className="entry-columns">
              <div className="entry-body words">
                <EntryHead detail={detail} json={json} onJson={setJson} />
                {json ? (
                  <EntryJson key={detail.id} id={detail.id} />
                ) : (
                  <>
                    <EntryAnswers entry={detail.id} answers={detail.answers} />
                    <EntryMetadata detail={detail} />
                  </>
                )}
              </div>
              <EntrySide detail={detail} />
            </div>
          )}
        </LoadableView>
      </section>
    </section>
  )
}

/** Says that the open entry is not in the list, or that it is the last to decide. */
function PaneNotice() {
  const { common } = useMessages()
  const { entry, list } = useMessages().entries
  const peeked = useEntries((state) => state.peeked)
  const finished = useEntries((state) => state.finished)
  const { leavePeek, refreshList } = useReview().store.getState()
  if (peeked === null && !finished) return null
  const [text, label, run] =
    peeked === null
      ? [list.finished, common.refreshList, () => void refreshList()]
      : [entry.peeked, entry.backToList, leavePeek]
  return (
    <div className="entry-notice row" role="status">
      {text}
      <Button size="compact-xs" variant="subtle" onClick={run}>
        {label}
      </Button>
    </div>
  )
}

interface EntryHeadProps {
  readonly detail: EntryDetail
  readonly json: boolean
  readonly onJson: (json: boolean) => void
}

function EntryHead({ detail, json, onJson }: EntryHeadProps) {
  const { entries: texts, common } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { complete } = useReview().store.getState()
  const sender = useEntries((state) => state.briefs.get(detail.id)?.sender)
  const { created_ms, is_complete, gone_at } = detail
  useEffect(() => {
    const timer = setTimeout(() => {
      if (navigator.onLine) void complete(detail)
    }, restBeforeComplete)
    return () => clearTimeout(timer)
  }, [complete, detail])
  const facts = joinFacts([
    detail.form_name,
    common.numbered(detail.id),
    created_ms === null ? null : texts.entry.received(format.moment(created_ms, now())),
    is_complete === null ? null : texts.entry[is_complete ? 'complete' : 'incomplete'],
  ])
  return (
    <div className="entry-head row">
      <div className="words">
        <h2>{sender || texts.list.noSender}</h2>
        <p className="dim figures" title={detail.created_at ?? undefined}>
          {facts}
        </p>
        {gone_at === null ? null : (
          <p className="entry-gone">{texts.entry.gone(format.moment(Date.parse(gone_at), now()))}</p>
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

/** The entry as the service sent it. The IP address is masked until it is revealed. */
function EntryJson({ id }: { readonly id: number }) {
  const texts = useMessages().entries.entry
  const { raw } = useReview().store.getState()
  const [revealed, setRevealed] = useState(false)
  const entry = useLatest(() => raw(id, revealed), [raw, id, revealed])
  return (
    <LoadableView of={entry} loading={<p className="spaced dim">{texts.loadingJson}</p>}>
      {({ json, ip }) => (
        <>
          <div className="entry-json-tools">
            <CopyButton value={json}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? texts.copied : texts.copyJson}
                </Button>
              )}
            </CopyButton>
            {revealed || ip === null ? null : (
              <Button variant="subtle" onClick={() => setRevealed(true)}>
                {texts.revealLabel}
              </Button>
            )}
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must be able to */}
          <pre className="entry-json inset verbatim" tabIndex={0}>
            {json}
          </pre>
        </>
      )}
    </LoadableView>
  )
}

/** The decisions for the mouse, each with its key, and buttons to move through the list. */
function DecisionBar() {
  const { common } = useMessages()
  const { decide, entry } = useMessages().entries
  const { step } = useReview().store.getState()
  const count = useEntries(({ list }) => readyValue(list)?.length ?? 0)
  const position = useEntries((state) => state.position)
  return (
    <div className="entry-decisions bar" role="toolbar" aria-label={decide.label}>
      <Decisions />
      <span className="grow" />
      <span className="text-12 one-line figures dim">{common.outOf(position + 1, count)}</span>
      <ActionIcon size="sm" aria-label={entry.previous} title="K" onClick={() => step(-1)}>
        <IconChevronUp size={16} />
      </ActionIcon>
      <ActionIcon size="sm" aria-label={entry.next} title="J" onClick={() => step(1)}>
        <IconChevronDown size={16} />
      </ActionIcon>
    </div>
  )
}

/** Rendered again only for another state: between two undecided entries it does not change. */
const Decisions = memo(function Decisions() {
  const { decide } = useMessages().entries
  const { commands } = useReview()
  const state = useEntries(({ shown }) => shown && readyValue(shown.detail)?.state)
  return (
    <>
      {decisions.map(({ state: each, key }) => (
        <Button
          key={each}
          variant={each === state ? 'light' : 'default'}
          aria-pressed={each === state}
          aria-keyshortcuts={key.toUpperCase()}
          rightSection={
            <span className="entry-key" aria-hidden="true">
              {key.toUpperCase()}
            </span>
          }
          onClick={() => commands.decide(each)}
        >
          {decide.verbs[each]}
        </Button>
      ))}
    </>
  )
})
