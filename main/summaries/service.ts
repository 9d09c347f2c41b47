import { type Summary, type SummaryPage, type summaries, summary } from '../../preload/contract/summaries.ts'
import { catalogues, type Messages } from '../../preload/messages/catalogue.ts'
import { rowName, sectionTitle } from '../../preload/messages/summary-words.ts'
import { exportFileName } from '../../preload/messages/table-words.ts'
import type { FailureCode } from '../../preload/values/failures.ts'
import { outcomeNames } from '../../preload/values/outcomes.ts'
import type { ReportFileColumn, RowsOrigin } from '../engine/export-calls.ts'
import { AppFailure, failureOf, orNotFound } from '../kernel/failure.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'
import { makePage } from './make-page.ts'

const collection = 'summaries'

/** Pages for a meeting, a record each in app.db with the page that was made last. */
export function createSummariesService(deps: Services): Handlers<typeof summaries> {
  const { data, changed, exports, language, zone, printPage } = deps
  const list = async (): Promise<Summary[]> => {
    const records = await data.ask('records.list', { collection })
    return records
      .flatMap(({ value }) => summary.safeParse(value).data ?? [])
      .sort((one, other) => one.name.localeCompare(other.name, 'pt-BR', { numeric: true }))
  }
  const read = async (id: string): Promise<Summary> => orNotFound((await list()).find((one) => one.id === id))
  /** Throws `name_taken` where another one has the name. */
  const put = async (value: Summary): Promise<Summary> => {
    const others = (await list()).filter(({ id }) => id !== value.id)
    if (others.some(({ name }) => name === value.name)) throw new AppFailure('name_taken')
    await data.ask('records.put', { collection, id: value.id, value })
    changed('summaries')
    return value
  }
  const pageOf = ({ page }: Summary): SummaryPage => orNotFound(page)

  return {
    'summaries.list': list,

    'summaries.save': ({ id, ...choices }) => put({ ...choices, id: id ?? crypto.randomUUID(), page: null }),

    'summaries.rename': async ({ id, name }) => put({ ...(await read(id)), name }),

    async 'summaries.forget'({ id }) {
      await data.ask('records.remove', { collection, id })
      changed('summaries')
      return list()
    },

    async 'summaries.make'({ id, refresh }, { signal }) {
      const chosen = await read(id)
      const failure = refresh ? await refreshed(chosen.sheet_id, deps, signal) : null
      const page = await makePage(chosen, deps, signal)
      return put({ ...chosen, page: { ...page, refresh_failure: failure } })
    },

    async 'summaries.export'({ id, format, origin: withOrigin }, { signal }) {
      const chosen = await read(id)
      const page = pageOf(chosen)
      const messages = catalogues[language()]
      const { connection_id } = page
      const file = { ...linesOf(page, messages), format, sheet_name: chosen.name, zone: zone() }
      return exports.save(exportFileName(chosen.name, format, messages), async (target) => {
        const context = await exports.originFor(target, withOrigin)
        const origin = context && { ...context, source: originOf(page), selection: null }
        const written = await data.ask('reports.write_file', { ...file, path: target.path, origin }, { signal })
        return { written, about: { connection_id, name: chosen.name, kind: 'summary', format, rows: written.rows } }
      })
    },

    async 'summaries.print'({ id }, { signal }) {
      if (!printPage) return null
      const chosen = await read(id)
      const { connection_id } = pageOf(chosen)
      return exports.saveBytes(
        { connection_id, name: chosen.name, kind: 'summary', format: 'pdf', read: printPage },
        signal,
      )
    },
  }
}

function originOf({ sheet_name, connection_id, read_at, is_partial }: SummaryPage): RowsOrigin {
  const state = is_partial ? 'partial' : 'complete'
  return { kind: 'sheet', name: sheet_name, connection_id, read_at, state, filters: null, counts: {} }
}

/** Refreshes a sheet quickly. Gives why it could not: the page is then made of the rows that are stored. */
async function refreshed(
  id: string,
  { ask, tasks }: Pick<Services, 'ask' | 'tasks'>,
  signal: AbortSignal,
): Promise<FailureCode | null> {
  try {
    const taskId = tasks.runningOn(id) ?? (await ask('sheets.refresh', { id, mode: 'quick' }, signal)).task_id
    const task = taskId === null ? undefined : await tasks.ended(taskId)
    if (task?.failure) return task.failure.code
    return task?.state === 'cancelled' ? 'cancelled' : null
  } catch (error) {
    if (signal.aborted) throw error
    return failureOf(error).code
  }
}

/** The lines of a page as a table: the part, the line, its values now and before. */
function linesOf(page: SummaryPage, messages: Messages) {
  const texts = messages.summaries
  const columns: readonly ReportFileColumn[] = [
    { heading: texts.columns.part, kind: 'text' },
    { heading: texts.columns.line, kind: 'text' },
    { heading: texts.columns.now, kind: 'number' },
    { heading: texts.columns.before, kind: 'number' },
    { heading: texts.columns.hours, kind: 'number' },
  ]
  const ofSections = page.sections.flatMap((section) =>
    section.rows.map((row) => [
      sectionTitle(section, messages),
      rowName(section, row, messages),
      row.now,
      row.before,
      row.hours,
    ]),
  )
  const ofLists = (page.lists ?? []).flatMap(({ name, outcomes, before }) =>
    outcomeNames.map((outcome) => [
      `${texts.titles.lists}: ${name}`,
      messages.cruzar.run.figures[outcome],
      outcomes[outcome],
      before?.[outcome] ?? null,
      null,
    ]),
  )
  const ofPeople = (page.people ?? []).map(({ name, phone, hours }) => [
    texts.titles.people,
    [name, phone].filter((text) => text !== '').join(' · '),
    null,
    null,
    hours,
  ])
  return { columns, rows: [...ofSections, ...ofLists, ...ofPeople] }
}
