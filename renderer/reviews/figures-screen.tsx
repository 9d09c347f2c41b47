import type { DayRange } from '../../preload/values/periods.ts'
import './figures.css'
import { Button, Group, Popover, Stack } from '@mantine/core'
import { IconChartBar, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { EntryFigures } from '../../preload/contract/entries.ts'
import { type ReviewState, reviewStates } from '../../preload/values/entries-table.ts'
import { type Slots, useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { presetDays, presetOf, presets } from '../leads/lead-filter.ts'
import { DayRangeFields } from '../tables/day-field.tsx'
import { isPossible } from '../tables/day-range.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { outcomeColor, reviewColors } from '../ui/mark.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { DayChart } from './day-chart.tsx'
import { FieldPanel, plainBar, ReviewTimePanel, ShareBars } from './figures-panels.tsx'
import { type FiguresFilter, type FiguresStore, isNarrowed, noFilter } from './figures-store.ts'

/**
 * Figures of the entries of a form, or of all stored forms as a screen of its own: when they came, their sources, and
 * their decisions.
 */
export function FiguresScreen({ connection, form }: Slots['entryPictures']) {
  const texts = useMessages().reviews.figures
  const { goInstead } = useNavigation()
  const store = useFeature('reviews').figuresOf(connection, form)
  const { figures, filter, narrow, reload } = useStore(store)
  useEffect(() => {
    void store.getState().open()
    return () => store.getState().close()
  }, [store])
  const total = readyValue(figures)?.total
  const screen = (
    <div className="figures-screen scroll">
      <div className="figures-tools row">
        <PeriodTools filter={filter} onNarrow={(part) => void narrow(part)} />
        <StateTools filter={filter} onNarrow={(part) => void narrow(part)} />
      </div>
      <LoadableView of={figures} onRetry={() => void reload()}>
        {(ready) =>
          ready.total === 0 ? (
            <EmptyState
              icon={<IconChartBar size={32} stroke={1.5} />}
              title={isNarrowed(filter) ? texts.empty : texts.none}
              text={isNarrowed(filter) ? texts.emptyText : texts.noneText}
              action={isNarrowed(filter) ? { label: texts.clear, onClick: () => void narrow(noFilter) } : undefined}
            />
          ) : (
            <Panels figures={ready} store={store} />
          )
        }
      </LoadableView>
    </div>
  )
  if (form !== null) return screen
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={total === undefined ? null : texts.total(total)}
        onBack={() => goInstead({ screen: 'entries', connection })}
      />
      {screen}
    </>
  )
}

function Panels({ figures, store }: { readonly figures: EntryFigures; readonly store: FiguresStore }) {
  const busy = useStore(store, (state) => state.busy)
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
          label: entries.states[value],
          count,
          color: reviewColors[value].bar,
        }))}
      />
      <ShareBars
        title={texts.byOutcome}
        {...common}
        hint={unknown ? `${texts.noContact}: ${lower(texts.noContactHint)}` : null}
        bars={figures.outcomes.map(({ value, count }) => ({
          label: value === null ? texts.noContact : cruzar.outcomes[value],
          count,
          color: value === null ? 'var(--line-strong)' : outcomeColor(value, 'bar'),
        }))}
      />
      <ReviewTimePanel time={figures.review_hours} />
      <ShareBars title={texts.bySource} bars={bars(figures.sources)} {...common} />
      <ShareBars title={texts.byCampaign} bars={bars(figures.campaigns)} {...common} />
      <FieldPanel store={store} figures={figures} wide={figures.forms.length > 1} />
    </div>
  )
}

/** A sentence without its capital, to follow another text. */
function lower(sentence: string): string {
  return sentence.charAt(0).toLocaleLowerCase() + sentence.slice(1)
}

interface ToolsProps {
  readonly filter: FiguresFilter
  readonly onNarrow: (filter: Partial<FiguresFilter>) => void
}

function PeriodTools({ filter, onNarrow }: ToolsProps) {
  const { leads, reviews, common } = useMessages()
  const today = new Date(useApp().now())
  const texts = reviews.figures
  const { from, to } = filter.days
  const chosen = presetOf(filter.days, today)
  const isAll = from === null && to === null
  const onDays = (days: DayRange) => onNarrow({ days })
  return (
    <Group gap={4} role="group" aria-label={common.fields.period}>
      <Toggle on={isAll} onClick={() => onDays({ from: null, to: null })}>
        {texts.all}
      </Toggle>
      {presets.map((preset) => (
        <Toggle key={preset} on={chosen === preset} onClick={() => onDays(presetDays(preset, today))}>
          {leads.filter.presets[preset]}
        </Toggle>
      ))}
      <OtherPeriod days={filter.days} isOther={!isAll && !chosen} onDays={onDays} />
    </Group>
  )
}

function OtherPeriod({
  days,
  isOther,
  onDays,
}: {
  readonly days: DayRange
  /** They are not the days of a preset. */
  readonly isOther: boolean
  readonly onDays: (days: DayRange) => void
}) {
  const { common, reviews } = useMessages()
  const texts = reviews.figures
  const format = useFormat()
  const phrase = (day: string | null) => (day === null ? texts.open : format.day(day))
  /** The typed days while they are not a valid period. */
  const [draft, setDraft] = useState<DayRange | null>(null)
  const change = (typed: DayRange) => {
    const isValid = isPossible(typed)
    setDraft(isValid ? null : typed)
    if (isValid) onDays(typed)
  }
  return (
    <Popover position="bottom-start" trapFocus returnFocus onClose={() => setDraft(null)}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={isOther ? 'light' : 'default'}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {isOther ? texts.otherSet(phrase(days.from), phrase(days.to)) : texts.other}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.other}>
        <Stack gap="sm" w={240}>
          <DayRangeFields labels={common.fields} days={draft ?? days} onChange={change} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function StateTools({ filter, onNarrow }: ToolsProps) {
  const { entries, reviews } = useMessages()
  const { states } = filter
  const toggle = (state: ReviewState) =>
    onNarrow({ states: states.includes(state) ? states.filter((each) => each !== state) : [...states, state] })
  return (
    <Group gap={4} role="group" aria-label={reviews.figures.states}>
      {reviewStates.map((state) => (
        <Toggle key={state} on={states.includes(state)} onClick={() => toggle(state)}>
          <span className="dot" aria-hidden="true" style={{ background: reviewColors[state].bar }} />
          {entries.states[state]}
        </Toggle>
      ))}
    </Group>
  )
}

function Toggle({
  on,
  onClick,
  children,
}: {
  readonly on: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}) {
  return (
    <Button size="compact-sm" variant={on ? 'light' : 'default'} aria-pressed={on} onClick={onClick}>
      {children}
    </Button>
  )
}
