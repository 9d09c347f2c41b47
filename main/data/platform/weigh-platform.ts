import type { Database } from '../store/encrypted-file.ts'

/** How much of a platform is kept that a person may miss: offline sets of conversations, and data sets. */
export function platformDeletionImpact(database: Database): { conversation_sets: number; datasets: number } {
  const count = (sql: string) => database.prepare<[], number>(sql).pluck().get() ?? 0
  return {
    conversation_sets: count('select count(*) from conversation_sets'),
    datasets: count('select count(*) from datasets'),
  }
}

/** Whether anything stands in the file but how long requests take (main/estimates/request-times.ts), which is of no account. */
export function isOfAccount(database: Database): boolean {
  const tables = database
    .prepare<[], string>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
    )
    .pluck()
    .all()
  return tables.some((table) => {
    const others = table === 'facts' ? "where name not like 'times/%'" : ''
    return database.prepare<[], number>(`select exists(select 1 from "${table}" ${others})`).pluck().get() === 1
  })
}
