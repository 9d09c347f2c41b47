import type { ReactNode } from 'react'
import type { Place } from './navigation.ts'

/** The screen of a place. A new screen gets its place in `navigation.ts` and its line here. */
export function Screen({ place }: { readonly place: Place }): ReactNode {
  switch (place.screen) {
    default:
      return null
  }
}
