import type { Database } from '../store/encrypted-file.ts'

/** How much of a platform is kept that a person may miss: offline sets of conversations, and data sets. */
export function weighPlatform(database: Database): { conversation_sets: number; datasets: number } {
  const count = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? 0
  return {
    conversation_sets: count('select count(*) from conversation_sets'),
    datasets: count('select count(*) from datasets'),
  }
}
