import { UnstyledButton } from '@mantine/core'
import { useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { type ReviewState, reviewStates } from '../../preload/contract/entries-table.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { reviewColors } from '../ui/review-mark.tsx'
import type { EntriesStore } from './entries-store.ts'
import { stateColumn } from './entry-columns.ts'
import { statesOf } from './pending.ts'

/** The states as quick filters, each with its number among what the other filters let through. */
export function StateTabs({ store }: { readonly store: EntriesStore }) {
  const texts = useMessages().entries
  const format = useFormat()
  const { rows } = store.getState()
  const query = useStore(rows, (state) => state.query)
  const counts = useStore(store, (state) => state.counts)
  const tabs = useStore(store, (state) => state.tabs)
  const states = statesOf(query)
  const only = states?.length === 1 ? states[0] : null
  const show = (state: ReviewState | null) =>
    void rows
      .getState()
      .filter(stateColumn, state === null ? null : { column: stateColumn, operator: 'in', values: [state] })
  const bar = useTightBar()
  const labelOf = (name: string, count: number) => (counts ? texts.tabs.tab(name, count) : name)
  return (
    <div ref={bar} className="entries-tabs" role="toolbar" aria-label={texts.tabs.label}>
      <UnstyledButton
        className="entries-tab"
        aria-pressed={states === null}
        aria-label={labelOf(texts.tabs.all, counts?.matching ?? 0)}
        title={labelOf(texts.tabs.all, counts?.matching ?? 0)}
        onClick={() => show(null)}
      >
        {texts.tabs.all}
        <span className="figures dim">{counts ? format.number(counts.matching) : ''}</span>
      </UnstyledButton>
      {reviewStates.map((state) => (
        <UnstyledButton
          key={state}
          className="entries-tab"
          aria-pressed={only === state}
          aria-label={labelOf(texts.states[state], tabs[state] ?? 0)}
          title={labelOf(texts.states[state], tabs[state] ?? 0)}
          onClick={() => show(state)}
        >
          <span className="entry-dot" style={{ background: reviewColors[state].bar }} aria-hidden="true" />
          {texts.states[state]}
          <span className="figures dim">{counts ? format.number(tabs[state] ?? 0) : ''}</span>
        </UnstyledButton>
      ))}
    </div>
  )
}

/** Marks the bar `data-tight` while its tabs with all their numbers are wider than it, measured whenever it is drawn or resized. */
function useTightBar() {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (bar.current) measure(bar.current)
  })
  useLayoutEffect(() => {
    const { current } = bar
    // The bar itself becomes narrower when it is tight: what it stands in does not.
    if (!current?.parentElement) return
    const observer = new ResizeObserver(() => measure(current))
    observer.observe(current.parentElement)
    return () => observer.disconnect()
  }, [])
  return bar
}

function measure(bar: HTMLElement) {
  delete bar.dataset.tight
  if (bar.scrollWidth > bar.clientWidth) bar.dataset.tight = ''
}
