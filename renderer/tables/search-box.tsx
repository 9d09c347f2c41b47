import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import type { TableStore } from './table-store.ts'

export interface SearchBoxProps {
  readonly store: TableStore
  readonly field: RefObject<HTMLInputElement | null>
  readonly placeholder?: string
  /** The person is done searching and wants the rows. */
  readonly onLeave: () => void
}

/** Typing rests this long before it searches, in ms. */
const rest = 150

/** Searches while the person types, and says how many rows were found. Escape clears, then leaves. */
export function SearchBox({ store, field, placeholder, onLeave }: SearchBoxProps) {
  const texts = useMessages().tables
  const searched = useStore(store, (state) => state.query.search)
  const view = useStore(store, (state) => state.view)
  const [text, setText] = useState(searched)
  // Until the rows of this very text are shown nothing is said: the count of another would be read as its own.
  const found = text !== '' && view?.query.search === text ? view.matching : null
  /** The search that runs once typing rests. */
  const pending = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly run: () => Promise<void> }>(null)
  const cancel = () => {
    clearTimeout(pending.current?.timer)
    pending.current = null
  }
  const search = (value: string, after: number) => {
    setText(value)
    cancel()
    const run = () => {
      cancel()
      return store.getState().search(value)
    }
    pending.current = { timer: setTimeout(() => void run(), after), run }
  }
  /** Goes to the rows that were found; who is quicker than the search is taken there once they are shown. */
  const leave = async () => {
    if (view?.query.search !== text) {
      cancel()
      await store.getState().search(text)
      const isShown = store.getState().view?.query.search === text
      if (!isShown || document.activeElement !== field.current) return
    }
    onLeave()
  }
  // Another view of the same rows shows what was typed here.
  useEffect(() => () => void pending.current?.run(), [])
  useEffect(() => setText(searched), [searched])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'ArrowDown') void leave()
    else if (event.key !== 'Escape') return
    else if (text === '') onLeave()
    else search('', 0)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TextInput
      ref={field}
      size="xs"
      w={300}
      className="table-search"
      aria-label={texts.searchLabel}
      placeholder={placeholder ?? texts.searchPlaceholder}
      value={text}
      maxLength={500}
      autoComplete="off"
      spellCheck={false}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSectionWidth={text ? 110 : 0}
      rightSection={
        text ? (
          <span className="table-search-end">
            <span className="figures" role="status">
              {found === null ? '' : texts.found(found)}
            </span>
            <CloseButton size="xs" aria-label={texts.clearSearch} onClick={() => search('', 0)} />
          </span>
        ) : null
      }
      onChange={(event) => search(event.currentTarget.value, rest)}
      onKeyDown={onKeyDown}
    />
  )
}
