import type { FailureCode } from '../../../preload/contract/wire.ts'
import type { ChildPort } from '../child-process.ts'
import { AppFailure } from '../failure.ts'
import { createKeychain } from './keychain.ts'
import type { Marker, MarkerContent } from './marker.ts'
import { checkEntry, lostSecret, type Vault, type VaultState } from './vault.ts'

export interface KeychainVaultDeps {
  readonly marker: Marker
  readonly platform: NodeJS.Platform
  /** Starts the keychain process. */
  readonly start: () => ChildPort
  /**
   * Milliseconds for one call to the keychain where no person is asked for anything; 15,000 when left out. macOS may ask, and
   * has forty times as long.
   */
  readonly timeout?: number
  /** Called when macOS starts asking the person for something, and when it has its answer. */
  asking?(isAsking: boolean): void
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
  const keychain = createKeychain({
    start: deps.start,
    idle: 60_000,
    ...(platform === 'darwin'
      ? { timeout: timeout * promptFactor, slow: { after: timeout / 5, onChange: deps.asking ?? (() => {}) } }
      : { timeout }),
  })
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
      const { provider, ...found } = await inspected(keychain.inspect)
      return { kind: 'keychain', backend: backendName(platform, provider), ...found }
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
        requireRoom(secret, platform)
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

/** Time for a person to find the password of their computer. */
const promptFactor = 40
/** CRED_MAX_CREDENTIAL_BLOB_SIZE (wincred.h); keytar stores UTF-8. Longer ones Windows refuses with a sentence about a stub. */
const mostBytesOfWindows = 5 * 512

/** `secret_too_long` before anything is written: a secret in parts could be left half written, and is no secret then. */
function requireRoom(secret: string, platform: NodeJS.Platform): void {
  const bytes = Buffer.byteLength(secret)
  if (platform !== 'win32' || bytes <= mostBytesOfWindows) return
  throw new AppFailure('secret_too_long', { bytes, most: mostBytesOfWindows })
}

async function inspected(
  inspect: () => Promise<{ readonly provider: string | undefined }>,
): Promise<{ readonly state: VaultState; readonly reason?: FailureCode; readonly provider?: string | undefined }> {
  try {
    return { state: 'open', provider: (await inspect()).provider }
  } catch (error) {
    if (!(error instanceof AppFailure)) return { state: 'unavailable' }
    if (error.code === 'vault_locked') return { state: 'locked' }
    return { state: 'unavailable', ...(error.code === 'vault_unavailable' ? {} : { reason: error.code }) }
  }
}

/** Proper names, the same in every language. */
function backendName(platform: NodeJS.Platform, provider: string | undefined): string {
  if (platform === 'darwin') return 'macOS Keychain'
  if (platform === 'win32') return 'Windows Credential Manager'
  return provider ? `Secret Service (${provider})` : 'Secret Service'
}
