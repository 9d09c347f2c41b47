import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { AppState } from '../../preload/contract/app.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { factsOf } from '../../preload/values/failures.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { useMessages, useSentence } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { EraseButton } from './erasing.tsx'
import { LoneScreen, Words } from './lone-screen.tsx'

/** Says why the data are closed, and offers what opens them: a passphrase to choose or enter, a keychain to unlock. */
export function VaultScreen({ app }: { readonly app: AppState }) {
  const { app: texts, settings } = useMessages()
  const { store, enterDemo } = useFeature('app')
  const { working, failure } = useStore(store)
  const isClosed = isOtherReason(app)
  const Icon = isClosed ? IconAlertTriangle : IconLock
  return (
    <LoneScreen
      icon={<Icon size={28} color={isClosed ? 'var(--outcome-invalida)' : 'var(--accent)'} aria-hidden="true" />}
    >
      <VaultWay app={app} />
      {failure ? <FailureNotice failure={failure} /> : null}
      {/* Who forgot the passphrase, or has lost the keychain, can still clear the computer. */}
      {app.phase === 'needs_passphrase' ? null : (
        <Foot text={settings.erase.forgotten}>
          <EraseButton />
        </Foot>
      )}
      {hasDemo(app) ? (
        <Foot text={texts.vault.demoMeanwhile}>
          <Button variant="default" onClick={() => void enterDemo()} disabled={working !== null}>
            {texts.demo.enter}
          </Button>
        </Foot>
      ) : null}
    </LoneScreen>
  )
}

function Foot({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <Group gap="sm" mt="lg" className="lone-foot" wrap="nowrap">
      <Text size="sm" c="dimmed" flex={1}>
        {text}
      </Text>
      {children}
    </Group>
  )
}

/** The phase explains the other reasons. These have a sentence of their own: a missing key, a damaged file. */
const isOtherReason = ({ reason }: AppState) => reason !== null && factsOf(reason).about !== 'vault_phase'

/** The demonstration needs no vault, but the same data process. */
const hasDemo = ({ reason }: AppState) => reason !== 'data_process_failed'

function VaultWay({ app }: { readonly app: AppState }) {
  const sentence = useSentence()
  const { vault: texts } = useMessages().app
  if (app.phase === 'needs_passphrase') {
    return (
      <>
        <Words title={texts.createTitle} text={texts.createText} />
        <CreateVaultForm />
      </>
    )
  }
  if (app.phase === 'locked' && app.vault.kind === 'passphrase') {
    return (
      <>
        <Words title={texts.unlockTitle} text={texts.unlockText} />
        <UnlockVaultForm />
      </>
    )
  }
  const [title, text] = closedWords(app, texts, sentence)
  return (
    <>
      <Words title={title} text={text} />
      {app.details && isOtherReason(app) ? (
        <Text size="sm" c="dimmed" ff="monospace">
          {app.details}
        </Text>
      ) : null}
      <RetryButton />
    </>
  )
}

/** Why the data cannot be read, where a passphrase would not help. */
function closedWords(
  app: AppState,
  texts: Messages['app']['vault'],
  sentence: ReturnType<typeof useSentence>,
): readonly [title: string, text: string] {
  const { reason, phase, vault } = app
  if (reason !== null && isOtherReason(app)) return [texts.closedTitle, sentence({ code: reason, params: {} })]
  if (reason === 'vault_asking') return [texts.askingTitle, texts.askingText]
  if (phase === 'locked') return [texts.lockedTitle, texts.lockedText(vault.backend)]
  return [texts.unavailableTitle, texts.unavailableText(vault.backend)]
}

function RetryButton() {
  const { working, retryVault } = useStore(useFeature('app').store)
  return (
    <Group>
      <Button size="sm" onClick={() => void retryVault()} loading={working !== null} data-autofocus>
        {useMessages().common.tryAgain}
      </Button>
    </Group>
  )
}

/** The contract's own bound (preload/contract/app.ts, `app.create_vault`). */
const shortest = 8

/** Two fields that must be equal. Both are emptied when the passphrase is sent, whatever the result. */
function CreateVaultForm() {
  const { common } = useMessages()
  const { vault: texts } = useMessages().app
  const { go } = useNavigation()
  const { createVault } = useFeature('app').store.getState()
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const missing = Math.max(0, shortest - passphrase.length)
  const different = passphrase !== again
  const submit = async () => {
    setTried(true)
    if (missing > 0 || different) return
    setPassphrase('')
    setAgain('')
    setTried(false)
    if (await createVault(passphrase)) go({ screen: 'connections', create: true })
  }
  return (
    <PassphraseForm submitText={texts.create} onSubmit={() => void submit()}>
      <SecretInput
        label={texts.passphrase}
        description={texts.passphraseHint}
        value={passphrase}
        autoComplete="new-password"
        autoFocus
        error={tried && missing > 0 ? common.passphrase.tooShort(missing) : null}
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
      <SecretInput
        label={common.passphrase.repeat}
        value={again}
        autoComplete="new-password"
        error={tried && missing === 0 && different ? texts.different : null}
        onChange={(event) => setAgain(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed">
        {texts.ifLost}
      </Text>
    </PassphraseForm>
  )
}

/** One field. It is emptied when it is sent. */
function UnlockVaultForm() {
  const { vault: texts } = useMessages().app
  const { unlock } = useFeature('app').store.getState()
  const [passphrase, setPassphrase] = useState('')
  const submit = () => {
    setPassphrase('')
    void unlock(passphrase)
  }
  return (
    <PassphraseForm submitText={texts.unlock} disabled={passphrase === ''} onSubmit={submit}>
      <SecretInput
        label={texts.passphrase}
        value={passphrase}
        autoComplete="current-password"
        autoFocus
        onChange={(event) => setPassphrase(event.currentTarget.value)}
      />
    </PassphraseForm>
  )
}

interface PassphraseFormProps {
  readonly submitText: string
  readonly disabled?: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

function PassphraseForm({ submitText, disabled = false, onSubmit, children }: PassphraseFormProps) {
  const working = useStore(useFeature('app').store, (state) => state.working !== null)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!disabled) onSubmit()
      }}
    >
      <Stack gap="md">
        {children}
        <Group>
          <Button type="submit" size="sm" loading={working} disabled={disabled}>
            {submitText}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
