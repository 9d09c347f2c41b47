import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import type { AppState } from '../../preload/contract/app.ts'
import type { Failure, FailureCode } from '../../preload/contract/wire.ts'
import { useMessages, useSentence } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { SecretInput } from '../ui/secret-input.tsx'
import { EraseButton, type Erasing } from './erasing.tsx'

export interface VaultScreenProps {
  readonly app: AppState
  readonly working: boolean
  readonly failure: Failure | null
  readonly onCreate: (passphrase: string) => void
  readonly onUnlock: (passphrase: string) => void
  readonly onRetry: () => void
  readonly onDemo: () => void
  readonly erasing: Erasing
}

/** What stands in the way of the data, and the way on: a passphrase to choose or to enter, a keychain to unlock. */
export function VaultScreen(props: VaultScreenProps) {
  const texts = useMessages().app
  const isClosed = isOtherReason(props.app)
  const Icon = isClosed ? IconAlertTriangle : IconLock
  return (
    <main className="lone-screen" id="screen">
      <Stack gap="md" w="100%" maw={440}>
        <Icon size={28} color={isClosed ? 'var(--outcome-invalida)' : 'var(--accent)'} aria-hidden="true" />
        <VaultWay {...props} />
        {props.failure ? <FailureNotice failure={props.failure} /> : null}
        {props.app.phase === 'needs_passphrase' ? null : <EraseWay {...props.erasing} />}
        {hasDemo(props.app) ? (
          <Group gap="sm" mt="lg" className="lone-foot" wrap="nowrap">
            <Text size="sm" c="dimmed" flex={1}>
              {texts.vault.demoMeanwhile}
            </Text>
            <Button variant="default" onClick={props.onDemo} disabled={props.working}>
              {texts.demo.enter}
            </Button>
          </Group>
        ) : null}
      </Stack>
    </main>
  )
}

/** Who forgot the passphrase, or has lost the keychain, can still clear the computer. */
function EraseWay(erasing: Erasing) {
  const texts = useMessages().settings.erase
  return (
    <Group gap="sm" mt="lg" className="lone-foot" wrap="nowrap">
      <Text size="sm" c="dimmed" flex={1}>
        {texts.forgotten}
      </Text>
      <EraseButton {...erasing} />
    </Group>
  )
}

/** Reasons that the phase tells already; any other has its own sentence: a key that is gone, a damaged file. */
const ordinary: ReadonlySet<FailureCode> = new Set([
  'vault_asking',
  'vault_locked',
  'vault_unavailable',
  'vault_needs_passphrase',
])

const isOtherReason = ({ reason }: AppState) => reason !== null && !ordinary.has(reason)

/** The demonstration needs no vault; but its data need the process that the person's own need. */
const hasDemo = ({ reason }: AppState) => reason !== 'data_process_failed'

function VaultWay({ app, working, onCreate, onUnlock, onRetry }: VaultScreenProps) {
  const sentence = useSentence()
  const { vault: texts } = useMessages().app
  if (app.phase === 'needs_passphrase') {
    return (
      <>
        <Words title={texts.createTitle} text={texts.createText} />
        <CreateVaultForm working={working} onCreate={onCreate} />
      </>
    )
  }
  if (app.phase === 'locked' && app.vault.kind === 'passphrase') {
    return (
      <>
        <Words title={texts.unlockTitle} text={texts.unlockText} />
        <UnlockVaultForm working={working} onUnlock={onUnlock} />
      </>
    )
  }
  if (app.reason !== null && isOtherReason(app)) {
    return (
      <>
        <Words title={texts.closedTitle} text={sentence({ code: app.reason, params: {} })} />
        {app.details ? (
          <Text size="sm" c="dimmed" ff="monospace">
            {app.details}
          </Text>
        ) : null}
        <RetryButton working={working} onRetry={onRetry} />
      </>
    )
  }
  if (app.reason === 'vault_asking') {
    return (
      <>
        <Words title={texts.askingTitle} text={texts.askingText} />
        <RetryButton working={working} onRetry={onRetry} />
      </>
    )
  }
  return (
    <>
      {app.phase === 'locked' ? (
        <Words title={texts.lockedTitle} text={texts.lockedText(app.vault.backend)} />
      ) : (
        <Words title={texts.unavailableTitle} text={texts.unavailableText(app.vault.backend)} />
      )}
      <RetryButton working={working} onRetry={onRetry} />
    </>
  )
}

function Words({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div>
      <Title order={1} size={20} data-page-title tabIndex={-1}>
        {title}
      </Title>
      <Text size="md" c="dimmed" mt={4}>
        {text}
      </Text>
    </div>
  )
}

function RetryButton({ working, onRetry }: { readonly working: boolean; readonly onRetry: () => void }) {
  const texts = useMessages().common
  return (
    <Group>
      <Button size="sm" onClick={onRetry} loading={working} data-autofocus>
        {texts.tryAgain}
      </Button>
    </Group>
  )
}

/** The contract's own bound (preload/contract/app.ts, `app.create_vault`). */
const shortest = 8
interface CreateVaultFormProps {
  readonly working: boolean
  readonly onCreate: (passphrase: string) => void
}
/** Two fields that must agree. Both are emptied the moment the passphrase is handed on, whatever comes of it. */
function CreateVaultForm({ working, onCreate }: CreateVaultFormProps) {
  const { vault: texts } = useMessages().app
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const missing = Math.max(0, shortest - passphrase.length)
  const different = passphrase !== again
  const submit = () => {
    setTried(true)
    if (missing > 0 || different) return
    setPassphrase('')
    setAgain('')
    setTried(false)
    onCreate(passphrase)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack gap="md">
        <SecretInput
          label={texts.passphrase}
          description={texts.passphraseHint}
          value={passphrase}
          autoComplete="new-password"
          autoFocus
          error={tried && missing > 0 ? texts.tooShort(missing) : null}
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <SecretInput
          label={texts.repeat}
          value={again}
          autoComplete="new-password"
          error={tried && missing === 0 && different ? texts.different : null}
          onChange={(event) => setAgain(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          {texts.ifLost}
        </Text>
        <Group>
          <Button type="submit" size="sm" loading={working}>
            {texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
interface UnlockVaultFormProps {
  readonly working: boolean
  readonly onUnlock: (passphrase: string) => void
}
/** One field, emptied the moment it is handed on. */
function UnlockVaultForm({ working, onUnlock }: UnlockVaultFormProps) {
  const { vault: texts } = useMessages().app
  const [passphrase, setPassphrase] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (passphrase === '') return
        setPassphrase('')
        onUnlock(passphrase)
      }}
    >
      <Stack gap="md">
        <SecretInput
          label={texts.passphrase}
          value={passphrase}
          autoComplete="current-password"
          autoFocus
          onChange={(event) => setPassphrase(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" size="sm" loading={working} disabled={passphrase === ''}>
            {texts.unlock}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
