import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { FormDetail } from '../../preload/contract/forms.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { WarningNote } from '../ui/warning-note.tsx'
import { changeCount, movedBetween, ReviewDialog, replacedBy, reviewOf } from './draft-review.tsx'
import { sameForm } from './editor-store.ts'
import { changesOf, draftProblems, type FormDraft, fieldsOf, settingsOf } from './form-draft.ts'
import { FormEditor } from './form-editor.tsx'
import { keyOf, mutationOf, type NewForm, newKey, useMutationOf } from './form-store.ts'

/** The editor of an existing form. Only changes are sent, after they are shown. */
export function EditForm({ form }: { readonly form: FormDetail }) {
  const { form: store, mutations } = useFeature('forms')
  const { change } = mutations.getState()
  const [reviewing, setReviewing] = useState(false)
  const formKey = keyOf(form)
  const { editor, working, failure, ...editing } = useEditing(formKey, form)
  const { key, base, draft } = editor
  if (key !== formKey || base === null) return null

  const changes = reviewOf(base, draft)
  const isNewer = !sameForm(form, base)
  const replaced = isNewer ? replacedBy(changes, movedBetween(base, form)) : []
  const submit = () => {
    if (editing.check() && changes.length > 0) setReviewing(true)
  }
  const send = async () => {
    // The dialog shows the present fields of the form, so these were seen.
    const end = await change(form, changesOf(base, draft), form.fields)
    const isRefused = editing.showRefusals()
    if (end === 'failed' && !isRefused) return
    setReviewing(false)
    if (end !== 'done') return
    const now = readyValue(store.getState().detail)
    editor.restart(formKey, now && formKey === keyOf(now) ? now : form)
    notifications.show({ message: messagesNow().forms.editor.saved(draft.name.trim()) })
  }
  const foot = (
    <>
      {isNewer ? <NewerNote isReplaced={replaced.length > 0} onTake={() => editor.restart(formKey, form)} /> : null}
      {failure && !reviewing ? <FailureNotice failure={failure} onClose={editing.dismissFailure} /> : null}
      <EditButtons
        count={changeCount(changes)}
        disabled={form.deleted_at !== null}
        working={working}
        onDiscard={() => editor.restart(formKey, form)}
      />
    </>
  )
  return (
    <>
      <FormEditor form={form} busy={working} onSubmit={submit} foot={foot} />
      {reviewing ? (
        <ReviewDialog
          changes={changes}
          replaced={replaced}
          working={working}
          failure={failure?.fields ? null : failure}
          onSend={() => void send()}
          onClose={() => {
            editing.dismissFailure()
            setReviewing(false)
          }}
        />
      ) : null}
    </>
  )
}

/** The draft of an existing or new form, while its editor is on screen, and the mutation that sends it. */
function useEditing(formKey: string, form: FormDetail | null) {
  const { editor: store, mutations } = useFeature('forms')
  const editor = useStore(store)
  const { start, refuse } = editor
  const { dismissFailure } = mutations.getState()
  const { working, failure } = useMutationOf(formKey)
  const isMounted = useIsMounted()
  useEffect(() => start(formKey, form), [start, formKey, form])
  useEffect(() => () => dismissFailure(formKey), [dismissFailure, formKey])
  return {
    editor,
    working: working !== null,
    failure,
    isMounted,
    dismissFailure: () => dismissFailure(formKey),
    /** Gives whether the draft can be sent, and shows what is missing. */
    check() {
      dismissFailure(formKey)
      editor.try()
      const isComplete = Object.keys(draftProblems(editor.draft)).length === 0
      if (!isComplete) focusFirstProblem()
      return isComplete
    },
    /** Gives whether the service refused single fields at the last mutation, and shows its sentences there. */
    showRefusals() {
      const refused = mutationOf(mutations.getState(), formKey).failure
      if (!refused?.fields) return false
      if (isMounted()) {
        refuse(refused)
        focusFirstProblem()
      }
      return true
    },
  }
}

/** Focuses the first input with a problem, after the sentences are rendered. */
function focusFirstProblem() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.form-editor [aria-invalid="true"]')?.focus())
}

/** Says that the form changed on the service since its editing began. */
function NewerNote({ isReplaced, onTake }: { readonly isReplaced: boolean; readonly onTake: () => void }) {
  const texts = useMessages().forms.editor
  const take = (
    <Button variant="default" onClick={onTake}>
      {texts.takeNewer}
    </Button>
  )
  return (
    <WarningNote role="status" action={take}>
      {texts.newerTitle} {isReplaced ? texts.newerReplaced : texts.newerStays}
    </WarningNote>
  )
}

interface EditButtonsProps {
  readonly count: number
  readonly disabled: boolean
  readonly working: boolean
  readonly onDiscard: () => void
}

function EditButtons({ count, disabled, working, onDiscard }: EditButtonsProps) {
  const { common } = useMessages()
  const texts = useMessages().forms.editor
  return (
    <div className="row gap-12">
      <Button type="submit" size="sm" disabled={count === 0 || disabled} loading={working}>
        {texts.save}
      </Button>
      {count > 0 ? (
        <Button variant="default" size="sm" onClick={onDiscard}>
          {common.discardChanges}
        </Button>
      ) : null}
      <Text size="sm" c="dimmed" className="figures" role="status">
        {count === 0 ? texts.unchanged : texts.dirty(count)}
      </Text>
    </div>
  )
}

/** The same editor for a new form. */
export function NewFormScreen({ connection }: { readonly connection: string }) {
  const { common, failures, forms } = useMessages()
  const texts = forms.editor
  const { goInstead } = useNavigation()
  const { create } = useFeature('forms').mutations.getState()
  const formKey = newKey(connection)
  const { editor, working, failure, isMounted, ...editing } = useEditing(formKey, null)
  const leave = () => goInstead({ screen: 'forms' })
  const cancel = () => {
    editor.restart(formKey, null)
    leave()
  }
  const submit = async () => {
    if (!editing.check()) return
    const { end, form } = await create(connection, formOf(editor.draft))
    editing.showRefusals()
    if (end === 'failed') return
    // It was sent: this draft must not be sent again, whether or not it was confirmed.
    editor.restart(formKey, null)
    if (form) notifications.show({ message: messagesNow().forms.editor.created(form.name) })
    if (!isMounted()) return
    if (form) goInstead({ screen: 'form', connection, id: form.id, part: 'edit' })
    else leave()
  }
  const foot = (
    <>
      {failure && !failure.fields ? <FailureNotice failure={failure} onClose={editing.dismissFailure} /> : null}
      <div className="row gap-12">
        <Button type="submit" size="sm" loading={working}>
          {texts.saveCreate}
        </Button>
        <Button variant="default" size="sm" onClick={cancel}>
          {common.cancel}
        </Button>
        {failure?.fields ? (
          <Text size="sm" role="alert">
            {failures.validation_failed({})}
          </Text>
        ) : null}
      </div>
    </>
  )
  return (
    <>
      <PageHeader title={forms.create} facts={texts.newFacts} onBack={leave} />
      <FormEditor form={null} busy={working} onSubmit={() => void submit()} foot={foot} />
    </>
  )
}

/** The request of a new form. Empty parts are not sent. */
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
