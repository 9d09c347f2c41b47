import { useId } from 'react'
import { useStore } from 'zustand'
import type { ReportQuestion } from '../../preload/contract/reports.ts'
import type { TableQuery } from '../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import type { OverviewBlock } from '../../preload/values/overview.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { momentsOf } from '../tables/day-range.ts'
import { DaysChart } from '../tables/days-chart.tsx'
import { readGroups, rowsOfGroup } from '../tables/groups.ts'
import { type DrawnGroups, readDrawn } from '../tables/overview-data.ts'
import { LoadableView } from '../ui/loadable-view.tsx'

const column = 'conversa_criada_em'
const byDay: OverviewBlock = {
  id: column,
  drawing: 'days',
  by: [{ column, unit: 'day' }],
  figures: [],
  across: false,
}

type Days = Pick<ReportQuestion, 'since' | 'until'>

/** New conversations of the period by day, as the chosen sheet has them. A column leads to its conversations. */
export function DayTrend({ since, until }: Days) {
  const sheet = useStore(useFeature('reports'), (state) => state.sheet)
  return sheet === null ? null : <SheetTrend key={sheet} sheet={sheet} since={since} until={until} />
}

function SheetTrend({ sheet, since, until }: Days & { readonly sheet: string }) {
  const { ask } = useApp()
  const { go } = useNavigation()
  const { tableOf } = useFeature('sheets')
  const title = useMessages().reports.byDay
  const id = useId()
  const table = { kind: 'sheet', id: sheet } as const
  const days = { from: since, to: until }
  const query: TableQuery = { ...emptyQuery, filters: [{ column, operator: 'between', ...momentsOf(days) }] }
  const drawn = useLatest<DrawnGroups>(
    ({ signal }) => readDrawn(byDay, (choice, sort) => readGroups(ask, { table, query }, { choice, sort, signal })),
    [ask, sheet, since, until],
  )
  return (
    <section className="panel narrows pad-12-16 card" data-wide aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <LoadableView of={drawn}>
        {(groups) => (
          <DaysChart
            drawn={groups}
            title={title}
            onPick={(group) => {
              if (!group) return
              void tableOf(sheet)
                .getState()
                .apply(rowsOfGroup(query, groups.choice, group))
              go({ screen: 'sheet', id: sheet })
            }}
          />
        )}
      </LoadableView>
    </section>
  )
}
