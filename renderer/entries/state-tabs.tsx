import { UnstyledButton } from '@mantine/core'
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
  return (
    <div className="entries-tabs" role="toolbar" aria-label={texts.tabs.label}>
      <UnstyledButton
        className="entries-tab"
        aria-pressed={states === null}
        aria-label={counts ? texts.tabs.tab(texts.tabs.all, counts.matching) : texts.tabs.all}
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
          aria-label={counts ? texts.tabs.tab(texts.states[state], tabs[state] ?? 0) : texts.states[state]}
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
