import { ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import type { ArrangedColumn } from '../tables/columns.ts'
import { foldText } from '../tables/fold-text.ts'
import type { TableWords } from '../tables/words.ts'
import { takeFocus } from '../ui/take-focus.ts'

export interface ColumnPickerProps {
  readonly columns: readonly ArrangedColumn[]
  readonly words: TableWords
  /** What stands beside a column, such as the sign of its order. */
  readonly sign?: (column: ArrangedColumn) => string
  readonly onPick: (column: string) => void
}

/** Every column by name: answers, metadata, the review, the lead. Typing narrows, Enter takes the first. */
export function ColumnPicker({ columns, words, sign, onPick }: ColumnPickerProps) {
  const texts = useMessages().entries
  const [search, setSearch] = useState('')
  const found = columns.filter((column) => foldText(words.heading(column)).includes(foldText(search)))
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = found
    if (event.key !== 'Enter' || !first) return
    event.preventDefault()
    onPick(first.key)
  }
  return (
    <>
      <TextInput
        size="xs"
        aria-label={texts.columnSearch}
        placeholder={texts.columnSearch}
        value={search}
        ref={takeFocus}
        data-autofocus
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ScrollArea.Autosize mah={320} type="auto" mt={8} viewportProps={{ tabIndex: -1 }}>
        {found.map((column) => (
          <UnstyledButton key={column.key} className="entries-column" onClick={() => onPick(column.key)}>
            <span>{words.heading(column)}</span>
            {sign ? <span className="dim">{sign(column)}</span> : null}
          </UnstyledButton>
        ))}
        {found.length === 0 ? (
          <Text size="sm" c="dimmed" py={8}>
            {texts.noColumn}
          </Text>
        ) : null}
      </ScrollArea.Autosize>
    </>
  )
}
