import { useState } from 'react'

/**
 * What the dialogs of a screen ask about: nothing, or the one thing that is open. The third part closes what was open when it
 * was drawn: an answer that comes after its dialog was closed leaves alone what was opened since.
 */
export function useAsked<T extends object>(): readonly [asked: T | null, ask: (about: T) => void, close: () => void] {
  const [asked, setAsked] = useState<T | null>(null)
  return [asked, setAsked, () => setAsked((now) => (now === asked ? null : now))]
}

/**
 * The same about one thing of a list. Its dialog shows it as it stands in the list now, while it is read on or decided, and is
 * gone with it.
 */
export function useAskedOf<What, Item extends { readonly id: unknown }>(
  items: readonly Item[] | undefined,
): readonly [asked: { what: What; item: Item } | null, ask: (what: What, item: Item) => void, close: () => void] {
  const [asked, ask, close] = useAsked<{ readonly what: What; readonly id: unknown }>()
  const item = items?.find(({ id }) => id === asked?.id)
  return [asked && item ? { what: asked.what, item } : null, (what, { id }) => ask({ what, id }), close]
}
