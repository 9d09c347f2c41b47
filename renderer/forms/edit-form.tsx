import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { FormDetail } from '../../preload/contract/forms.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { changeCount, movedBetween, ReviewDialog, replacedBy, reviewOf } from './draft-review.tsx'
import { sameForm } from './editor-store.ts'
import { changesOf, draftProblems, type FormDraft, fieldsOf, settingsOf } from './form-draft.ts'
import { FormEditor } from './form-editor.tsx'
import { keyOf, mutationOf, type NewForm, newKey, useMutationOf } from './form-store.ts'

/** The editor of a form that the service has: only what changed is sent, and shown before. */
export function EditForm({ form }: { readonly form: FormDetail }) {
  const texts = useMessages().forms.editor
  const { editor, form: store, mutations } = useFeature('forms')
  const { key, base, draft } = useStore(editor)
  const { start, restart, refuse } = editor.getState()
  const { change, dismissFailure } = mutations.getState()
  const [sending, setSending] = useState(false)
  const isMounted = useIsMounted()
  const own = keyOf(form)
  useEffect(() => start(own, form), [start, own, form])
  const { working, failure } = useMutationOf(own)
  useEffect(() => () => dismissFailure(own), [dismissFailure, own])
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
    const end = await change(form, changesOf(base, draft), form.fields)
    const refused = mutationOf(mutations.getState(), own).failure
    if (end === 'failed' && !refused?.fields) return
    setSending(false)
    if (refused && isMounted()) {
      refuse(refused)
      focusFirstProblem()
    }
    if (end !== 'done') return
    const now = readyValue(store.getState().detail)
    restart(own, now && own === keyOf(now) ? now : form)
    notifications.show({ message: messagesNow().forms.editor.saved(draft.name.trim()) })
  }
  return (
    <>
      <FormEditor
        form={form}
        busy={working !== null}
        onSubmit={submit}
        foot={
          <>
            {newer ? (
              <div className="warning-note" role="status">
                <IconAlertTriangle size={18} aria-hidden="true" />
                <Text size="md" flex={1}>
                  {texts.newerTitle} {replaced.length > 0 ? texts.newerReplaced : texts.newerStays}
                </Text>
                <Button variant="default" onClick={() => restart(own, form)}>
                  {texts.takeNewer}
                </Button>
              </div>
            ) : null}
            {failure && !sending ? <FailureNotice failure={failure} onClose={() => dismissFailure(own)} /> : null}
            <div className="row gap-12">
              <Button
                type="submit"
                size="sm"
                disabled={review.length === 0 || form.deleted_at !== null}
                loading={working !== null}
              >
                {texts.save}
              </Button>
              {review.length > 0 ? (
                <Button variant="default" size="sm" onClick={() => restart(own, form)}>
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

/** After the sentences are on screen, the first field that has one gets the focus. */
function focusFirstProblem() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.form-editor [aria-invalid="true"]')?.focus())
}

/** The same editor, for a form that the service does not have yet. */
export function NewFormScreen({ connection }: { readonly connection: string }) {
  const messages = useMessages()
  const texts = messages.forms.editor
  const { goInstead } = useNavigation()
  const { editor, mutations } = useFeature('forms')
  const draft = useStore(editor, (state) => state.draft)
  const { start, restart, refuse } = editor.getState()
  const { create, dismissFailure } = mutations.getState()
  const own = newKey(connection)
  const isMounted = useIsMounted()
  useEffect(() => start(own, null), [start, own])
  const { working, failure } = useMutationOf(own)
  useEffect(() => () => dismissFailure(own), [dismissFailure, own])
  const leave = () => goInstead({ screen: 'forms' })

  const submit = async () => {
    dismissFailure(own)
    editor.getState().try()
    if (Object.keys(draftProblems(draft)).length > 0) return focusFirstProblem()
    const { end, form } = await create(connection, formOf(draft))
    const refused = mutationOf(mutations.getState(), own).failure
    if (refused?.fields && isMounted()) {
      refuse(refused)
      focusFirstProblem()
    }
    if (end === 'failed') return
    // Sent: this draft must not be sent a second time, whether or not it was confirmed.
    restart(own, null)
    if (form) notifications.show({ message: messagesNow().forms.editor.created(form.name) })
    if (!isMounted()) return
    if (form) goInstead({ screen: 'form', connection, id: form.id, part: 'edit' })
    else leave()
  }
  return (
    <>
      <PageHeader title={texts.newTitle} facts={texts.newFacts} onBack={leave} />
      <FormEditor
        form={null}
        busy={working !== null}
        onSubmit={() => void submit()}
        foot={
          <>
            {failure && !failure.fields ? (
              <FailureNotice failure={failure} onClose={() => dismissFailure(own)} />
            ) : null}
            <div className="row gap-12">
              <Button type="submit" size="sm" loading={working !== null}>
                {texts.saveCreate}
              </Button>
              <Button
                variant="default"
                size="sm"
                onClick={() => {
                  restart(own, null)
                  leave()
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
