import type { ColumnFilter, TableColumn, TableQuery } from '../../preload/contract/table-queries.ts'
import { type FilterWords, filterSentence } from '../../preload/messages/filter-sentence.ts'
import { groupHeading } from '../../preload/messages/table-words.ts'
import { changedPart } from './arrangement.ts'
import { fieldKey } from './groups.ts'
import type { Arrangement } from './table-state.ts'

/** What a change of how a table is shown did, in words: "Agente: Ana", "Telefone oculta". */
export function changeSentence(
  from: Arrangement,
  to: Arrangement,
  columns: readonly TableColumn[],
  by: FilterWords,
): string {
  const texts = by.messages.tables.views.change
  const heading = (key: string) => {
    const column = columns.find((one) => one.key === key)
    return column ? by.heading(column) : key
  }
  switch (changedPart(from, to)) {
    case 'search':
      return texts.search(to.query.search)
    case 'filters':
      return filterChange(from.query, to.query, columns, by)
    case 'sort':
      return texts.sort(
        to.query.sort.map(({ column, descending }) => `${heading(column)} ${descending ? '↓' : '↑'}`).join(', '),
      )
    case 'groups': {
      const named = { messages: by.messages, heading, value: by.value }
      const fields = to.grouping?.by.map((field) => groupHeading({ key: fieldKey(field) }, named)) ?? []
      return texts.groups(by.list(fields))
    }
    case 'columns':
      return columnChange(from, to, heading, by)
  }
}

function filterChange(from: TableQuery, to: TableQuery, columns: readonly TableColumn[], by: FilterWords): string {
  const texts = by.messages.tables.views.change
  const sentenceOf = (filter: ColumnFilter) => {
    const column = columns.find(({ key }) => key === filter.column)
    return column ? filterSentence(filter, column, by) : filter.column
  }
  const isIn = ({ filters }: TableQuery, filter: ColumnFilter) => filters.includes(filter)
  const added = to.filters.find((filter) => !isIn(from, filter))
  if (added) return texts.added(sentenceOf(added))
  const removed = from.filters.filter((filter) => !isIn(to, filter))
  return removed.length > 0 ? texts.removed(by.list(removed.map(sentenceOf))) : texts.conditions
}

function columnChange(
  from: Arrangement,
  to: Arrangement,
  heading: (key: string) => string,
  { messages }: FilterWords,
): string {
  const texts = messages.tables.views.change
  const former = new Map(from.columns.map((column) => [column.key, column]))
  const changed = to.columns.filter((column) => JSON.stringify(column) !== JSON.stringify(former.get(column.key)))
  const [one] = changed
  const earlier = one && former.get(one.key)
  if (!one || !earlier || changed.length > 1) return texts.columns
  const name = heading(one.key)
  if (one.hidden !== earlier.hidden) return one.hidden ? texts.hidden(name) : texts.shown(name)
  return one.pinned === earlier.pinned ? texts.width(name) : texts.pinned(name)
}
