import './editor.css'
import { ActionIcon, Button, CopyButton, SegmentedControl, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { FormDetail } from '../../preload/contract/forms.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { useErrors, useTextInputs } from './editor-store.ts'
import { FieldsEditor } from './fields-editor.tsx'
import type { SettingDraft } from './form-draft.ts'

interface FormEditorProps {
  /** Null for a new one. */
  readonly form: FormDetail | null
  /** It is being sent: what is typed now would not be sent, and would be lost afterwards. */
  readonly busy: boolean
  /** Below the fields: what is sent, with the button that sends it. */
  readonly foot: ReactNode
  readonly onSubmit: () => void
}

/** Every editable part of a form: its data, its fields in their order, its settings. It sends nothing. */
export function FormEditor({ form, busy, foot, onSubmit }: FormEditorProps) {
  const texts = useMessages().forms.editor
  const refusals = useStore(useFeature('forms').editor, (state) => state.refusals)
  return (
    <form
      className="form-editor pane"
      aria-label={texts.label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <div className="form-editor-body pad-16 scroll" inert={busy}>
        {refusals.rest ? (
          <div className="forms-band gap-12 text-14 bar" data-warning role="alert">
            <div>
              <Text size="md" fw={600}>
                {texts.refused}
              </Text>
              {refusals.rest.map((sentence) => (
                <Text key={sentence} size="md">
                  {sentence}
                </Text>
              ))}
            </div>
          </div>
        ) : null}
        <Basics form={form} />
        <FieldsEditor unread={form !== null && form.fields === null} />
        <SettingsEditor />
      </div>
      <div className="foot">{foot}</div>
    </form>
  )
}

function Basics({ form }: Pick<FormEditorProps, 'form'>) {
  const { common } = useMessages()
  const texts = useMessages().forms.editor
  const inputOf = useTextInputs()
  return (
    <section className="form-editor-part stack" aria-labelledby="form-basics">
      <Title order={2} id="form-basics">
        {texts.basics}
      </Title>
      <div className="form-editor-basics stack">
        <TextInput label={common.fields.name} required autoComplete="off" {...inputOf('name')} />
        <Textarea
          label={texts.description}
          description={texts.descriptionHint}
          autosize
          minRows={2}
          maxRows={6}
          {...inputOf('description')}
        />
        {form ? <PublicAddress address={form.public_url} /> : <FirstStatus />}
      </div>
    </section>
  )
}

function PublicAddress({ address }: { readonly address: string | null }) {
  const { common, forms } = useMessages()
  const texts = forms.editor
  return (
    <div>
      <Text size="sm" fw={500} mb={2}>
        {texts.publicUrl}
      </Text>
      {address === null ? (
        <Text size="sm" c="dimmed">
          {texts.publicUrlNone}
        </Text>
      ) : (
        <div className="row">
          <span className="form-editor-url card cut words" title={address}>
            {address}
          </span>
          <CopyButton value={address}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? common.copied : texts.copyUrl}
              </Button>
            )}
          </CopyButton>
        </div>
      )}
    </div>
  )
}

/** A new form starts as a draft, or directly as active (docs/services.md §10.2). */
function FirstStatus() {
  const { editor, statusDialog, statusMeanings } = useMessages().forms
  const { draft, change } = useStore(useFeature('forms').editor)
  const { status } = draft
  return (
    <div>
      <Text size="sm" fw={500} mb={2} id="form-first-status">
        {editor.status}
      </Text>
      <SegmentedControl
        aria-labelledby="form-first-status"
        size="sm"
        value={status}
        onChange={(value) => change({ status: value })}
        data={[
          { value: 'draft', label: statusDialog.options.draft },
          { value: 'active', label: statusDialog.options.active },
        ]}
      />
      <Text size="sm" c="dimmed" mt={4}>
        {statusMeanings[status]}
      </Text>
    </div>
  )
}

/** The documented settings as inputs, every other as the JSON that the service has. */
function SettingsEditor() {
  const texts = useMessages().forms.editor
  const { draft, addSetting } = useStore(useFeature('forms').editor)
  const inputOf = useTextInputs()
  return (
    <section className="form-editor-part stack" aria-labelledby="form-settings">
      <Title order={2} id="form-settings">
        {texts.settings}
      </Title>
      <div className="form-editor-pair">
        <TextInput
          label={texts.redirect}
          description={texts.redirectHint}
          type="url"
          autoComplete="off"
          spellCheck={false}
          {...inputOf('redirect_url')}
        />
        <TextInput
          label={texts.email}
          description={texts.emailHint}
          type="email"
          autoComplete="off"
          spellCheck={false}
          {...inputOf('notification_email')}
        />
      </div>
      <div>
        <Text size="sm" fw={500}>
          {texts.otherSettings}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.otherSettingsHint}
        </Text>
      </div>
      {draft.settings.map((setting, index) => (
        <SettingRow key={setting.key} setting={setting} position={index + 1} />
      ))}
      <div className="form-editor-add gap-16 row">
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => void addSetting()}
        >
          {texts.addSetting}
        </Button>
      </div>
    </section>
  )
}

/** `position`: from 1. */
function SettingRow({ setting, position }: { readonly setting: SettingDraft; readonly position: number }) {
  const texts = useMessages().forms.editor
  const errorOf = useErrors()
  const { changeSetting, removeSetting } = useFeature('forms').editor.getState()
  const { key, name, json, stored } = setting
  const shown = name.trim() || texts.settingNew
  return (
    <div className="setting-row">
      <TextInput
        aria-label={texts.settingName(position)}
        placeholder={texts.settingNew}
        value={name}
        readOnly={stored}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => changeSetting(key, { name: event.currentTarget.value })}
      />
      <Textarea
        aria-label={texts.settingValue(shown)}
        className="setting-value"
        value={json}
        autosize
        minRows={1}
        maxRows={12}
        spellCheck={false}
        error={errorOf(`setting ${key}`)}
        onChange={(event) => changeSetting(key, { json: event.currentTarget.value })}
      />
      {stored ? (
        <span />
      ) : (
        <ActionIcon mt={6} aria-label={texts.removeSetting(shown)} onClick={() => removeSetting(key)}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  )
}
