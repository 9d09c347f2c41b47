import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { FormDetail } from '../../preload/contract/forms.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { changeCount, movedBetween, ReviewDialog, replacedBy, reviewOf } from './draft-review.tsx'
import { type EditorStore, sameForm } from './editor-store.ts'
import { changesOf, draftProblems, type FormDraft, fieldsOf, settingsOf } from './form-draft.ts'
import { FormEditor } from './form-editor.tsx'
import { type FormMutationsStore, type FormStore, keyOf, mutationOf, type NewForm, newKey } from './form-store.ts'

export interface EditFormProps {
  readonly mutations: FormMutationsStore
  readonly editor: EditorStore
  readonly store: FormStore
  readonly form: FormDetail
}

/** The editor of a form that the service has: only what changed is sent, and shown before. */
export function EditForm({ mutations, editor, store, form }: EditFormProps) {
  const texts = useMessages().forms.editor
  const { key, base, draft } = useStore(editor)
  const { change, dismissFailure } = useStore(mutations)
  const [sending, setSending] = useState(false)
  const isMounted = useIsMounted()
  const own = keyOf({ connection: form.connection_id, id: form.id })
  useEffect(() => editor.getState().start(own, form), [editor, own, form])
  const { working, failure } = useStore(mutations, (state) => mutationOf(state, own))
  useEffect(() => () => mutations.getState().dismissFailure(own), [mutations, own])
  if (key !== own || base === null) return null

  const review = reviewOf(base, draft)
  const newer = !sameForm(form, base)
  const replaced = newer ? replacedBy(review, movedBetween(base, form)) : []
  const blocked = Object.keys(draftProblems(draft)).length > 0
  const submit = () => {
    dismissFailure(own)
    editor.getState().try()
    if (blocked) return focusFirstProblem()
    if (review.length > 0) setSending(true)
  }
  const send = async () => {
    // The dialog shows the present fields of the form: those are the ones that were seen.
    const end = await change({ connection: form.connection_id, id: form.id }, changesOf(base, draft), form.fields)
    const refused = mutationOf(mutations.getState(), own).failure
    if (end === 'failed' && !refused?.fields) return
    setSending(false)
    if (refused && isMounted()) {
      editor.getState().refuse(refused)
      focusFirstProblem()
    }
    if (end !== 'done') return
    const now = readyValue(store.getState().detail)
    const isOwn = now !== undefined && own === keyOf({ connection: now.connection_id, id: now.id })
    editor.getState().restart(own, isOwn ? now : form)
    notifications.show({ message: messagesNow().forms.editor.saved(draft.name.trim()) })
  }
  return (
    <>
      <FormEditor
        store={editor}
        form={form}
        busy={working !== null}
        onSubmit={submit}
        foot={
          <>
            {newer ? (
              <NewerNotice replaces={replaced.length > 0} onTake={() => editor.getState().restart(own, form)} />
            ) : null}
            {failure && !sending ? <FailureNotice failure={failure} onClose={() => dismissFailure(own)} /> : null}
            <div className="row gap-l">
              <Button
                type="submit"
                size="sm"
                disabled={review.length === 0 || form.deleted_at !== null}
                loading={working !== null}
              >
                {texts.save}
              </Button>
              {review.length > 0 ? (
                <Button variant="default" size="sm" onClick={() => editor.getState().restart(own, form)}>
                  {texts.discard}
                </Button>
              ) : null}
              <Text size="sm" c="dimmed" className="figures" role="status">
                {review.length === 0 ? texts.unchanged : texts.dirty(changeCount(review))}
              </Text>
            </div>
          </>
        }
      />
      {sending ? (
        <ReviewDialog
          changes={review}
          replaced={replaced}
          working={working !== null}
          failure={failure?.fields ? null : failure}
          onSend={() => void send()}
          onClose={() => {
            dismissFailure(own)
            setSending(false)
          }}
        />
      ) : null}
    </>
  )
}

interface NewerNoticeProps {
  /** The same parts were changed on the service. */
  readonly replaces: boolean
  readonly onTake: () => void
}

/** Somebody changed the form on the service meanwhile. */
function NewerNotice({ replaces, onTake }: NewerNoticeProps) {
  const texts = useMessages().forms.editor
  return (
    <div className="warning-note" role="status">
      <IconAlertTriangle size={18} aria-hidden="true" />
      <Text size="md" flex={1}>
        {texts.newerTitle} {replaces ? texts.newerReplaced : texts.newerStays}
      </Text>
      <Button variant="default" onClick={onTake}>
        {texts.takeNewer}
      </Button>
    </div>
  )
}

/** After the sentences are on screen, the first field that has one gets the focus. */
export function focusFirstProblem() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.form-editor [aria-invalid="true"]')?.focus())
}

interface NewFormProps {
  readonly mutations: FormMutationsStore
  readonly editor: EditorStore
  readonly connection: string
  readonly onMade: (form: FormDetail) => void
  readonly onLeave: () => void
}

/** The same editor, for a form that the service does not have yet. */
export function NewFormScreen({ mutations, editor, connection, onMade, onLeave }: NewFormProps) {
  const messages = useMessages()
  const texts = messages.forms.editor
  const draft = useStore(editor, (state) => state.draft)
  const { create, dismissFailure } = useStore(mutations)
  const own = newKey(connection)
  const isMounted = useIsMounted()
  useEffect(() => editor.getState().start(own, null), [editor, own])
  const { working, failure } = useStore(mutations, (state) => mutationOf(state, own))
  useEffect(() => () => mutations.getState().dismissFailure(own), [mutations, own])

  const submit = async () => {
    dismissFailure(own)
    editor.getState().try()
    if (Object.keys(draftProblems(draft)).length > 0) return focusFirstProblem()
    const { end, form } = await create(connection, formOf(draft))
    const refused = mutationOf(mutations.getState(), own).failure
    if (refused?.fields && isMounted()) {
      editor.getState().refuse(refused)
      focusFirstProblem()
    }
    if (end === 'failed') return
    // Sent: this draft must not be sent a second time, whether or not it was confirmed.
    editor.getState().restart(own, null)
    if (form) notifications.show({ message: messagesNow().forms.editor.created(form.name) })
    if (!isMounted()) return
    if (form) onMade(form)
    else onLeave()
  }
  return (
    <>
      <PageHeader title={texts.newTitle} facts={texts.newFacts} onBack={onLeave} />
      <FormEditor
        store={editor}
        form={null}
        busy={working !== null}
        onSubmit={() => void submit()}
        foot={
          <>
            {failure && !failure.fields ? (
              <FailureNotice failure={failure} onClose={() => dismissFailure(own)} />
            ) : null}
            <div className="row gap-l">
              <Button type="submit" size="sm" loading={working !== null}>
                {texts.saveCreate}
              </Button>
              <Button
                variant="default"
                size="sm"
                onClick={() => {
                  editor.getState().restart(own, null)
                  onLeave()
                }}
              >
                {messages.common.cancel}
              </Button>
              {failure?.fields ? (
                <Text size="sm" role="alert">
                  {messages.failures.validation_failed({})}
                </Text>
              ) : null}
            </div>
          </>
        }
      />
    </>
  )
}

/** What a new form is made of; parts that were left empty are not sent. */
function formOf(draft: FormDraft): NewForm {
  const settings = settingsOf(null, draft)
  return {
    name: draft.name.trim(),
    status: draft.status,
    ...(draft.description.trim() === '' ? {} : { description: draft.description }),
    ...(draft.fields.length === 0 ? {} : { fields: fieldsOf(draft) }),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  }
}
