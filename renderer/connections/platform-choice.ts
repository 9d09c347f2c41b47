import { createStore } from 'zustand'

export interface PlatformChoice {
  /** The platform connection that was looked at last; null for the current one. */
  readonly connection: string | null
  choose(id: string): void
}

/** Which platform connection its screens show, so that going from one to the next stays in one account. */
export function createPlatformChoice() {
  return createStore<PlatformChoice>()((set) => ({
    connection: null,
    choose: (connection) => set({ connection }),
  }))
}
