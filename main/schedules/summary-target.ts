import { orNotFound } from '../kernel/failure.ts'
import type { Services } from '../services.ts'
import { idOf, type SummarySchedule } from './stored-schedule.ts'
import type { ScheduleTarget } from './target.ts'

/** Summaries that are made anew, after a quick refresh of their sheet. */
export function createSummaryTarget({ ask, closing }: Services): ScheduleTarget<SummarySchedule> {
  const summaryOf = async (id: string) => (await ask('summaries.list', {})).find((summary) => summary.id === id)
  return {
    async scheduleOf(id, all) {
      return all.filter((stored) => 'summary_id' in stored).find(({ summary_id }) => summary_id === id) ?? null
    },
    async describe(id) {
      orNotFound(await summaryOf(id))
      return { id: idOf({ summary_id: id }), facts: () => ({ summary_id: id }) }
    },
    async workOf({ summary_id: id }) {
      return (await summaryOf(id))
        ? async () => void (await ask('summaries.make', { id, refresh: true }, closing))
        : null
    },
  }
}
