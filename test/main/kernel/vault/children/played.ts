/** The keychain of another system: serves what `PLAYED` says in place of keytar. */
import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openParentPort } from '../../../../../main/kernel/child-process.ts'
import { type KeychainLibrary, serveKeychain } from '../../../../../main/kernel/vault/serve-keychain.ts'

export interface Played {
  readonly platform: NodeJS.Platform
  /** With what every call is rejected, in the words of the system. */
  readonly error?: string
  /** Every call waits, as for a person, until this file is there. */
  readonly answeredBy?: string
  readonly entries?: Readonly<Record<string, string>>
}

// The wire: the only sender is the test.
const { platform, error, answeredBy, entries = {} } = JSON.parse(process.env.PLAYED ?? '{}') as Played
const kept = new Map(Object.entries(entries))

async function asked<T>(answer: () => T): Promise<T> {
  while (answeredBy !== undefined && !existsSync(answeredBy)) await wait(10)
  if (error !== undefined) throw new Error(error)
  return answer()
}

const library: KeychainLibrary = {
  getPassword: (_, account) => asked(() => kept.get(account) ?? null),
  setPassword: (_, account, password) =>
    asked(() => {
      // What CredWrite states about a larger blob, by its code: RPC_X_BAD_STUB_DATA.
      if (platform === 'win32' && Buffer.byteLength(password) > 2560) throw new Error('The stub received bad data.')
      kept.set(account, password)
    }),
  deletePassword: (_, account) => asked(() => kept.delete(account)),
}

serveKeychain(openParentPort(), { platform, load: async () => library })
