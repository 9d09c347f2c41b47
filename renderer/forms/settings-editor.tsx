import { ActionIcon, Button, Text, Textarea, TextInput, Title } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { useErrors } from './editor-errors.ts'
import type { EditorStore } from './editor-store.ts'
import type { SettingDraft } from './form-draft.ts'

/** The settings that the document names as fields, every other as the JSON that the service keeps. */
export function SettingsEditor({ store }: { readonly store: EditorStore }) {
  const texts = useMessages().forms.editor
  const { draft, change, addSetting } = useStore(store)
  const errorOf = useErrors(store)
  return (
    <section className="form-editor-part" aria-labelledby="form-settings">
      <Title order={2} id="form-settings">
        {texts.settings}
      </Title>
      <div className="form-editor-pair">
        <TextInput
          label={texts.redirect}
          description={texts.redirectHint}
          type="url"
          value={draft.redirect}
          autoComplete="off"
          spellCheck={false}
          error={errorOf('redirect')}
          onChange={(event) => change({ redirect: event.currentTarget.value })}
        />
        <TextInput
          label={texts.email}
          description={texts.emailHint}
          type="email"
          value={draft.email}
          autoComplete="off"
          spellCheck={false}
          error={errorOf('email')}
          onChange={(event) => change({ email: event.currentTarget.value })}
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
        <SettingRow key={setting.key} store={store} setting={setting} place={index + 1} />
      ))}
      <div className="form-editor-add">
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

interface SettingRowProps {
  readonly store: EditorStore
  readonly setting: SettingDraft
  /** From 1. */
  readonly place: number
}

function SettingRow({ store, setting, place }: SettingRowProps) {
  const texts = useMessages().forms.editor
  const errorOf = useErrors(store)
  const { changeSetting, removeSetting } = store.getState()
  const { key, name, json, stored } = setting
  const shown = name.trim() || texts.settingNew
  return (
    <div className="setting-row">
      <TextInput
        aria-label={texts.settingName(place)}
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
