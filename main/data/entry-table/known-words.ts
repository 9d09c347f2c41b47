import type { Database } from '../store/encrypted-file.ts'

/** Names that entries were given to or decided by, and tags in use, in the order of the alphabet. */
export function knownWords(database: Database): { assignees: string[]; tags: string[] } {
  const words = (sql: string) => database.prepare<[], string>(sql).pluck().all().sort(byAlphabet)
  return {
    assignees: words(
      `select assignee from reviews where assignee is not null
       union select decided_by from reviews where decided_by is not null and decided_by <> ''`,
    ),
    tags: words('select distinct value from reviews, json_each(reviews.tags)'),
  }
}

const { compare: byAlphabet } = new Intl.Collator('pt-BR')
