import { Checkbox, UnstyledButton } from '@mantine/core'
import type { CSSProperties, MouseEvent } from 'react'
import type { OutcomeCounts, Run } from '../../preload/contract/cruzar.ts'
import { isFiltered } from '../../preload/values/lead-filters.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { outcomeOrder } from '../../preload/values/outcomes.ts'
import { useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { hasMod } from '../kernel/shortcuts.ts'
import { filterParts } from '../leads/lead-filter.ts'
import { OutcomeMark, OutcomeSign, outcomeColor } from '../ui/mark.tsx'
import { outcomesIn, rowsOf, sharePhrases } from './runs.ts'

interface OutcomeFiguresProps {
  readonly run: Run
  /** Rows that are invalid because their number is damaged. */
  readonly damaged: number
  /** The outcomes of the shown rows; empty when all are shown. */
  readonly chosen: readonly Outcome[]
  /** `added`: the outcome is added to the others instead of replacing them (Ctrl or Shift with the press). */
  readonly onPress: (outcome: Outcome, added: boolean) => void
}

/** The outcomes as large figures in their order. Each is a switch that shows its rows. */
export function OutcomeFigures({ run, damaged, chosen, onPress }: OutcomeFiguresProps) {
  const { run: texts, damaged: damagedTexts } = useMessages().cruzar
  const format = useFormat()
  const within = useFilterWords(run)
  const { outcomes: counts } = run
  // People who are not in sheets may still be in the service's base.
  const notInSheets = run.sheet_ids.length === 0 ? texts.notInSheet : texts.notInSheets
  const hints = {
    ...texts.hints,
    ...(within !== '' && { com_conversa: texts.within(within), sem_conversa: texts.noneWithin(within) }),
    ...(run.sheet_id !== null && { ausente: notInSheets }),
    ...(damaged > 0 && { invalida: damagedTexts.ofInvalid(damaged) }),
  }
  const shown = outcomesIn(counts)
  const shares = sharePhrases(
    shown.map((outcome) => counts[outcome]),
    rowsOf(counts, outcomeOrder),
  )
  const press = (outcome: Outcome) => (event: MouseEvent) => onPress(outcome, hasMod(event) || event.shiftKey)
  return (
    <fieldset className="outcome-figures plain-fieldset" aria-label={texts.figuresLabel}>
      {shown.map((outcome, place) => {
        const waiting = run.state === 'running' && outcome === 'sem_resposta'
        const share = shares[place] ?? ''
        return (
          <UnstyledButton
            key={outcome}
            className="outcome-figure hoverable column card"
            aria-pressed={chosen.includes(outcome)}
            aria-label={texts.figure(texts.figures[outcome], counts[outcome], share)}
            style={colors(outcome)}
            onClick={press(outcome)}
          >
            <span className="outcome-figure-label row">
              <OutcomeSign outcome={outcome} />
              {texts.figures[outcome]}
            </span>
            <span className="outcome-figure-count figures">{format.number(counts[outcome])}</span>
            <span className="note">
              <span className="figures">{share}</span> {waiting ? texts.waitingFigure : hints[outcome]}
            </span>
          </UnstyledButton>
        )
      })}
    </fieldset>
  )
}

/** The filters that decide which conversations count, in words; empty without any. */
function useFilterWords({ filter, connection_id }: Run): string {
  const messages = useMessages()
  const format = useFormat()
  const names = useFeature('sheets').useNames(isFiltered(filter) ? connection_id : null)
  return filterParts({ ...filter, agrupar: 'contato' }, { messages, format, known: names }).join(', ')
}

function colors(outcome: Outcome) {
  return {
    '--figure-color': outcomeColor(outcome),
    '--figure-soft': outcomeColor(outcome, 'soft'),
    '--figure-bar': outcomeColor(outcome, 'bar'),
    // React passes custom properties on; its type does not list them.
  } as CSSProperties
}

interface OutcomeCheckboxProps {
  readonly outcome: Outcome
  readonly rows: number
  readonly disabled?: boolean
}

/** An outcome with its number of rows, in a `Checkbox.Group`. */
export function OutcomeCheckbox({ outcome, rows, disabled }: OutcomeCheckboxProps) {
  const { figures } = useMessages().cruzar.run
  return (
    <Checkbox
      size="sm"
      value={outcome}
      disabled={disabled}
      label={
        <span className="inline-row gap-8 figures">
          <OutcomeMark outcome={outcome} label={figures[outcome]} />
          <span>{useFormat().number(rows)}</span>
        </span>
      }
    />
  )
}

interface OutcomeBarProps {
  readonly counts: OutcomeCounts
  /** While it runs, rows without an answer are only waiting: they are drawn as space that fills. */
  readonly running: boolean
  readonly size: 'large' | 'small'
}

/** The shares of the outcomes as one stacked bar, with the same in words for screen readers. */
export function OutcomeBar({ counts, running, size }: OutcomeBarProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.cruzar.run
  const total = rowsOf(counts, outcomeOrder)
  const present = outcomeOrder.filter((outcome) => counts[outcome] > 0)
  const shares = sharePhrases(
    present.map((outcome) => counts[outcome]),
    total,
  )
  const parts = present.map((outcome, place) =>
    texts.barPart(texts.figures[outcome], counts[outcome], shares[place] ?? ''),
  )
  return (
    <div className="outcome-bar" data-size={size} role="img" aria-label={texts.bar(format.list(parts))}>
      {present.map((outcome) => (
        <span
          key={outcome}
          className="outcome-bar-part"
          data-waiting={(running && outcome === 'sem_resposta') || undefined}
          style={{ width: `${(counts[outcome] / total) * 100}%`, background: outcomeColor(outcome, 'bar') }}
        />
      ))}
    </div>
  )
}
