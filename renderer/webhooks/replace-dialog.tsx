import './webhooks.css'
import { Button, Checkbox, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Webhook } from '../../preload/contract/form-service.ts'
import { type Slots, useFeature } from '../kernel/feature.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { WarningNote } from '../ui/warning-note.tsx'
import { OtherRefusals, SecretChoice } from './webhook-form.tsx'
import type { MadeWebhook } from './webhooks-store.ts'

/** The secret with its copy button. */
function SecretView({ secret, onCopied }: { readonly secret: string | null; readonly onCopied?: () => void }) {
  const messages = useMessages()
  const texts = messages.webhooks.shown
  if (secret === null) return <Text size="md">{texts.none}</Text>
  return (
    <div className="webhook-secret bottom row">
      <TextInput
        flex={1}
        label={messages.webhooks.form.secret}
        value={secret}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={secret} timeout={4000}>
        {({ copied, copy }) => (
          <Button
            size="sm"
            leftSection={
              copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />
            }
            onClick={() => {
              copy()
              onCopied?.()
            }}
          >
            {copied ? messages.common.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
    </div>
  )
}

/** Shows the secret of a new webhook once, and asks before it is closed without a copy. */
export function SecretDialog({ secret, account, onClose }: Slots['webhookSecret']) {
  const texts = useMessages().webhooks.shown
  const [copied, setCopied] = useState(secret === null)
  const [warned, setWarned] = useState(false)
  const isWarning = warned && !copied
  const leave = () => (copied || warned ? onClose() : setWarned(true))
  return (
    <Dialog onClose={leave} title={account === undefined ? texts.title : texts.titleIn(account)} size={520}>
      <Stack gap="md">
        <Text size="md">{texts.text}</Text>
        <SecretView secret={secret} onCopied={() => setCopied(true)} />
        {isWarning ? <WarningNote role="alert">{texts.notCopied}</WarningNote> : null}
        <Group justify="flex-end" gap="sm">
          {isWarning ? (
            <Button variant="default" size="sm" onClick={onClose}>
              {texts.leave}
            </Button>
          ) : null}
          <Button variant={copied ? 'filled' : 'default'} size="sm" onClick={leave}>
            {texts.done}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

const steps = ['create', 'place', 'pause'] as const
type Step = (typeof steps)[number]

interface ReplaceDialogProps {
  /** The one whose secret is replaced. */
  readonly webhook: Webhook
  readonly onClose: () => void
}

/**
 * Rotation by replacement (docs/decisions/requests-and-writes.md §20): a new webhook like the old one, its secret put
 * in place, the old one paused. A replacement that was begun and left is resumed at its step.
 */
export function ReplaceDialog({ webhook, onClose }: ReplaceDialogProps) {
  const texts = useMessages().webhooks.replace
  const { connection, working, failure, made: allMade, ...store } = useStore(useFeature('webhooks'))
  const created = allMade.find((each) => each.connection === connection && each.replaces === webhook.id)
  const [placed, setPlaced] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const unplaced: Step = created ? 'place' : 'create'
  const step = placed ? 'pause' : unplaced
  const leave = () => {
    store.dismissFailure()
    if (created) store.forgetSecret(created.webhook.id)
    onClose()
  }
  const askToLeave = () => {
    // Begun a second time it would make a second one, and the first one's secret would never be seen.
    if (step === 'create' && working !== null) return
    if (step === 'place' && !leaving) setLeaving(true)
    else leave()
  }
  const begin = async (secret: string | null) => {
    // The ledger shows what is to be checked before a retry.
    if ((await store.replace(webhook.id, secret)) === 'unknown') leave()
  }
  const pause = async () => {
    const end = await store.change(webhook.id, { is_active: false })
    if (end === 'failed') return
    leave()
    if (end === 'done') notifications.show({ message: messagesNow().webhooks.replace.finished })
  }
  return (
    <Dialog writes onClose={askToLeave} title={texts.title} size={560}>
      <Stack gap="md">
        <Steps step={step} />
        {step === 'create' ? <CreateStep working={working !== null} onBegin={(secret) => void begin(secret)} /> : null}
        {step === 'place' && created ? (
          <PlaceStep
            made={created}
            onNext={() => {
              setPlaced(true)
              setLeaving(false)
              store.forgetSecret(created.webhook.id)
            }}
          />
        ) : null}
        {step === 'pause' ? (
          <>
            <Text size="md" className="breaks">
              {texts.pauseText(webhook.url)}
            </Text>
            <Group justify="flex-end" gap="sm">
              <Button variant="default" size="sm" onClick={leave}>
                {texts.leave}
              </Button>
              <Button size="sm" loading={working !== null} data-autofocus onClick={() => void pause()}>
                {texts.pause}
              </Button>
            </Group>
          </>
        ) : null}
        {leaving ? (
          <WarningNote
            role="alert"
            action={
              <Button variant="default" onClick={leave}>
                {texts.leave}
              </Button>
            }
          >
            {texts.leaveText}
          </WarningNote>
        ) : null}
        <OtherRefusals failure={failure} shown={[]} />
        {failure ? <FailureNotice failure={failure} /> : null}
      </Stack>
    </Dialog>
  )
}

function Steps({ step }: { readonly step: Step }) {
  const texts = useMessages().webhooks.replace
  return (
    <ol className="webhook-steps plain-list">
      {steps.map((name, index) => {
        const isDone = index < steps.indexOf(step)
        return (
          <li
            key={name}
            className="row gap-6"
            data-done={isDone || undefined}
            {...(name === step ? { 'aria-current': 'step' } : {})}
          >
            <span className="webhook-step-number" aria-hidden="true">
              {isDone ? <IconCheck size={14} /> : index + 1}
            </span>
            {isDone ? <span className="unseen">{texts.done(texts.steps[name])}</span> : null}
            <span {...(isDone ? { 'aria-hidden': true } : {})}>{texts.steps[name]}</span>
          </li>
        )
      })}
    </ol>
  )
}

function CreateStep(props: { readonly working: boolean; readonly onBegin: (secret: string | null) => void }) {
  const { replace: texts, form } = useMessages().webhooks
  const [secret, setSecret] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const typedSecret = secret?.trim() ?? null
  const begin = () => {
    setTried(true)
    if (typedSecret !== '') props.onBegin(typedSecret)
  }
  return (
    <>
      <Text size="md">{texts.text}</Text>
      <Text size="sm" c="dimmed">
        {texts.meanwhile}
      </Text>
      <SecretChoice
        secret={secret}
        error={tried && typedSecret === '' ? form.secretRequired : null}
        onSecret={setSecret}
      />
      <Group justify="flex-end">
        <Button size="sm" loading={props.working} onClick={begin}>
          {texts.create}
        </Button>
      </Group>
    </>
  )
}

function PlaceStep({ made, onNext }: { readonly made: MadeWebhook; readonly onNext: () => void }) {
  const { common } = useMessages()
  const { replace: texts, shown } = useMessages().webhooks
  const [placed, setPlaced] = useState(false)
  const active = made.webhook.is_active
  return (
    <>
      <Text size="md" className={active ? 'webhook-verified row' : 'warning-note'} role="status">
        {active ? <IconCheck size={16} aria-hidden="true" /> : <IconAlertTriangle size={18} aria-hidden="true" />}
        {active ? texts.verified : texts.notVerified}
      </Text>
      <Text size="md">{shown.text}</Text>
      <SecretView secret={made.secret} />
      <Checkbox label={texts.placed} checked={placed} onChange={(event) => setPlaced(event.currentTarget.checked)} />
      <Group justify="flex-end">
        <Button size="sm" disabled={!placed} onClick={onNext}>
          {common.continue}
        </Button>
      </Group>
    </>
  )
}
