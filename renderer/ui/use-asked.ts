import { useState } from 'react'

/**
 * What the dialogs of a screen ask about: nothing, or the one thing that is open. The third part closes what was open when it
 * was drawn: an answer that comes after its dialog was closed leaves alone what was opened since.
 */
export function useAsked<T extends object>(): readonly [asked: T | null, ask: (about: T) => void, close: () => void] {
  const [asked, setAsked] = useState<T | null>(null)
  return [asked, setAsked, () => setAsked((now) => (now === asked ? null : now))]
}
