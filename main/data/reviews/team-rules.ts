import { type SavedFilter, type SpamRules, savedFilter, spamRules } from '../../../preload/contract/reviews.ts'
import { foldText } from '../columns/fold-text.ts'
import { revise } from '../forms/revisions.ts'
import type { Database } from '../store/encrypted-file.ts'

/** What counts as a hint of spam until the team says otherwise. */
export const defaultRules: SpamRules = { blocked_words: [], links: 2, repeated: 3, seconds: 30, off: [] }

export function readRules(database: Database): SpamRules {
  const json = database.prepare<[], string>(`select json from facts where name = 'rules'`).pluck().get()
  return json === undefined ? defaultRules : spamRules.parse(JSON.parse(json))
}

/** Words are the same without case and accents; the writing of the first one stays. */
export function writeRules(database: Database, rules: SpamRules): SpamRules {
  const words = new Map([...rules.blocked_words].reverse().map((word) => [foldText(word), word]))
  const stored = { ...rules, blocked_words: [...words.values()].reverse(), off: [...new Set(rules.off)] }
  database
    .transaction(() => {
      database.prepare(`insert or replace into facts (name, json) values ('rules', ?)`).run(JSON.stringify(stored))
      revise(database, 'rules')
    })
    .immediate()
  return stored
}

/** The saved filters, by their names. */
export function readFilters(database: Database): SavedFilter[] {
  const rows = database.prepare<[], string>('select json from filters').pluck().all()
  return rows
    .map((json) => savedFilter.parse(JSON.parse(json)))
    .sort((one, other) => foldText(one.name).localeCompare(foldText(other.name)) || one.id.localeCompare(other.id))
}

export function writeFilter(database: Database, filter: SavedFilter): SavedFilter[] {
  database.prepare('insert or replace into filters (id, json) values (?, ?)').run(filter.id, JSON.stringify(filter))
  return readFilters(database)
}

export function forgetFilter(database: Database, id: string): SavedFilter[] {
  database.prepare('delete from filters where id = ?').run(id)
  return readFilters(database)
}
