import * as z from 'zod'
import { type ReportQuestion, reportQuestion } from '../../preload/contract/reports.ts'
import { failureCodes } from '../../preload/values/failures.ts'
import type { Data } from '../data-calls.ts'

const body = z.object({ type: z.string(), text: z.string() })

const storedReport = z.object({
  question: reportQuestion,
  read_at: z.iso.datetime(),
  body,
  /** The previous period, where it was requested separately. */
  before: body.nullable(),
  compare_failure: z.enum(failureCodes).nullable(),
})

/** An unchanged answer, so that a later version may read more of it (docs/decisions/storage.md §16). */
export type StoredReport = z.output<typeof storedReport>

interface StoredReports {
  /** Newest first. */
  list(connectionId: string): Promise<StoredReport[]>
  /** The answer to this question, with any comparison. */
  find(question: ReportQuestion): Promise<StoredReport | null>
  /** Stores an answer in place of the one to the same question, or of the oldest. */
  put(report: StoredReport): Promise<void>
}

/** How many answers of a connection are stored. Facts have no limit of their own, so each answer has a slot. */
const mostReports = 24

/** The last reports of each connection, encrypted in its file. */
export function createStoredReports({ data }: { readonly data: Data }): StoredReports {
  const readSlots = async (connection_id: string) => {
    const facts = await data.ask('facts.read', { service: 'platform', connection_id, prefix: 'report/' })
    const slots = facts.flatMap(({ name, value }) => {
      const report = storedReport.safeParse(value).data
      return report ? [{ name, report }] : []
    })
    return slots.sort((one, other) => other.report.read_at.localeCompare(one.report.read_at))
  }
  const store = async (report: StoredReport) => {
    const { connection_id } = report.question
    const slots = await readSlots(connection_id)
    const same = slots.find((slot) => isSame(slot.report.question, report.question))
    const names = Array.from({ length: mostReports }, (_, index) => `report/${index}`)
    const free = names.find((name) => !slots.some((slot) => slot.name === name))
    const name = same?.name ?? free ?? slots.at(-1)?.name ?? 'report/0'
    await data.ask('facts.put', { service: 'platform', connection_id, name, value: report })
  }
  /** Writes run one after the other, since two at once would take the same slot. */
  let last: Promise<void> = Promise.resolve()

  return {
    list: async (connectionId) => (await readSlots(connectionId)).map(({ report }) => report),
    async find(question) {
      const slots = await readSlots(question.connection_id)
      return slots.find(({ report }) => isSame(report.question, question))?.report ?? null
    },
    put(report) {
      const stored = last.then(() => store(report))
      last = stored.catch(() => undefined)
      return stored
    },
  }
}

/** Whether both ask for the same report of the same days with the same parameters, with any comparison. */
function isSame(one: ReportQuestion, other: ReportQuestion): boolean {
  const identity = ({ report, since, until, parameters }: ReportQuestion) =>
    JSON.stringify([report, since, until, parameters.map(({ name, value }) => [name, value])])
  return identity(one) === identity(other)
}
