import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Language, type Preferences, preferences } from '../../preload/contract/app.ts'
import { readRegularFileSync, writeWholeSync } from './replace-file.ts'
import { fileFailure } from './vault/vault-files.ts'

const mostBytes = 1024 * 1024

/** The catalogue's language for a system locale such as `en-GB`. */
export const languageOf = (locale: string): Language => (locale.startsWith('en') ? 'en' : 'pt-BR')

/** The person's preferences in a plain file: they are needed before the vault is open, and none is personal. */
export interface PreferenceStore {
  read(): Preferences
  /** Throws `file_busy`, `no_permission` or `disk_full`; the preferences then stay as they were. */
  write(change: Partial<Preferences>): Preferences
}

/** `language` is the system's language, for a first start. A damaged file gives the defaults. */
export function createPreferences(dir: string, language: string): PreferenceStore {
  const file = path.join(dir, 'settings.json')
  const defaults: Preferences = {
    language: languageOf(language),
    theme: 'system',
    narrow: false,
    requests_at_once: 4,
    sheet_versions: 2,
    // Every entry costs a request of the plan's monthly quota. Entries are read when the person opens them.
    idle_reads: false,
    export_origin: true,
  }
  let current: Preferences | undefined

  const load = (): Preferences => {
    try {
      return {
        ...defaults,
        ...preferences.partial().parse(JSON.parse(readRegularFileSync(file, mostBytes).toString('utf8'))),
      } as Preferences
    } catch {
      return defaults
    }
  }
  const read = () => {
    current ??= load()
    return current
  }
  return {
    read,
    write(change) {
      const changed = { ...read(), ...change }
      try {
        mkdirSync(dir, { recursive: true, mode: 0o700 })
        writeWholeSync(file, `${JSON.stringify(changed, null, 2)}\n`)
      } catch (error) {
        throw fileFailure(error, file)
      }
      current = changed
      return changed
    },
  }
}
