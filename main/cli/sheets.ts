import type { LeadFilter, Sheet } from '../../preload/contract/sheets.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { isolate, joinFacts } from '../../preload/messages/isolate.ts'
import { platformNamed } from './connections.ts'
import { CommandError, fileFacts, requireTarget, type Session, UsageError } from './session.ts'

interface PullOptions {
  readonly connection: string
  readonly filter: LeadFilter
  /** Whether the command named any filter: an existing sheet keeps its own. */
  readonly given: boolean
}

/** Reads a sheet whole: a new one, an interrupted one from where it stopped, or a full one again. */
export async function pull(session: Session, name: string, options: PullOptions): Promise<number> {
  const { messages, print } = session
  const started = Date.now()
  const sheet = await begin(session, name, options)
  try {
    await session.follow(sheet.task_id, name)
  } finally {
    const now = await sheetNamed(session, name)
    const complete = now.badge.kind === 'complete'
    const seconds = (Date.now() - started) / 1000
    const requests = session.pullRequests()
    const facts = {
      rows: now.rows,
      total: now.total,
      complete,
      requests,
      seconds,
      badge: now.badge.kind,
      reason: now.badge.reason,
    }
    print.result({ sheet: name, ...facts }, [
      messages.cli.pulled(name, now.rows, messages.sheets.badges[now.badge.kind]),
    ])
  }
  return 0
}

async function begin(session: Session, name: string, { connection, filter, given }: PullOptions): Promise<Sheet> {
  const { ask } = session
  const { id } = await platformNamed(session, connection)
  const existing = (await ask('sheets.list', {})).find((sheet) => sheet.name === name)
  if (!existing) return ask('sheets.create', { connection_id: id, filter, name })
  const other = given && JSON.stringify(existing.filter) !== JSON.stringify(filter)
  if (existing.connection_id !== id || other) throw new UsageError(session.messages.cli.sheetDiffers(name))
  const unfinished = existing.badge.kind === 'partial' || existing.interrupted !== null
  return unfinished
    ? ask('sheets.resume', { id: existing.id })
    : ask('sheets.refresh', { id: existing.id, mode: 'full' })
}

export async function listSheets({ ask, messages, print }: Session): Promise<number> {
  const sheets = await ask('sheets.list', {})
  const lines = sheets.map(({ name, rows, badge, connection_name }) =>
    joinFacts([
      name,
      messages.common.rows(rows),
      messages.sheets.badges[badge.kind],
      connection_name || messages.sheets.forgottenConnection,
    ]),
  )
  print.result({ sheets }, lines)
  return 0
}

export async function exportSheet(session: Session, name: string, file: string, format: ExportFormat): Promise<number> {
  const { ask, messages, print } = session
  const sheet = await sheetNamed(session, name)
  const complete = tellWhole(session, sheet)
  session.saveTo(await requireTarget(file, messages))
  const bar = print.bar(name)
  const saved = await ask(
    'tables.export',
    { table: { kind: 'sheet', id: sheet.id }, query: {}, columns: null, format, name },
    ({ rows, total }) => bar.update(rows, total),
  ).finally(() => bar.stop())
  print.result({ ...fileFacts(session, file, saved), complete }, [messages.cli.exported(file, saved.rows)])
  return 0
}

/**
 * Whether the sheet is whole; a sentence on standard error when it is not, since a part must not pass for the whole. That of
 * a quick refresh states what the refresh cannot see.
 */
export function tellWhole({ print, messages }: Session, { name, badge }: Sheet): boolean {
  const { cli, sheets } = messages
  if (badge.kind === 'refreshed') print.warn(`“${isolate(name)}”: ${sheets.reasons.quick}`)
  else if (badge.kind !== 'complete') print.warn(cli.notWhole(name, sheets.badges[badge.kind]))
  return badge.kind === 'complete'
}

/** The sheet of a name; a sentence when there is none. */
export async function sheetNamed({ ask, messages }: Session, name: string): Promise<Sheet> {
  const found = (await ask('sheets.list', {})).find((sheet) => sheet.name === name)
  if (!found) throw new CommandError(messages.cli.noSheet(name))
  return found
}
