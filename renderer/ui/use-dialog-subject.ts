import { useState } from 'react'

/**
 * What the open dialog of a screen is about; null while none is open. `close` closes the dialog that was open at this render: a
 * late answer does not close one that was opened since.
 */
export function useDialogSubject<T extends object>(): readonly [
  subject: T | null,
  open: (subject: T) => void,
  close: () => void,
] {
  const [subject, setSubject] = useState<T | null>(null)
  return [subject, setSubject, () => setSubject((now) => (now === subject ? null : now))]
}

/** The same for one item of a list: the dialog shows the item as it is in the list now and closes when it leaves the list. */
export function useDialogItem<What, Item extends { readonly id: unknown }>(
  items: readonly Item[] | undefined,
): readonly [subject: { what: What; item: Item } | null, open: (what: What, item: Item) => void, close: () => void] {
  const [subject, open, close] = useDialogSubject<{ readonly what: What; readonly id: unknown }>()
  const item = items?.find(({ id }) => id === subject?.id)
  return [subject && item ? { what: subject.what, item } : null, (what, { id }) => open({ what, id }), close]
}
