/**
 * The only file that uses keytar. It runs as a child process, since the library may hang behind a prompt or crash
 * (docs/decisions/storage.md §2). Works under `child_process.fork` and Electron's utilityProcess. `findCredentials` is
 * never called, since it crashes on a locked keyring.
 */
import { openParentPort } from '../child-process.ts'
import { serveKeychain } from './serve-keychain.ts'

// Calls to the keychain wait in threads of Node.
serveKeychain(openParentPort({ isBusy: false }), {
  platform: process.platform,
  load: async () => (await import('keytar')).default,
})
