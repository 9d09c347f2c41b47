import { Button, FileButton, Group, Loader, Stack, Text, Textarea } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../kernel/messages.ts'
import { hasMod, keyText } from '../kernel/shortcuts.ts'
import { Dialog } from '../ui/dialog.tsx'

/** The kinds of files that are lists. */
const accepted = '.csv,.txt,.tsv,.tab,.xlsx,.vcf'

/** Where a list comes in. The whole window accepts a drop; this part shows it, with the other sources. */
export function DropZone({
  busy,
  example,
  onFile,
  onPaste,
  onExample,
}: {
  /** A list is being read. */
  readonly busy: boolean
  /** The example list can be had: the demonstration is open. */
  readonly example: boolean
  readonly onFile: (file: File) => void
  readonly onPaste: () => void
  readonly onExample: () => void
}) {
  const texts = useMessages().cruzar.drop
  return (
    <div className="list-drop stack" data-busy={busy || undefined}>
      <span className="list-drop-icon" aria-hidden="true">
        {busy ? <Loader size={28} /> : <IconFileImport size={32} stroke={1.5} />}
      </span>
      <h2 className="list-drop-title heading" role={busy ? 'status' : undefined}>
        {busy ? texts.reading : texts.title}
      </h2>
      <p className="dim">{texts.hint}</p>
      <div className="list-drop-actions">
        <FileButton
          accept={accepted}
          onChange={(file) => {
            if (file) onFile(file)
          }}
        >
          {(props) => (
            <Button {...props} size="sm" disabled={busy}>
              {texts.choose}
            </Button>
          )}
        </FileButton>
        <Button size="sm" variant="default" onClick={onPaste} disabled={busy}>
          {texts.paste}
        </Button>
        {example ? (
          <Button size="sm" variant="default" onClick={onExample} disabled={busy}>
            {texts.example}
          </Button>
        ) : null}
      </div>
      <p className="dim small">{texts.pasteHint(keyText)}</p>
    </div>
  )
}

interface PasteDialogProps {
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

interface Pasted {
  readonly onText: (text: string) => void
  readonly onFile: (file: File) => void
}

/**
 * Takes what is pasted anywhere on the screen, unless it goes into a field or a dialog. Cells copied in Excel carry a
 * picture of themselves beside their text, so the text comes first.
 */
export function usePasted(pasted: Pasted) {
  const latest = useRef(pasted)
  latest.current = pasted
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const [file] = event.clipboardData?.files ?? []
      if (text.trim() === '' && !file) return
      event.preventDefault()
      if (text.trim() !== '') latest.current.onText(text)
      else if (file) latest.current.onFile(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null
}
