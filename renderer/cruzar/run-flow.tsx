import { UnstyledButton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Run, RunChanges } from '../../preload/contract/cruzar.ts'
import { type Outcome, outcomeOrder } from '../../preload/values/outcomes.ts'
import { useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Chart } from '../ui/chart.tsx'
import { outcomeColor } from '../ui/mark.tsx'
import { filterOfBefore, type Move } from './changes.ts'
import { filterOfOutcomes } from './runs.ts'
import { showOnly } from './shown-rows.ts'

/** New rows are last: they have no outcome before. */
const order: readonly (Outcome | null)[] = [...outcomeOrder, null]
const flowHeight = 132

interface FlowProps {
  readonly run: Run
  readonly changes: RunChanges
}

/** The movements as bands between the outcomes before and now, and the same as buttons. Each shows only its rows. */
export function Flow({ run, changes }: FlowProps) {
  const { cruzar } = useMessages()
  const texts = cruzar.changes
  const format = useFormat()
  const table = useFeature('cruzar').tableOf(run.id)
  const nameOf = (outcome: Outcome | null) => (outcome === null ? texts.newRows : cruzar.run.figures[outcome])
  const show = ({ from, to }: Move) =>
    table.getState().apply(showOnly(table.getState().query, filterOfBefore(from), filterOfOutcomes([to])))
  const nodes = (['from', 'to'] as const).flatMap((side) =>
    order
      .filter((outcome) => changes.moves.some((move) => move[side] === outcome))
      .map((outcome) => ({ side, outcome, name: nameOf(outcome), color: colorOf(outcome) })),
  )
  const nodeOf = (of: 'from' | 'to', move: Move) =>
    nodes.findIndex(({ side, outcome }) => side === of && outcome === move[of])
  const moved = changes.moves.filter(({ from, to }) => from !== to).toSorted((one, other) => other.rows - one.rows)
  const stayed = changes.moves.filter(({ from, to }) => from === to).reduce((sum, { rows }) => sum + rows, 0)
  return (
    <div className="flow row top">
      <figure className="flow-picture" aria-hidden="true">
        <div className="flow-sides note">
          <span>{texts.before}</span>
          <span>{texts.now}</span>
        </div>
        <Chart
          kind="flow"
          label={null}
          height={flowHeight}
          nodes={nodes}
          bands={changes.moves.map((move) => ({
            from: nodeOf('from', move),
            to: nodeOf('to', move),
            value: move.rows,
            color: colorOf(move.to),
            strong: move.from !== move.to,
            label: texts.move(nameOf(move.from), nameOf(move.to), move.rows),
            onPick: () => void show(move),
          }))}
        />
      </figure>
      <ul className="flow-moves plain-list" aria-label={texts.flowLabel}>
        {moved.map((move) => (
          <li key={`${move.from} ${move.to}`}>
            <UnstyledButton
              className="change-move hoverable row"
              aria-label={texts.move(nameOf(move.from), nameOf(move.to), move.rows)}
              style={{ '--move-color': colorOf(move.to) } as CSSProperties}
              onClick={() => void show(move)}
            >
              <span className="figures">{format.number(move.rows)}</span>
              <span className="dim">{nameOf(move.from)}</span>
              <IconArrowRight size={14} aria-hidden="true" />
              <span>{nameOf(move.to)}</span>
            </UnstyledButton>
          </li>
        ))}
        {stayed > 0 ? <li className="note figures">{texts.stayed(stayed)}</li> : null}
        {changes.without_key > 0 ? <li className="note figures">{texts.withoutKey(changes.without_key)}</li> : null}
      </ul>
    </div>
  )
}

function colorOf(outcome: Outcome | null): string {
  return outcome === null ? 'var(--text-dim)' : outcomeColor(outcome, 'bar')
}
