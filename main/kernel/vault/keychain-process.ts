/**
 * The only file with keytar, run as a child process: the library may hang behind a prompt or end its process
 * (docs/decisions/storage.md §2). Works under `child_process.fork` and Electron's utilityProcess. `findCredentials` is
 * never called: on a locked keyring it is a segmentation fault.
 */
import { openParentPort } from '../child-process.ts'
import { serveKeychain } from './serve-keychain.ts'

// Calls to the keychain wait in threads of Node.
serveKeychain(openParentPort({ isBusy: false }), {
  platform: process.platform,
  load: async () => (await import('keytar')).default,
})
