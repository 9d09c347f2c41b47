import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { FormDetail } from '../../preload/contract/forms.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { draftProblems } from './draft-problems.ts'
import { focusFirstProblem } from './edit-form.tsx'
import type { EditorStore } from './editor-store.ts'
import { type FormDraft, fieldsOf, settingsOf } from './form-draft.ts'
import { FormEditor } from './form-editor.tsx'
import { type FormMutationsStore, type NewForm, newKey } from './form-mutations.ts'

export interface NewFormProps {
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
  const working = useStore(mutations, (state) => state.working.has(own))
  const failure = useStore(mutations, (state) => state.failures[own] ?? null)
  useEffect(() => () => mutations.getState().dismissFailure(own), [mutations, own])

  const submit = async () => {
    dismissFailure(own)
    editor.getState().try()
    if (Object.keys(draftProblems(draft)).length > 0) return focusFirstProblem()
    const made = await create(connection, formOf(draft))
    const refused = mutations.getState().failures[own]
    if (made.end === 'failed' && refused?.fields && isMounted()) {
      editor.getState().refuse(refused)
      focusFirstProblem()
    }
    if (made.end === 'failed') return
    // Sent: this draft must not be sent a second time, whether or not it was confirmed.
    editor.getState().restart(own, null)
    if (made.end === 'done') notifications.show({ message: messagesNow().forms.editor.created(made.form.name) })
    if (!isMounted()) return
    if (made.end === 'unknown') return onLeave()
    onMade(made.form)
  }
  return (
    <>
      <PageHeader title={texts.newTitle} facts={texts.newFacts} onBack={onLeave} />
      <FormEditor
        store={editor}
        form={null}
        busy={working}
        onSubmit={() => void submit()}
        foot={
          <>
            {failure && !failure.fields ? (
              <FailureNotice failure={failure} onClose={() => dismissFailure(own)} />
            ) : null}
            <div className="form-editor-buttons">
              <Button type="submit" size="sm" loading={working}>
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
