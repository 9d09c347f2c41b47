import type { ChildPort } from '../child-port.ts'
import { AppFailure } from '../failure.ts'
import { lostSecret } from './data-key.ts'
import { createKeychain } from './keychain.ts'
import type { Marker, MarkerContent } from './marker.ts'
import { checkEntry, type Vault, type VaultState } from './vault.ts'

export interface KeychainVaultDeps {
  readonly marker: Marker
  readonly platform: NodeJS.Platform
  /** Starts the keychain process. */
  readonly start: () => ChildPort
  /** Milliseconds for one call to the keychain; 15,000 when left out. */
  readonly timeout?: number
}

export interface KeychainVault extends Vault {
  /** Writes down that the keychain is this directory's vault, after a probe has shown that it keeps and returns. */
  choose(): Promise<MarkerContent>
}

/**
 * The keychain of the operating system. Entries are `Cruza` / `<install id>/<name>`. That nothing is there is believed
 * only of an open keychain and only for a name that the marker does not know.
 */
export function createKeychainVault(deps: KeychainVaultDeps): KeychainVault {
  const { marker, platform, timeout = 15_000 } = deps
  const keychain = createKeychain({ start: deps.start, timeout, idle: 60_000 })
  /** Before anything is stored, the keychain has to prove itself; afterwards the marker is believed. */
  const choose = async () => {
    const content = await marker.read()
    if (content?.kind === 'keychain' && content.names.length > 0) return content
    await keychain.probe()
    return marker.choose('keychain')
  }
  const accountOf = (content: MarkerContent, name: string) => `${content.installId}/${name}`

  return {
    kind: 'keychain',
    choose,
    async status() {
      const { state, provider } = await inspected(keychain.inspect)
      return { kind: 'keychain', state, backend: backendName(platform, provider) }
    },
    async read(name) {
      checkEntry(name)
      const content = await marker.read()
      if (!content) {
        await keychain.inspect()
        return undefined
      }
      const secret = await keychain.get(accountOf(content, name))
      if (secret === undefined && content.names.includes(name)) throw lostSecret(name)
      return secret
    },
    write: (name, secret) =>
      marker.alone(async () => {
        checkEntry(name, secret)
        const account = accountOf(await choose(), name)
        await keychain.set(account, secret)
        if ((await keychain.get(account)) !== secret) throw new AppFailure('vault_unavailable', {}, 'does not keep')
        await marker.remember(name)
      }),
    remove: (name) =>
      marker.alone(async () => {
        checkEntry(name)
        const content = await marker.read()
        if (!content) return
        await keychain.delete(accountOf(content, name))
        await marker.forget(name)
      }),
    alone: marker.alone,
    close: keychain.close,
  }
}

async function inspected(
  inspect: () => Promise<{ readonly provider: string | undefined }>,
): Promise<{ readonly state: VaultState; readonly provider?: string | undefined }> {
  try {
    return { state: 'open', provider: (await inspect()).provider }
  } catch (error) {
    const isLocked = error instanceof AppFailure && error.code === 'vault_locked'
    return { state: isLocked ? 'locked' : 'unavailable' }
  }
}

/** Proper names, the same in every language. */
function backendName(platform: NodeJS.Platform, provider: string | undefined): string {
  if (platform === 'darwin') return 'macOS Keychain'
  if (platform === 'win32') return 'Windows Credential Manager'
  return provider ? `Secret Service (${provider})` : 'Secret Service'
}
