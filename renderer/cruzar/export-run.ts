import type { Outcome, Run } from '../../preload/contract/cruzar.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { formatOf } from '../kernel/format.ts'
import { languageStore, messagesNow } from '../kernel/messages.ts'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { outcomeOrder } from './outcomes.ts'
import type { RunExportStore } from './run-export-store.ts'

/** Exports rows of a run and says so quietly when the file is there; what a spreadsheet does not show of it is always said. */
export async function exportRun(
  store: RunExportStore,
  run: Run,
  outcomes: readonly Outcome[],
  format: ExportFormat,
): Promise<void> {
  const saved = await store.getState().save({ run, outcomes, format, name: fileName(run, outcomes) })
  if (!saved) return
  const texts = messagesNow().tables.export
  const message = `${texts.saved(saved.name, saved.rows)}.`
  noticeSaved({ title: texts.savedTitle, message, notes: texts.notes(saved), file: saved.file })
}

/** "campanha - ausentes e inválidas": the file says what is in it. */
function fileName(run: Run, outcomes: readonly Outcome[]): string {
  const { cruzar } = messagesNow()
  const some = outcomes.length < outcomeOrder.length ? outcomes : []
  const words = some.map((outcome) => cruzar.run.figures[outcome].toLocaleLowerCase())
  return cruzar.export.fileName(run.name, formatOf(languageStore.getState().language).list(words))
}
