import { Button, Group, Popover, Stack } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { type ReviewState, reviewStates } from '../../preload/contract/entries-table.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { noPeriod, presetOf, presetPeriod, presets } from '../leads/periods.ts'
import { DayRangeFields } from '../tables/day-field.tsx'
import { type DayRange, isPossible } from '../tables/day-range.ts'
import { reviewColors } from '../ui/review-mark.tsx'
import type { FiguresFilter } from './figures-query.ts'

export interface FiguresToolsProps {
  readonly filter: FiguresFilter
  readonly today: Date
  readonly onDays: (days: DayRange) => void
  readonly onStates: (states: readonly ReviewState[]) => void
}

/** The period and the states that the pictures are narrowed by. */
export function FiguresTools(props: FiguresToolsProps) {
  return (
    <div className="figures-tools">
      <PeriodTools {...props} />
      <StateTools {...props} />
    </div>
  )
}

function PeriodTools({ filter, today, onDays }: FiguresToolsProps) {
  const { leads, reviews } = useMessages()
  const texts = reviews.figures
  const { from, to } = filter.days
  const chosen = presetOf({ ...noPeriod, createdAfter: from, createdBefore: to }, today)
  const everything = from === null && to === null
  return (
    <Group gap={4} role="group" aria-label={texts.period}>
      <Toggle on={everything} onClick={() => onDays({ from: null, to: null })}>
        {texts.all}
      </Toggle>
      {presets.map((preset) => (
        <Toggle
          key={preset}
          on={chosen === preset}
          onClick={() => {
            const { createdAfter, createdBefore } = presetPeriod(preset, today)
            onDays({ from: createdAfter, to: createdBefore })
          }}
        >
          {leads.filter.presets[preset]}
        </Toggle>
      ))}
      <OtherPeriod days={filter.days} own={!everything && chosen === null} onDays={onDays} />
    </Group>
  )
}

interface OtherPeriodProps {
  readonly days: DayRange
  /** It is none of the presets. */
  readonly own: boolean
  readonly onDays: (days: DayRange) => void
}

function OtherPeriod({ days, own, onDays }: OtherPeriodProps) {
  const texts = useMessages().reviews.figures
  const format = useFormat()
  const phrase = (day: string | null) => (day === null ? texts.open : format.day(day))
  /** What is typed while it is no possible period. */
  const [draft, setDraft] = useState<DayRange | null>(null)
  const change = (wanted: DayRange) => {
    const isReady = isPossible(wanted)
    setDraft(isReady ? null : wanted)
    if (isReady) onDays(wanted)
  }
  return (
    <Popover position="bottom-start" trapFocus returnFocus onClose={() => setDraft(null)}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={own ? 'light' : 'default'}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {own ? texts.otherSet(phrase(days.from), phrase(days.to)) : texts.other}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.other}>
        <Stack gap="sm" w={240}>
          <DayRangeFields labels={texts} days={draft ?? days} onChange={change} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

function StateTools({ filter, onStates }: FiguresToolsProps) {
  const { entries, reviews } = useMessages()
  const { states } = filter
  const turn = (state: ReviewState) =>
    onStates(states.includes(state) ? states.filter((each) => each !== state) : [...states, state])
  return (
    <Group gap={4} role="group" aria-label={reviews.figures.states}>
      {reviewStates.map((state) => (
        <Toggle key={state} on={states.includes(state)} onClick={() => turn(state)}>
          <span className="state-dot" aria-hidden="true" style={{ background: reviewColors[state].bar }} />
          {entries.states[state]}
        </Toggle>
      ))}
    </Group>
  )
}

interface ToggleProps {
  readonly on: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function Toggle({ on, onClick, children }: ToggleProps) {
  return (
    <Button size="compact-sm" variant={on ? 'light' : 'default'} aria-pressed={on} onClick={onClick}>
      {children}
    </Button>
  )
}
