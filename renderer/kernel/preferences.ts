import { createContext, useContext } from 'react'
import type { AppState, Preferences } from '../../preload/contract/app.ts'

/** What screens know of the app as a whole: where it runs, what the person prefers, and how that is changed. */
export interface AppPreferences extends Pick<AppState, 'host' | 'preferences'> {
  prefer(change: Partial<Preferences>): void
}

/** The shell gives it; screens that are shown without one prefer nothing. */
export const PreferencesContext = createContext<AppPreferences | null>(null)

export function usePreferences(): AppPreferences | null {
  return useContext(PreferencesContext)
}
