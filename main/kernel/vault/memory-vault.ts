import { checkEntry, type Vault } from './vault.ts'

/** The vault of the demonstration account: gone when the process ends. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>()
  return {
    kind: 'memory',
    status: async () => ({ kind: 'memory', state: 'open', backend: 'memory' }),
    async read(name) {
      checkEntry(name)
      return secrets.get(name)
    },
    async write(name, secret) {
      checkEntry(name, secret)
      secrets.set(name, secret)
    },
    async remove(name) {
      checkEntry(name)
      secrets.delete(name)
    },
    alone: (work) => work(),
    close: () => secrets.clear(),
  }
}
