import { takeSecrets } from '../../../main/kernel/child-process.ts'
import { createPassphraseVault } from '../../../main/kernel/vault/vault.ts'
import { openMarker } from '../../../main/kernel/vault/vault-files.ts'

/**
 * `write-vault.ts DATA-DIR`: counts in a secret of a passphrase vault without end. Writes each count once it is stored.
 */
const [dataDir = ''] = process.argv.slice(2)
const vault = await createPassphraseVault({ dataDir, marker: await openMarker(dataDir) })
await vault.unlock(takeSecrets().passphrase ?? '')
const counted = Number((await vault.read('counter')) ?? 0)
for (let count = counted + 1; ; count += 1) {
  await vault.write('counter', String(count))
  console.log(count)
}
