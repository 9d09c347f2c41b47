import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import type { EntriesStore } from './entries-store.ts'

/** "37 de 112 revisadas hoje": of what waited this morning and came since, how much is decided. */
export function TodayLine({ store }: { readonly store: EntriesStore }) {
  const texts = useMessages().entries
  const counts = useStore(store, (state) => state.counts)
  if (!counts) return null
  const done = counts.decided_today
  const all = done + counts.states.nova + counts.states.em_revisao
  const share = all === 0 ? 0 : (done / all) * 100
  return (
    <div className="entries-today">
      <span className="figures">{texts.today(done, all)}</span>
      <span className="entries-today-bar" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </span>
    </div>
  )
}
