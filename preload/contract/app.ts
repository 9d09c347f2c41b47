import * as z from 'zod'
import { failureCodes } from '../values/failures.ts'
import type { Contract } from './question.ts'

/** Where the secrets and the key of the data files are stored, and whether they can be read now. */
export const vaultStatus = z.object({
  kind: z.enum(['keychain', 'passphrase', 'memory']),
  state: z.enum(['open', 'locked', 'unavailable', 'needs_passphrase']),
  /** The system's own name for it, such as `Secret Service`. */
  backend: z.string(),
})

export const language = z.enum(['pt-BR', 'en'])
export type Language = z.output<typeof language>
export const theme = z.enum(['system', 'light', 'dark'])
export type Theme = z.output<typeof theme>

export const preferences = z.object({
  language,
  theme,
  /** The navigation is folded to icons. */
  narrow: z.boolean(),
  /** Requests that long work has in flight with one account of the platform, all tasks together. */
  requests_at_once: z.int().min(1).max(8),
  /** How many versions of each sheet stay on this computer: the newest. */
  sheet_versions: z.int().min(1).max(10),
  /** Entries that are kept offline are read one by one when the service has no other requests: a request each. */
  idle_reads: z.boolean(),
  /** Exports state where their rows come from. */
  export_origin: z.boolean(),
})
export type Preferences = z.output<typeof preferences>

export const appState = z.object({
  /**
   * `ready`: data can be read. `erased`: everything of this folder was erased, or what `details` names, a line each,
   * could not be. Otherwise the vault states what is missing, and only `app.*` questions are answered.
   */
  phase: z.enum(['ready', 'locked', 'needs_passphrase', 'unavailable', 'erased']),
  /** Why the data cannot be read, where the phase is not `ready`. */
  reason: z.enum(failureCodes).nullable(),
  /** What belongs to the reason, for "ver detalhes": a place in the code, the name of a file. */
  details: z.string().nullable(),
  /**
   * What happened to the list of connections since the last visit, or why the folder of data is not safe for it. It is
   * shown until the person has read it.
   */
  notice: z.enum(['records_restored', 'records_lost', 'folder_network', 'folder_synced']).nullable(),
  /** A proxy of the network that wants a name and a password before it lets requests through. */
  proxy: z.object({ proxy: z.string(), refused: z.boolean() }).nullable(),
  vault: vaultStatus,
  /** The demonstration account is open: its data live until the app ends. */
  demo: z.boolean(),
  host: z.enum(['electron', 'browser', 'cli']),
  version: z.string(),
  preferences,
})
export type AppState = z.output<typeof appState>
export type AppDeletionImpact = z.output<(typeof app)['app.deletion_impact']['output']>

const nothing = z.object({})
const savedId = z.object({ id: z.string().max(100) })

/** For a new vault. A vault that was made with a shorter passphrase still opens with it. */
export const newPassphrase = z.string().min(8).max(1024)

/** The app as a whole: its state, the vault, the demonstration account, preferences. */
export const app = {
  'app.state': { input: nothing, output: appState },
  'app.prefer': { input: preferences.partial(), output: appState },
  /** Makes the passphrase vault, where the system has no keychain. */
  'app.create_vault': { input: z.object({ passphrase: newPassphrase }), output: appState },
  'app.unlock': { input: z.object({ passphrase: z.string().min(1).max(1024) }), output: appState },
  /** Asks the keychain again, after the person has unlocked it. */
  'app.retry_vault': { input: nothing, output: appState },
  /**
   * Tries the login of the pending proxy and stores it in the vault. `proxy_login` when the proxy does not accept
   * it, `proxy_failed` or `offline` when it could not be tried; nothing is stored then.
   */
  'app.enter_proxy_login': {
    input: z.object({
      proxy: z.string().min(1).max(300),
      username: z.string().min(1).max(300),
      password: z.string().min(1).max(1024),
    }),
    output: appState,
  },
  'app.dismiss_notice': { input: nothing, output: appState },
  /** What `app.erase` would erase. It is answered in every state of the vault. */
  'app.deletion_impact': {
    input: nothing,
    output: z.object({
      folder: z.string(),
      sheets: z.int(),
      runs: z.int(),
      connections: z.int(),
      /** Counts of the forms, with the reviews that exist only here; null where the vault is closed. */
      forms: z.object({ entries: z.int(), reviewed: z.int() }).nullable(),
    }),
  },
  /**
   * Ends all work and erases the data of this computer and the secrets in the keychain. `word` is what the person
   * typed: `apagar` or `erase`.
   */
  'app.erase': { input: z.object({ word: z.string().max(20) }), output: appState },
  /** Ends the app after it has erased everything. */
  'app.quit': { input: nothing, output: nothing },
  'app.enter_demo': { input: nothing, output: appState },
  'app.leave_demo': { input: nothing, output: appState },
  /**
   * Opens an address of https, http or mailto in the person's own browser or mail program; `bad_address` for any other.
   * Where the page itself is in that browser, `page_opens` is the checked address for it to open.
   */
  'app.open_outside': {
    input: z.object({ url: z.string().max(8000) }),
    output: z.object({ page_opens: z.string().nullable() }),
  },
  /** Opens a saved file in its own program, by the id that main gave it; `file_gone` where it was moved or deleted. */
  'app.open_file': { input: savedId, output: nothing },
  'app.show_file': { input: savedId, output: nothing },
} satisfies Contract
