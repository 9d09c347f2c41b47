import './cruzar.css'
import { Button, FileButton, Group, Loader, Stack, Text, Textarea } from '@mantine/core'
import { IconFileImport, IconTable } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { paceWords } from '../../preload/messages/pace.ts'
import { acceptedLists } from '../../preload/values/list-endings.ts'
import { useFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { hasMod, keyText, useShortcuts } from '../kernel/shortcuts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useAnswerers } from './answerers.ts'
import { ListPreview } from './list-preview.tsx'
import { lockOf, lossesOnLeave } from './list-state.ts'
import { PasswordDialog } from './password-dialog.tsx'
import { RecipesList } from './recipes-list.tsx'
import { RunsList } from './runs-list.tsx'

/** Takes a list, previews it and sends it; earlier lists are below. */
export function CruzarScreen() {
  const staged = useStore(useFeature('cruzar').draft, (state) => state.list)
  usePasted()
  return (
    <>
      {staged.status === 'ready' ? <ListPreview list={staged.value} /> : <CruzarStart />}
      <LeaveDialog />
    </>
  )
}

/** Asks before a list is left with which something would be lost. */
function LeaveDialog() {
  const texts = useMessages().cruzar.leave
  const { draft } = useFeature('cruzar')
  const state = useStore(draft)
  // A person who left the screen meanwhile gets no confirmation on return.
  useEffect(() => () => draft.getState().cancelLeave(), [draft])
  if (!state.leaving) return null
  return (
    <ConfirmDialog
      title={texts.title}
      lost={lossesOnLeave(state).map((lost) => texts.lost[lost])}
      kept={texts.kept}
      confirm={texts.confirm}
      onConfirm={state.confirmLeave}
      onClose={state.cancelLeave}
    />
  )
}

/** The sheet that answers the next list, where its own button opened this screen. */
function OwnSheet() {
  const { common } = useMessages()
  const texts = useMessages().cruzar.start
  const { ownSheet, setOwnSheet } = useStore(useFeature('cruzar').draft)
  const { connections, sheets } = useAnswerers()
  const sheet = sheets.find(({ id }) => id === ownSheet)
  if (!sheet) return null
  return (
    <p className="own-sheet row">
      <IconTable size={16} aria-hidden="true" />
      <span>{texts.ownSheet(sheet.name)}</span>
      {connections.length > 0 ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setOwnSheet(null)}>
          {common.askService}
        </Button>
      ) : null}
    </p>
  )
}

function CruzarStart() {
  const { draft, runs } = useFeature('cruzar')
  const texts = useMessages().cruzar
  const { list, brought, unlock, discard } = useStore(draft)
  const lock = lockOf(list, brought)
  const [pasting, setPasting] = useState(false)
  useEffect(() => void runs.getState().load(), [runs])
  useShortcuts([{ keys: 'v', label: texts.paste.shortcut(keyText), run: () => setPasting(true) }])
  return (
    <>
      <PageHeader title={texts.title} facts={texts.intro} />
      <div className="gap-24 pad-16 stack">
        {list.status === 'failed' && !lock ? <FailureNotice failure={list.failure} onClose={discard} /> : null}
        <OwnSheet />
        <DropZone onPaste={() => setPasting(true)} />
        <RunsList />
        <RecipesList />
      </div>
      {pasting ? <PasteDialog onClose={() => setPasting(false)} /> : null}
      {lock ? <PasswordDialog lock={lock} onPassword={(password) => void unlock(password)} onClose={discard} /> : null}
    </>
  )
}

/** The sources of a list. The whole window accepts a drop; this part says so, with the other sources. */
function DropZone({ onPaste }: { readonly onPaste: () => void }) {
  const { draft } = useFeature('cruzar')
  const { stageFile, stage, discard } = draft.getState()
  const reading = useStore(draft, (state) => state.reading)
  const busy = useStore(draft, ({ list }) => list.status === 'loading')
  // The demonstration has an example list.
  const isDemo = useStore(useFeature('app').store, ({ app }) => readyValue(app)?.demo === true)
  const messages = useMessages()
  const texts = messages.cruzar.drop
  return (
    <div className="list-drop stack" data-busy={busy || undefined}>
      <span className="list-drop-icon" aria-hidden="true">
        {busy ? <Loader size={28} /> : <IconFileImport size={32} stroke={1.5} />}
      </span>
      <h2 className="list-drop-title heading" role={busy ? 'status' : undefined}>
        {busy ? texts.reading : texts.title}
      </h2>
      {busy && reading.rows > 0 ? (
        <p className="dim figures row">
          {paceWords(reading, messages)}
          <Button size="compact-xs" variant="subtle" onClick={discard}>
            {messages.common.cancel}
          </Button>
        </p>
      ) : (
        <p className="dim">{texts.hint}</p>
      )}
      <div className="list-drop-actions">
        <FileButton
          accept={acceptedLists}
          onChange={(file) => {
            if (file) void stageFile(file)
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
        {isDemo ? (
          <Button size="sm" variant="default" onClick={() => void stage({ from: 'example' })} disabled={busy}>
            {texts.example}
          </Button>
        ) : null}
      </div>
      <p className="dim text-12">{texts.pasteHint(keyText)}</p>
    </div>
  )
}

function PasteDialog({ onClose }: { readonly onClose: () => void }) {
  const messages = useMessages()
  const texts = messages.cruzar.paste
  const { stage } = useFeature('cruzar').draft.getState()
  const [text, setText] = useState('')
  const lines = countLines(text)
  const take = () => {
    if (lines === 0) return
    onClose()
    void stage({ from: 'text', text })
  }
  return (
    <Dialog onClose={onClose} title={texts.title} size={520}>
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
    </Dialog>
  )
}

function countLines(text: string): number {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '').length
}

/**
 * Takes what is pasted anywhere on the screen, except into a field or a dialog. Cells copied in Excel have a picture
 * beside their text, so the text is tried first.
 */
function usePasted() {
  const { draft } = useFeature('cruzar')
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTyping(event.target)) return
      const text = event.clipboardData?.getData('text/plain') ?? ''
      const [file] = event.clipboardData?.files ?? []
      if (text.trim() === '' && !file) return
      event.preventDefault()
      const { stage, stageFile } = draft.getState()
      if (text.trim() !== '') void stage({ from: 'text', text })
      else if (file) void stageFile(file)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [draft])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [role="dialog"]') !== null
}
