import type { ExportFormat } from '../contract/saved-files.ts'
import type { TableColumn, TableRef } from '../contract/table-queries.ts'
import { contactPrefixes } from '../values/duplicate-pairs.ts'
import { isCsv } from '../values/export-formats.ts'
import { formerPrefix } from '../values/sheet-differences.ts'
import type { Messages } from './catalogue.ts'

/**
 * The catalogue's word for metadata, the heading that the column brings, the catalogue's for a field, alone or as
 * `lead_…`.
 */
export function tableHeadings(
  kind: TableRef['kind'],
  columns: readonly TableColumn[],
  keys: readonly string[],
  messages: Messages,
): string[] {
  const headingByKey = new Map(columns.map(({ key, heading }) => [key, heading]))
  const fields: Readonly<Record<string, string>> = messages.leads.fields
  const named: Readonly<Record<string, string>> = {
    ...messages.cruzar.columns,
    ...messages.entries.columns,
    ...(kind === 'conversations' ? messages.conversations.columns : {}),
  }
  const duplicateHeadings: Readonly<Record<string, string>> = messages.duplicates.columns
  const metadata: Readonly<Record<string, string>> = messages.entries.metadata.keys
  const contactHeading = (key: string) => {
    const index = contactPrefixes.findIndex((prefix) => key.startsWith(prefix))
    const field = key.slice(contactPrefixes[index]?.length ?? 0)
    const heading = fields[field] ?? duplicateHeadings[field]
    return index < 0 || heading === undefined ? heading : messages.duplicates.contactHeading(heading, index + 1)
  }
  const leadHeading = (key: string) => {
    const field = key.startsWith('lead_') ? fields[key.slice('lead_'.length)] : undefined
    return field === undefined ? undefined : messages.cruzar.leadHeading(field)
  }
  return keys.map((key) => {
    const meta = key.startsWith('meta:') ? metadata[key.slice('meta:'.length)] : undefined
    if (kind === 'duplicates') return contactHeading(key) ?? key
    if (kind === 'difference') return headingByKey.get(key) ?? differenceHeading(messages, key)
    return meta ?? headingByKey.get(key) ?? named[key] ?? fields[key] ?? leadHeading(key) ?? key
  })
}

/** The heading of a column of what differs between two readings: the field's own, its former value's, or Cruza's. */
export function differenceHeading(messages: Messages, key: string): string {
  const named: Readonly<Record<string, string>> = { ...messages.leads.fields, ...messages.differences.columns }
  if (!key.startsWith(formerPrefix)) return named[key] ?? key
  const field = key.slice(formerPrefix.length)
  return messages.differences.former(named[field] ?? field)
}

/** The words for the codes of what differs between two readings, by the key of their column. */
export function differenceCodes({ differences, leads }: Messages): Readonly<Record<string, Words>> {
  return { mudanca: differences.kinds, campos_mudados: { ...leads.fields, extra: differences.extra } }
}

/** What headings of groups need of the table whose rows are grouped. */
interface GroupWords {
  readonly messages: Messages
  /** The heading of a column of that table. */
  heading(key: string): string
  value(column: Pick<TableColumn, 'key' | 'type'>, value: string): string
}

/** The heading of a column of groups: a field, a figure, or a value that stands across. */
export function groupHeading({ key, across }: Pick<TableColumn, 'key' | 'across'>, by: GroupWords): string {
  const { groups: texts } = by.messages.tables
  if (across) {
    const { column, type, value } = across
    return value === null ? by.messages.common.blank : groupValue({ key: column, type }, value, by)
  }
  if (key === 'group_rows') return texts.rows
  if (key === 'group_share') return texts.share
  const [kind = '', column = ''] = key.split(/:(.*)/s)
  const figures: Readonly<Record<string, ((heading: string) => string) | undefined>> = texts.figures
  const figure = figures[kind]
  if (figure) return figure(by.heading(column))
  const units: Words = texts.units
  return units[kind] === undefined ? by.heading(key) : texts.byUnit(by.heading(column), units[kind])
}

/** The word for a value of a field of groups; days and months as people read them. */
export function groupValue(column: Pick<TableColumn, 'key' | 'type'>, value: string, by: GroupWords): string {
  const { weekdays } = by.messages.tables.groups
  if (column.key.startsWith('weekday:')) return weekdays[value] ?? value
  if (column.type === 'day' || column.type === 'month') return value.split('-').reverse().join('/')
  return by.value(column, value)
}

type Words = Readonly<Record<string, string>>

/** Words that stand for codes in copied and exported text: outcomes and reasons stay codes in raw exports. */
export interface CodeWords {
  readonly status: Words
  readonly outcome: Words
  readonly reason: Words
  /** Of columns of codes, by the column's key; under the empty key those of any other, such as yes and no. */
  readonly codes: Readonly<Record<string, Words>>
}

/** The words for the codes of tables, by the type of their column or its key. */
export function tableWords(messages: Messages): CodeWords {
  return {
    status: messages.leads.status,
    outcome: messages.cruzar.outcomes,
    reason: messages.cruzar.reasons,
    codes: {
      ...messages.entries.codes,
      ...differenceCodes(messages),
      '': messages.datasets.booleans,
      weekday: messages.tables.groups.weekdays,
      cruzar_degrau: messages.cruzar.rungs,
      cruzar_antes: { ...messages.cruzar.outcomes, ...messages.cruzar.changeKinds },
      cruzar_mudanca: messages.cruzar.changeKinds,
      primeira_mensagem_dia_da_semana: messages.leads.weekdays,
      lead_primeira_mensagem_dia_da_semana: messages.leads.weekdays,
      par_degrau: messages.cruzar.rungs,
      par_motivo: messages.duplicates.reasons,
      prioridade: messages.conversations.priorities,
      ultima_mensagem_de: messages.conversations.from,
      ultima_mensagem_anexos: messages.conversations.attachments,
      ultima_mensagem_entrega: messages.conversations.deliveries,
    },
  }
}

/** The words of a table of rows where no screen shows it, such as in exports. */
export function wordsOfRows(kind: TableRef['kind'], columns: readonly TableColumn[], messages: Messages) {
  const words = tableWords(messages)
  return {
    heading: (key: string) => tableHeadings(kind, columns, [key], messages)[0] ?? key,
    value: ({ key, type }: Pick<TableColumn, 'key' | 'type'>, value: string) => {
      if (type === 'status' || type === 'outcome' || type === 'reason') return words[type][value] ?? value
      return (words.codes[key] ?? words.codes[key.split(':')[0] ?? ''] ?? words.codes[''])?.[value] ?? value
    },
  }
}

/** The two CSV modes are named in the file's name, so that nobody feeds a protected file to a system by mistake. */
export function exportFileName(name: string, format: ExportFormat, messages: Messages): string {
  if (!isCsv(format)) return `${name}.${format}`
  return `${name} (${messages.tables.export.formats[format]}).csv`
}
