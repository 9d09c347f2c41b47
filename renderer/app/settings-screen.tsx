import { Button, Group, SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useStore } from 'zustand'
import type { AppState, Language, Preferences, Theme } from '../../preload/contract/app.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFeature, useSlot } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Mark } from '../ui/mark.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { EraseButton } from './erasing.tsx'

const languages: readonly Language[] = ['pt-BR', 'en']
const requestsAtOnce: readonly string[] = ['1', '2', '4', '8']
const sheetVersions: readonly string[] = ['1', '2', '3', '5', '10']
const themes: readonly Theme[] = ['system', 'light', 'dark']

export function SettingsScreen() {
  const { store, dialog, enterDemo, leaveDemo } = useFeature('app')
  const state = useStore(store)
  const { settings: texts, app: appTexts, reviews } = useMessages()
  const ReviewerField = useSlot('reviewerField')
  const app = readyValue(state.app)
  if (!app) return null
  const prefer = (preferences: Partial<Preferences>) => void state.prefer(preferences)
  return (
    <>
      <PageHeader title={texts.title} facts={texts.version(app.version)} />
      <div className="settings column">
        {state.failure ? <FailureNotice failure={state.failure} onClose={state.dismissFailure} /> : null}
        <Section title={texts.appearance}>
          <Choice
            label={texts.language}
            value={app.preferences.language}
            options={languages.map((value) => ({ value, label: texts.languages[value] }))}
            onChange={(language) => prefer({ language })}
          />
          <Choice
            label={texts.theme}
            value={app.preferences.theme}
            options={themes.map((value) => ({ value, label: texts.themes[value] }))}
            onChange={(theme) => prefer({ theme })}
          />
        </Section>
        <Section title={texts.pace}>
          <Choice
            label={texts.requestsAtOnce}
            value={String(app.preferences.requests_at_once)}
            options={requestsAtOnce.map((value) => ({ value, label: value }))}
            onChange={(value) => prefer({ requests_at_once: Number(value) })}
          />
          <Text size="md">{texts.paceText}</Text>
        </Section>
        <Section title={texts.sheets}>
          <Choice
            label={texts.sheetVersions}
            value={String(app.preferences.sheet_versions)}
            options={sheetVersions.map((value) => ({ value, label: value }))}
            onChange={(value) => prefer({ sheet_versions: Number(value) })}
          />
          <Text size="md">{texts.sheetVersionsText}</Text>
        </Section>
        <Section title={texts.idleReads}>
          <Switch
            label={texts.idleReadsLabel}
            checked={app.preferences.idle_reads}
            onChange={(event) => prefer({ idle_reads: event.currentTarget.checked })}
          />
          <Text size="md">{texts.idleReadsText}</Text>
        </Section>
        <Section title={reviews.reviewer.title}>
          <ReviewerField />
        </Section>
        <VaultSection app={app} />
        <Section title={appTexts.demo.label}>
          <Text size="md">{app.demo ? texts.demoOpen : texts.demoText}</Text>
          <Group>
            <Button
              variant="default"
              loading={state.working !== null}
              onClick={() => void (app.demo ? leaveDemo() : enterDemo())}
            >
              {app.demo ? appTexts.demo.leave : appTexts.demo.enter}
            </Button>
          </Group>
        </Section>
        {app.demo ? null : (
          <Section title={texts.erase.title}>
            <Text size="md">{texts.erase.text}</Text>
            <Group>
              <EraseButton />
            </Group>
          </Section>
        )}
        <Section title={texts.about}>
          <Text size="md">{joinFacts([texts.version(app.version), texts.hosts[app.host]])}</Text>
          <Group>
            <Button variant="default" onClick={() => dialog.setState({ open: 'shortcuts' })}>
              {appTexts.shortcuts.title}
            </Button>
          </Group>
        </Section>
      </div>
    </>
  )
}

function VaultSection({ app }: { readonly app: AppState }) {
  const texts = useMessages().settings
  const { vault } = app
  const open = vault.state === 'open'
  return (
    <Section title={texts.safety}>
      <div>
        <Group gap="sm">
          <Title order={3}>{texts.vault}</Title>
          <Mark
            color={open ? 'var(--outcome-com-conversa)' : 'var(--outcome-sem-conversa)'}
            soft={open ? 'var(--outcome-com-conversa-soft)' : 'var(--outcome-sem-conversa-soft)'}
          >
            {texts.vaultStates[vault.state]}
          </Mark>
        </Group>
        <Text size="md" mt={4}>
          {texts.vaultKinds[vault.kind](vault.backend)}
        </Text>
      </div>
      {vault.kind === 'memory' ? null : <Text size="md">{texts.data}</Text>}
    </Section>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className="settings-section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <Stack gap="md">{children}</Stack>
    </section>
  )
}

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className="gap-16 between row">
      <Text size="md" id={id}>
        {label}
      </Text>
      <SegmentedControl aria-labelledby={id} size="sm" value={value} data={[...options]} onChange={onChange} />
    </div>
  )
}
