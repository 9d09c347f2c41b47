import type { Command } from 'commander'
import { lossesOf } from '../../preload/messages/losses.ts'
import type { CommandDeps, Session } from './session.ts'
import { UsageError } from './usage-error.ts'

/** `cruza erase`: everything that Cruza keeps in the folder of data, and its entries of the keychain; needs `--yes`. */
export function addEraseCommand(program: Command, { messages, start }: CommandDeps): void {
  const words = messages.cli.erase
  program
    .command('erase')
    .description(words.command)
    .option('--yes', words.yes, false)
    .action(({ yes }: { yes: boolean }) => start((session) => erase(session, yes)))
}

/** Says what goes, with its numbers; the exit code is 1 where something could not be erased. */
async function erase({ ask, print, messages }: Session, confirmed: boolean): Promise<number> {
  const words = messages.settings.erase
  const weight = await ask('app.weigh', {})
  const losses = lossesOf(weight, words)
  if (!confirmed) throw new UsageError(messages.cli.erase.needsYes(losses, weight.folder))
  const { details } = await ask('app.erase', { word: words.word })
  const left = details?.split('\n') ?? []
  print.result({ ...weight, left }, [messages.cli.erase.erased, ...losses])
  if (details === null) return 0
  print.complain(`${words.partText}\n${details}`)
  return 1
}
