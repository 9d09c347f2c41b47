import { Button, Group, NumberInput, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { Dialog, takeFocus } from '../ui/dialog.tsx'
import { useTableState } from './table-context.ts'

interface GoToRowProps {
  /** Gets the position of the row, from 0. */
  readonly onGo: (position: number) => void
  readonly onClose: () => void
}

/** Asks for the number of a row in the present order, and leads there. A larger number leads to the last row. */
export function GoToRow({ onGo, onClose }: GoToRowProps) {
  const { common, tables } = useMessages()
  const texts = tables.goToRow
  const rows = useTableState(({ view }) => view?.matching ?? 0)
  const [value, setValue] = useState<number | string>('')
  const row = typeof value === 'number' ? Math.min(value, rows) : 0
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (row < 1) return
    onClose()
    // The dialog must return the focus first.
    setTimeout(() => onGo(row - 1))
  }
  return (
    <Dialog title={texts.title} size={320} onClose={onClose}>
      <form onSubmit={send}>
        <Stack gap="md">
          <NumberInput
            label={texts.row}
            description={texts.rows(rows)}
            value={value}
            min={1}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            thousandSeparator="."
            decimalSeparator=","
            ref={takeFocus}
            data-autofocus
            onChange={setValue}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={row < 1}>
              {texts.go}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
