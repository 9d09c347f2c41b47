import type { ExportFormat, TableColumn, TableRef, tables } from '../../preload/contract/tables.ts'
import { catalogues, type Messages } from '../../preload/messages/catalogue.ts'
import { forwardToData } from '../data/calls.ts'
import type { Words } from '../data/sheet-calls.ts'
import { saveFor } from '../kernel/host-files.ts'
import type { Handlers } from '../kernel/router.ts'
import type { Services } from '../services.ts'

/** Any table of the data process: shown, copied, exported, arranged. */
export function createTablesService({ data, targets, language, zone }: Services): Handlers<typeof tables> {
  const messages = () => catalogues[language()]

  return {
    ...forwardToData(data, [
      'tables.shape',
      'tables.rows',
      'tables.position',
      'tables.values',
      'tables.layout',
      'tables.arrange',
    ]),

    async 'tables.copy'(input, { signal }) {
      const { columns } = await data.ask('tables.shape', input)
      const headings = input.excel ? headingsOf(input.table.kind, columns, input.columns, messages()) : null
      return data.ask('tables.copy', { ...input, headings, words: wordsOf(messages()), zone: zone() }, { signal })
    },

    async 'tables.export'(input, { signal, progress }) {
      const shape = await data.ask('tables.shape', input)
      const keys = input.columns ?? shape.columns.map(({ key }) => key)
      const raw = input.format === 'csv-raw' || input.table.kind === 'run'
      const headings = raw
        ? rawHeadingsOf(shape.columns, keys)
        : headingsOf(input.table.kind, shape.columns, keys, messages())
      return saveFor(targets, fileName(input.name, input.format, messages()), (path) =>
        data.ask(
          'tables.export',
          {
            table: input.table,
            query: input.query,
            rows: input.rows,
            columns: keys.map((key, index) => ({ key, heading: headings[index] ?? key })),
            format: input.format,
            path,
            sheet_name: input.name,
            words: wordsOf(messages()),
            zone: zone(),
          },
          { signal, progress },
        ),
      )
    },
  }
}

/** The catalogue's word for metadata, the heading that the column brings, the catalogue's for a field, alone or as `lead_…`. */
function headingsOf(
  kind: TableRef['kind'],
  columns: readonly TableColumn[],
  keys: readonly string[],
  messages: Messages,
): string[] {
  const own = new Map(columns.map(({ key, heading }) => [key, heading]))
  const fields: Readonly<Record<string, string>> = messages.leads.fields
  const named: Readonly<Record<string, string>> = {
    ...messages.cruzar.columns,
    ...messages.entries.columns,
    ...(kind === 'conversations' ? messages.conversations.columns : {}),
  }
  const metadata: Readonly<Record<string, string>> = messages.entries.metadata.keys
  const leadHeading = (key: string) => {
    const field = key.startsWith('lead_') ? fields[key.slice('lead_'.length)] : undefined
    return field === undefined ? undefined : messages.cruzar.leadHeading(field)
  }
  return keys.map((key) => {
    const meta = key.startsWith('meta:') ? metadata[key.slice('meta:'.length)] : undefined
    return meta ?? own.get(key) ?? named[key] ?? fields[key] ?? leadHeading(key) ?? key
  })
}

/** Field names as they are: for systems, and for runs, whose added columns have fixed names. */
function rawHeadingsOf(columns: readonly TableColumn[], keys: readonly string[]): string[] {
  const own = new Map(columns.map(({ key, heading }) => [key, heading]))
  return keys.map((key) => own.get(key) ?? key)
}

function wordsOf(messages: Messages): Words {
  return {
    status: messages.leads.status,
    outcome: messages.cruzar.outcomes,
    reason: messages.cruzar.reasons,
    codes: {
      ...messages.entries.codes,
      '': messages.datasets.booleans,
      cruzar_degrau: messages.cruzar.rungs,
      prioridade: messages.conversations.priorities,
      ultima_mensagem_de: messages.conversations.from,
      ultima_mensagem_anexos: messages.conversations.attachments,
      ultima_mensagem_entrega: messages.conversations.deliveries,
    },
  }
}

/** The two CSV modes are named in the file's name, so that nobody feeds a protected file to a system by mistake. */
function fileName(name: string, format: ExportFormat, messages: Messages): string {
  if (format === 'xlsx') return `${name}.xlsx`
  return `${name} (${messages.tables.export.formats[format]}).csv`
}
