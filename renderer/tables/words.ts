import type { TableColumn } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { conversationStatusWord, leadFieldHeading } from './lead-words.ts'

/** What a table's columns and fixed values are called; another kind of table brings its own. */
export interface TableWords {
  heading(column: Pick<TableColumn, 'key' | 'heading'>): string
  /** The word for a value of a column, such as "Aberta" for `open`; most values are their own word. */
  value(column: Pick<TableColumn, 'key' | 'type'>, value: string): string
}

/** The words of a table of leads: the catalogue's headings and statuses, or the heading that the column brings. */
export function leadWords(messages: Messages): TableWords {
  return {
    heading: ({ key, heading }) => heading ?? leadFieldHeading(messages, key) ?? key,
    value: ({ type }, value) => (type === 'status' ? conversationStatusWord(messages, value) : value),
  }
}
