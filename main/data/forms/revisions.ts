import type { Database } from '../store/encrypted-file.ts'

/** What a table of entries is made of: each part has a number that grows whenever something of it changes. */
export type RevisedPart = 'forms' | 'entries' | 'reviews' | 'rules'

/** The numbers as the file has them now, changes of another process included; cheap, asked with every call. */
export function revisionsOf(database: Database): Readonly<Record<RevisedPart, number>> {
  const json = database.prepare<[], string>(`select json from facts where name = 'revisions'`).pluck().get()
  // The file is authenticated: what stands in it is what `revise` wrote.
  return { ...unrevised, ...(json === undefined ? {} : (JSON.parse(json) as Record<RevisedPart, number>)) }
}

/** Says that these parts changed; called within the transaction that changes them. */
export function revise(database: Database, ...parts: readonly RevisedPart[]): void {
  const revisions = { ...revisionsOf(database) }
  for (const part of parts) revisions[part] += 1
  database.prepare(`insert or replace into facts (name, json) values ('revisions', ?)`).run(JSON.stringify(revisions))
}

const unrevised: Readonly<Record<RevisedPart, number>> = { forms: 0, entries: 0, reviews: 0, rules: 0 }
