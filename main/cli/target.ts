import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { CommandError } from './usage-error.ts'

/** The absolute path of an output file whose folder is there; a sentence when it is not. */
export async function demandTarget(file: string, messages: Messages): Promise<string> {
  const target = path.resolve(file)
  const folder = path.dirname(target)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new CommandError(messages.cli.noFolder(folder))
  return target
}
