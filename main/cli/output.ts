import { stat } from 'node:fs/promises'
import path from 'node:path'
import { SingleBar } from 'cli-progress'
import type { SavedFile } from '../../preload/contract/tables.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { Session } from './session.ts'
import { CommandError } from './usage-error.ts'

/** Where the command line writes: results on standard output, everything else on standard error. */
export interface Output {
  /** One JSON object with `--json`, the lines otherwise. */
  result(json: Readonly<Record<string, unknown>>, lines: readonly string[]): void
  /** A sentence for the person; silent with `--quiet`. */
  note(sentence: string): void
  /** What went wrong, always. */
  warn(sentence: string): void
  bar(label: string): { update(done: number, total: number | null): void; stop(): void }
}

export interface OutputOptions {
  readonly json: boolean
  readonly quiet: boolean
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

export function createOutput({ json, quiet, stdout, stderr }: OutputOptions): Output {
  const note = (sentence: string) => {
    if (!quiet) stderr.write(`${sentence}\n`)
  }
  return {
    result(object, lines) {
      stdout.write(json ? `${JSON.stringify(object)}\n` : lines.map((line) => `${line}\n`).join(''))
    },
    note,
    warn: (sentence) => void stderr.write(`${sentence}\n`),
    bar(label) {
      // A log file wants no moving bar: the sentence before and after it is enough there.
      if (quiet || !stderr.isTTY) return { update() {}, stop() {} }
      const bar = new SingleBar({
        format: joinFacts([`${label} [{bar}] {value}/{total}`, '{duration_formatted}', 'ETA {eta_formatted}']),
        stream: stderr,
        hideCursor: true,
      })
      bar.start(1, 0)
      return {
        update(done, total) {
          bar.setTotal(total ?? Math.max(done, 1))
          bar.update(done)
        },
        stop: () => bar.stop(),
      }
    },
  }
}

/** The absolute path of an output file whose folder is there; a sentence when it is not. */
export async function requireTarget(file: string, messages: Messages): Promise<string> {
  const target = path.resolve(file)
  const folder = path.dirname(target)
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new CommandError(messages.cli.noFolder(folder))
  return target
}
/** A written file as facts of a result; what a spreadsheet does not show of it is noted on standard error. */
export function fileFacts(
  { print, messages }: Session,
  file: string,
  { saved: _, name: __, file: ___, ...facts }: SavedFile,
) {
  for (const sentence of messages.tables.export.notes(facts)) print.warn(sentence)
  return { file, ...facts }
}
