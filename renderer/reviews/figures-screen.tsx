import './figures.css'
import { IconChartBar } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { TableQuery } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { outcomeColor } from '../ui/mark.tsx'
import { reviewColors } from '../ui/review-mark.tsx'
import { DayChart } from './day-chart.tsx'
import { FieldPanel } from './field-panel.tsx'
import { isNarrowed } from './figures-query.ts'
import { everything, type FiguresStore } from './figures-store.ts'
import { FiguresTools } from './figures-tools.tsx'
import { plainBar } from './plain-bar.tsx'
import { ReviewTimePanel } from './review-time-panel.tsx'
import { ShareBars } from './share-bars.tsx'

export interface FiguresScreenProps {
  readonly store: FiguresStore
  /** What the entries are narrowed by already, such as the filter of the list beside it. */
  readonly query?: TableQuery
  readonly now: () => number
}

/** Pictures of entries: when they came, where from, how they were decided. Works offline. */
export function FiguresScreen({ store, query = everything, now }: FiguresScreenProps) {
  const texts = useMessages().reviews.figures
  const { figures, filter, busy } = useStore(store)
  useEffect(() => {
    void store.getState().open(query)
    return () => store.getState().close()
  }, [store, query])
  const { narrow, choose, clear, reload } = store.getState()
  return (
    <div className="figures-screen">
      <FiguresTools
        filter={filter}
        today={new Date(now())}
        onDays={(days) => void narrow(days)}
        onStates={(states) => void choose(states)}
      />
      <LoadableView of={figures} onRetry={() => void reload()}>
        {(ready) =>
          ready.total === 0 ? (
            <EmptyState
              icon={<IconChartBar size={32} stroke={1.5} />}
              title={isNarrowed(filter) ? texts.empty : texts.none}
              text={isNarrowed(filter) ? texts.emptyText : texts.noneText}
              action={isNarrowed(filter) ? { label: texts.clear, onClick: () => void clear() } : undefined}
            />
          ) : (
            <Panels figures={ready} store={store} busy={busy} />
          )
        }
      </LoadableView>
    </div>
  )
}

interface PanelsProps {
  readonly figures: EntryFigures
  readonly store: FiguresStore
  readonly busy: boolean
}

function Panels({ figures, store, busy }: PanelsProps) {
  const { reviews, entries, cruzar } = useMessages()
  const texts = reviews.figures
  const bars = (values: EntryFigures['sources']) => values.map((value) => plainBar(value, texts.blank))
  const common = { total: figures.total }
  const unknown = figures.outcomes.some(({ value }) => value === null)
  return (
    <div className="figures-panels" data-stale={busy || undefined} aria-busy={busy}>
      <DayChart days={figures.days} />
      {figures.forms.length > 1 ? <ShareBars title={texts.byForm} bars={bars(figures.forms)} {...common} /> : null}
      <ShareBars
        title={texts.byState}
        {...common}
        bars={figures.states.map(({ value, count }) => ({
          key: value,
          label: entries.states[value],
          title: entries.states[value],
          count,
          color: reviewColors[value].bar,
        }))}
      />
      <ShareBars
        title={texts.byOutcome}
        {...common}
        hint={unknown ? `${texts.noContact}: ${lower(texts.noContactHint)}` : null}
        bars={figures.outcomes.map(({ value, count }) => {
          const word = value === null ? texts.noContact : cruzar.outcomes[value]
          const color = value === null ? 'var(--line-strong)' : outcomeColor(value, 'bar')
          return { key: value ?? '', label: word, title: word, count, color }
        })}
      />
      <ReviewTimePanel time={figures.review_hours} />
      <ShareBars title={texts.bySource} bars={bars(figures.sources)} {...common} />
      <ShareBars title={texts.byCampaign} bars={bars(figures.campaigns)} {...common} />
      <FieldPanel store={store} figures={figures} wide={figures.forms.length > 1} />
    </div>
  )
}

/** A sentence as the rest of one. */
function lower(sentence: string): string {
  return sentence.charAt(0).toLocaleLowerCase() + sentence.slice(1)
}
