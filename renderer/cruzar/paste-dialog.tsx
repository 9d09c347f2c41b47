import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { hasMod } from '../kernel/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'

export interface PasteDialogProps {
  readonly opened: boolean
  readonly onPaste: (text: string) => void
  readonly onClose: () => void
}

/** A place to paste or type phones and e-mails. */
export function PasteDialog({ opened, onPaste, onClose }: PasteDialogProps) {
  const texts = useMessages().cruzar.paste
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title} size={520}>
      {opened ? <PasteForm onPaste={onPaste} onClose={onClose} /> : null}
    </Dialog>
  )
}

function PasteForm({ onPaste, onClose }: Omit<PasteDialogProps, 'opened'>) {
  const messages = useMessages()
  const texts = messages.cruzar.paste
  const [text, setText] = useState('')
  const lines = countLines(text)
  const take = () => {
    if (lines === 0) return
    onClose()
    onPaste(text)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <Stack gap="md">
        <Textarea
          data-autofocus
          label={texts.label}
          placeholder={texts.placeholder}
          rows={10}
          value={text}
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: 'figures' }}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && hasMod(event)) take()
          }}
        />
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed" className="figures" role="status">
            {texts.lines(lines)}
          </Text>
          <Group gap="sm">
            <Button size="sm" variant="default" onClick={onClose}>
              {messages.common.cancel}
            </Button>
            <Button size="sm" type="submit" disabled={lines === 0}>
              {texts.confirm}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

function countLines(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length
}
