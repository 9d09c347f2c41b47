/** Writes into a passphrase vault without end and tells every finished write, until it is killed. */

import { openParentPort } from '../../../../main/kernel/parent-port.ts'
import { openMarker } from '../../../../main/kernel/vault/marker.ts'
import { createPassphraseVault } from '../../../../main/kernel/vault/passphrase-vault.ts'

const port = openParentPort()
port.onMessage(async (message) => {
  const { dataDir, passphrase } = message as { readonly dataDir: string; readonly passphrase: string }
  const vault = await createPassphraseVault({ dataDir, marker: await openMarker(dataDir) })
  await vault.unlock(passphrase)
  const counted = Number((await vault.read('counter')) ?? 0)
  for (let count = counted + 1; ; count += 1) {
    await vault.write('counter', String(count))
    port.post(count)
  }
})
