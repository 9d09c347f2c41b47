import * as z from 'zod'
import { type ReportQuestion, reportQuestion } from '../../preload/contract/reports.ts'
import { failureCodes } from '../../preload/contract/wire.ts'
import type { Data } from '../data/calls.ts'

const body = z.object({ type: z.string(), text: z.string() })
const keptReport = z.object({
  question: reportQuestion,
  read_at: z.iso.datetime(),
  body,
  /** The period before, where it was asked for on its own. */
  before: body.nullable(),
  compare_failure: z.enum(failureCodes).nullable(),
})
/** An answer as it came, so that what is learnt of its shape later helps it as well (features.md §8, "store the raw body"). */
export type KeptReport = z.output<typeof keptReport>

export interface KeptReports {
  /** Newest first. */
  list(connectionId: string): Promise<KeptReport[]>
  /** The answer to this question, whatever it compares with. */
  find(question: ReportQuestion): Promise<KeptReport | null>
  /** Keeps an answer in place of the one to the same question, or of the oldest. */
  put(kept: KeptReport): Promise<void>
}

/** Answers of a connection that stay readable; facts have no end of their own, so they have places. */
const places = 24

/** The last reports of each connection, encrypted in its file. */
export function createKeptReports({ data }: { readonly data: Data }): KeptReports {
  const slots = async (connection_id: string) => {
    const facts = await data.ask('facts.read', { service: 'platform', connection_id, prefix: 'report/' })
    return facts.flatMap(({ name, value }) => {
      const kept = keptReport.safeParse(value).data
      return kept ? [{ name, kept }] : []
    })
  }
  const newest = (one: KeptReport, other: KeptReport) => other.read_at.localeCompare(one.read_at)
  const store = async (kept: KeptReport) => {
    const { connection_id } = kept.question
    const used = await slots(connection_id)
    const same = used.find((slot) => isSame(slot.kept.question, kept.question))
    const free = Array.from({ length: places }, (_, place) => `report/${place}`).find(
      (name) => !used.some((slot) => slot.name === name),
    )
    const oldest = used.toSorted((one, other) => newest(other.kept, one.kept))[0]
    const name = same?.name ?? free ?? oldest?.name ?? 'report/0'
    await data.ask('facts.put', { service: 'platform', connection_id, name, value: kept })
  }
  /** Two at once would take the same place. */
  let last: Promise<void> = Promise.resolve()

  return {
    list: async (connectionId) => (await slots(connectionId)).map(({ kept }) => kept).sort(newest),
    async find(question) {
      const found = (await slots(question.connection_id)).find(({ kept }) => isSame(kept.question, question))
      return found?.kept ?? null
    },
    put(kept) {
      const stored = last.then(() => store(kept))
      last = stored.catch(() => undefined)
      return stored
    },
  }
}

function isSame(one: ReportQuestion, other: ReportQuestion): boolean {
  return identity(one) === identity(other)
}

function identity({ report, since, until, parameters }: ReportQuestion): string {
  return JSON.stringify([report, since, until, parameters.map(({ name, value }) => [name, value])])
}
