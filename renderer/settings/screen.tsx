import { Button, Group, SegmentedControl, Stack, Switch, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { AppState, Language, Preferences, Theme } from '../../preload/contract/app.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { Mark } from '../ui/mark.tsx'
import { PageHeader } from '../ui/page-header.tsx'

export interface SettingsScreenProps {
  readonly app: AppState
  readonly working: boolean
  readonly failure: Failure | undefined
  readonly onPrefer: (preferences: Partial<Preferences>) => void
  readonly onEnterDemo: () => void
  readonly onLeaveDemo: () => void
  readonly onShortcuts: () => void
  /** Who reviews here: the field of another feature, with its heading. */
  readonly reviewer: { readonly title: string; readonly field: ReactNode }
  /** Erases everything: the button of another feature, with its dialog. */
  readonly erase: ReactNode
  readonly onCloseFailure: () => void
}

const languages: readonly Language[] = ['pt-BR', 'en']
const requestsAtOnce: readonly string[] = ['1', '2', '4', '8']
const themes: readonly Theme[] = ['system', 'light', 'dark']

/** Language, theme, where secrets are kept, the demonstration, the version. */
export function SettingsScreen(props: SettingsScreenProps) {
  const { app, onPrefer } = props
  const texts = useMessages().settings
  return (
    <>
      <PageHeader title={texts.title} facts={texts.version(app.version)} />
      <div className="settings">
        {props.failure ? <FailureNotice failure={props.failure} onClose={props.onCloseFailure} /> : null}
        <Section title={texts.appearance}>
          <Choice
            label={texts.language}
            value={app.preferences.language}
            options={languages.map((value) => ({ value, label: texts.languages[value] }))}
            onChange={(language) => onPrefer({ language })}
          />
          <Choice
            label={texts.theme}
            value={app.preferences.theme}
            options={themes.map((value) => ({ value, label: texts.themes[value] }))}
            onChange={(theme) => onPrefer({ theme })}
          />
        </Section>
        <Section title={texts.pace}>
          <Choice
            label={texts.requestsAtOnce}
            value={String(app.preferences.requests_at_once)}
            options={requestsAtOnce.map((value) => ({ value, label: value }))}
            onChange={(value) => onPrefer({ requests_at_once: Number(value) })}
          />
          <Text size="md">{texts.paceText}</Text>
        </Section>
        <Section title={texts.idleReads}>
          <Switch
            label={texts.idleReadsLabel}
            checked={app.preferences.idle_reads}
            onChange={(event) => onPrefer({ idle_reads: event.currentTarget.checked })}
          />
          <Text size="md">{texts.idleReadsText}</Text>
        </Section>
        <Section title={props.reviewer.title}>{props.reviewer.field}</Section>
        <VaultSection {...props} />
        <Section title={texts.demo}>
          <Text size="md">{app.demo ? texts.demoOpen : texts.demoText}</Text>
          <Group>
            <DemoButton {...props} />
          </Group>
        </Section>
        {app.demo ? null : (
          <Section title={texts.erase.title}>
            <Text size="md">{texts.erase.text}</Text>
            <Group>{props.erase}</Group>
          </Section>
        )}
        <Section title={texts.about}>
          <Text size="md">{joinFacts([texts.version(app.version), texts.hosts[app.host]])}</Text>
          <Group>
            <Button variant="default" onClick={props.onShortcuts}>
              {texts.shortcuts}
            </Button>
          </Group>
        </Section>
      </div>
    </>
  )
}

function DemoButton({ app, working, onEnterDemo, onLeaveDemo }: SettingsScreenProps) {
  const texts = useMessages().app.demo
  return (
    <Button variant="default" loading={working} onClick={app.demo ? onLeaveDemo : onEnterDemo}>
      {app.demo ? texts.leave : texts.enter}
    </Button>
  )
}

function VaultSection({ app }: SettingsScreenProps) {
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
    <div className="settings-choice">
      <Text size="md" id={id}>
        {label}
      </Text>
      <SegmentedControl aria-labelledby={id} size="sm" value={value} data={[...options]} onChange={onChange} />
    </div>
  )
}
