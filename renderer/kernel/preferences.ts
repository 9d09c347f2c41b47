import { createContext, useContext } from 'react'
import type { AppState, Preferences } from '../../preload/contract/app.ts'

/** What screens know about the app as a whole: its host, the person's preferences, and how to change them. */
export interface AppPreferences extends Pick<AppState, 'host' | 'preferences'> {
  prefer(change: Partial<Preferences>): void
}

/** The shell provides it. Screens without a shell have no preferences. */
export const PreferencesContext = createContext<AppPreferences | null>(null)

export function usePreferences(): AppPreferences | null {
  return useContext(PreferencesContext)
}
