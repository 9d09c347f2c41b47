import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import type { CallPreview } from './console-store.ts'

/** What will be sent, before it is; where it deletes, with a word that is typed. */
export function ConfirmSend() {
  const { preview, draft } = useStore(useFeature('console').store)
  return preview && draft ? <ConfirmDialog preview={preview} method={draft.method} /> : null
}

function ConfirmDialog({ preview, method }: { readonly preview: CallPreview; readonly method: string }) {
  const { confirm, closePreview } = useFeature('console').store.getState()
  const messages = useMessages()
  const texts = messages.console.confirm
  const { url, effect, body, route } = preview
  const [word, setWord] = useState('')
  const destroys = effect === 'destroys'
  const ready = !destroys || word.trim().toLocaleLowerCase() === texts.typed
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) void confirm()
  }
  return (
    <Dialog writes onClose={closePreview} title={texts.title} size={640}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="md">{destroys ? texts.destroys : texts.text}</Text>
          {route === 'DELETE /forms/{id}' ? <Text size="md">{texts.deletesForm}</Text> : null}
          <Code block className="console-preview verbatim" tabIndex={0}>
            {[`${method} ${url}`, body ?? `(${texts.noBody})`].join('\n\n')}
          </Code>
          <Text size="sm" c="dimmed">
            {texts.once}
          </Text>
          {destroys ? (
            <TextInput
              label={messages.common.typeToConfirm(texts.typed)}
              value={word}
              autoComplete="off"
              onChange={(event) => setWord(event.currentTarget.value)}
            />
          ) : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={closePreview} data-autofocus>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={!ready} {...(destroys ? { className: 'dangerous' } : {})}>
              {texts.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
