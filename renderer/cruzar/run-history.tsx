import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { runsOfQuestion } from '../../preload/values/same-question.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { Chart, ChartTable } from '../ui/chart.tsx'
import { OutcomeSign, outcomeColor } from '../ui/mark.tsx'

/** Between fewer runs the changes say the same. */
const fewestRuns = 3
const outcomes = ['com_conversa', 'sem_conversa', 'ausente'] as const satisfies readonly Outcome[]
const chartHeight = 168

/** The runs of a list that asked the same as this one, the oldest first. Empty for fewer than three. */
export function useHistory(run: Run): readonly Run[] {
  const runs = readyValue(useStore(useFeature('cruzar').runs, ({ list }) => list)) ?? []
  const history = runsOfQuestion(runs, run)
  if (history.length < fewestRuns) return []
  return history.toSorted((one, other) => one.started_at.localeCompare(other.started_at))
}

interface RunHistoryProps {
  readonly run: Run
  /** The oldest first, `run` with them. */
  readonly history: readonly Run[]
}

/** The shares of the outcomes over all runs of a list as lines, and the same as a table. Each run can be opened. */
export function RunHistory({ run, history }: RunHistoryProps) {
  const { cruzar, common } = useMessages()
  const texts = cruzar.changes.history
  const format = useFormat()
  const { now } = useApp()
  const { go } = useNavigation()
  const moment = (at: number) => format.moment(at, now())
  const points = history.map(({ id, rows, outcomes: counts, started_at }) => ({
    id,
    rows,
    at: Date.parse(started_at),
    values: outcomes.map((outcome) => (rows === 0 ? null : (counts[outcome] / rows) * 100)),
  }))
  const newest = points.toReversed()
  const percent = (value: number) => format.share(value / 100)
  const open = (point: { readonly id: string } | undefined) => {
    if (point && point.id !== run.id) go({ screen: 'run', id: point.id })
  }
  const names = outcomes.map((outcome) => cruzar.run.figures[outcome])
  const times = points.map(({ at }) => at)
  return (
    <>
      <div className="list-history row top">
        <Chart
          kind="line"
          label={null}
          height={chartHeight}
          points={points}
          series={outcomes.map((outcome, place) => ({
            label: names[place] ?? outcome,
            color: outcomeColor(outcome, 'bar'),
          }))}
          ticks={times}
          tickOf={(at) => tickPhrase(Number(at), times, format)}
          nameOf={(at) => moment(Number(at))}
          amountOf={percent}
          marked={{ at: Date.parse(run.started_at), label: texts.open }}
          onPick={(place) => open(points[place])}
        />
        <ChartTable
          label={texts.label}
          headings={[common.fields.when, ...names, common.fields.rows]}
          signs={outcomes.map((outcome) => (
            <span key={outcome} className="list-history-sign" style={{ color: outcomeColor(outcome, 'bar') }}>
              <OutcomeSign outcome={outcome} />
            </span>
          ))}
          rows={newest.map(({ id, at, values, rows }) => [
            id === run.id ? texts.openRun(moment(at)) : moment(at),
            ...values.map((value) => (value === null ? '' : percent(value))),
            format.number(rows),
          ])}
          current={newest.findIndex(({ id }) => id === run.id)}
          onPick={(place) => open(newest[place])}
        />
      </div>
      <p className="note">{texts.note}</p>
    </>
  )
}

/** The time for runs of one day, else the day, with its year where there are several. */
function tickPhrase(at: number, times: readonly number[], format: Format): string {
  const [first, last] = [times[0] ?? at, times.at(-1) ?? at].map(format.date)
  if (first === last) return format.dateTime(at).slice(-5)
  return first?.slice(-4) === last?.slice(-4) ? format.date(at).slice(0, 5) : format.date(at)
}
