import { orNotFound } from '../kernel/failure.ts'
import type { Services } from '../services.ts'
import { idOf, type SheetSchedule } from './stored-schedule.ts'
import { type ScheduleTarget, taskEnded } from './target.ts'

/** Sheets that are refreshed, quickly or in full. */
export function createSheetTarget(deps: Services): ScheduleTarget<SheetSchedule> {
  const sheetOf = async (id: string) => (await deps.ask('sheets.list', {})).find((sheet) => sheet.id === id)
  return {
    async scheduleOf(id, all) {
      return all.filter((stored) => 'sheet_id' in stored).find(({ sheet_id }) => sheet_id === id) ?? null
    },
    async describe(id, _, { mode }) {
      orNotFound(await sheetOf(id))
      return { id: idOf({ sheet_id: id }), facts: () => ({ sheet_id: id, mode }) }
    },
    async workOf({ sheet_id, mode }) {
      return (await sheetOf(sheet_id)) ? () => refreshSheet(deps, sheet_id, mode) : null
    },
  }
}

/** Waits for the reading of a sheet that is under way, or for a new one. Throws what it failed with. */
export async function refreshSheet(deps: Services, id: string, mode: SheetSchedule['mode']): Promise<void> {
  const { ask, tasks, closing } = deps
  const reading = tasks.runningOn(id) ?? (await ask('sheets.refresh', { id, mode }, closing)).task_id
  await taskEnded(deps, reading)
}
