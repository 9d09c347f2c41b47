import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { SavedFile } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { Session } from './session.ts'
import { CommandError } from './usage-error.ts'

/** The absolute path of an output file whose folder is there; a sentence when it is not. */
export async function demandTarget(file: string, messages: Messages): Promise<string> {
  const target = path.resolve(file)
  const folder = path.dirname(target)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new CommandError(messages.cli.noFolder(folder))
  return target
}

/** A written file as facts of a result; what a spreadsheet does not show of it is said on standard error. */
export function fileFacts(
  { print, messages }: Session,
  file: string,
  { saved: _, name: __, file: ___, ...facts }: SavedFile,
) {
  for (const sentence of messages.tables.export.notes(facts)) print.complain(sentence)
  return { file, ...facts }
}
