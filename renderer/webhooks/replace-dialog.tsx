import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Webhook } from '../../preload/contract/form-service.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { SecretView } from './secret-view.tsx'
import { otherRefusals, SecretChoice, webhookProblems } from './webhook-form.tsx'
import type { WebhooksStore } from './webhooks-store.ts'

export interface ReplaceDialogProps {
  readonly store: WebhooksStore
  /** The one whose secret is replaced. */
  readonly webhook: Webhook
  readonly onFinished: () => void
  readonly onClose: () => void
}

type Step = 'create' | 'place' | 'pause'
const steps: readonly Step[] = ['create', 'place', 'pause']
/** Rotation by replacement (features.md §4): a new webhook alike, its secret put in place, the old one paused. */
export function ReplaceDialog({ store, webhook, onFinished, onClose }: ReplaceDialogProps) {
  const texts = useMessages().webhooks.replace
  const { connection, working, failure, replace, change, forgetSecret, dismissFailure } = useStore(store)
  const made = useStore(store, (state) =>
    state.made.find((each) => each.connection === connection && each.replaces === webhook.id),
  )
  const [placed, setPlaced] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const step = stepOf(placed, made !== undefined)
  const leave = () => {
    dismissFailure()
    if (made) forgetSecret(made.webhook.id)
    onClose()
  }
  const askToLeave = () => {
    // Begun a second time it would make a second one, and the first one's secret would never be seen.
    if (step === 'create' && working !== null) return
    if (step === 'place' && !leaving) setLeaving(true)
    else leave()
  }
  const begin = async (secret: string | null) => {
    const end = await replace(webhook.id, secret)
    // The ledger shows what is to be checked before a retry.
    if (end === 'unknown') leave()
  }
  const pause = async () => {
    const end = await change(webhook.id, { is_active: false })
    if (end === 'failed') return
    leave()
    if (end === 'done') onFinished()
  }
  return (
    <Dialog writes opened onClose={askToLeave} title={texts.title} size={560}>
      <Stack gap="md">
        <ol className="webhook-steps">
          {steps.map((name) => (
            <StepName key={name} name={name} step={step} />
          ))}
        </ol>
        {step === 'create' ? <CreateStep working={working !== null} onBegin={(secret) => void begin(secret)} /> : null}
        {step === 'place' && made ? (
          <PlaceStep
            secret={made.secret}
            active={made.webhook.is_active}
            onNext={() => {
              setPlaced(true)
              setLeaving(false)
              forgetSecret(made.webhook.id)
            }}
          />
        ) : null}
        {step === 'pause' ? (
          <>
            <Text size="md" className="webhook-sentence">
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
          <div className="warning-note" role="alert">
            <IconAlertTriangle size={18} aria-hidden="true" />
            <Text size="md" flex={1}>
              {texts.leaveText}
            </Text>
            <Button variant="default" onClick={leave}>
              {texts.leave}
            </Button>
          </div>
        ) : null}
        {otherRefusals(failure, []).map((line) => (
          <Text key={line} size="sm" role="alert">
            {line}
          </Text>
        ))}
        {failure ? <FailureNotice failure={failure} /> : null}
      </Stack>
    </Dialog>
  )
}

/** Who comes back to a replacement that was begun goes on where it stands. */
function stepOf(placed: boolean, made: boolean): Step {
  if (placed) return 'pause'
  return made ? 'place' : 'create'
}

function StepName({ name, step }: { readonly name: Step; readonly step: Step }) {
  const texts = useMessages().webhooks.replace
  const place = steps.indexOf(name)
  const done = place < steps.indexOf(step)
  const words = texts.steps[name]
  return (
    <li data-done={done || undefined} {...(name === step ? { 'aria-current': 'step' } : {})}>
      <span className="webhook-step-number" aria-hidden="true">
        {done ? <IconCheck size={14} /> : place + 1}
      </span>
      {done ? <span className="unseen">{texts.done(words)}</span> : null}
      <span {...(done ? { 'aria-hidden': true } : {})}>{words}</span>
    </li>
  )
}

interface CreateStepProps {
  readonly working: boolean
  readonly onBegin: (secret: string | null) => void
}

function CreateStep({ working, onBegin }: CreateStepProps) {
  const messages = useMessages()
  const texts = messages.webhooks.replace
  const [secret, setSecret] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const problem = webhookProblems({
    url: 'https://exemplo.com.br',
    events: ['entry.created'],
    formId: null,
    secret,
  }).secret
  const begin = () => {
    setTried(true)
    if (!problem) onBegin(secret === null ? null : secret.trim())
  }
  return (
    <>
      <Text size="md">{texts.text}</Text>
      <Text size="sm" c="dimmed">
        {texts.meanwhile}
      </Text>
      <SecretChoice
        secret={secret}
        error={tried && problem ? messages.webhooks.form[problem] : null}
        onSecret={setSecret}
      />
      <Group justify="flex-end">
        <Button size="sm" loading={working} onClick={begin}>
          {texts.create}
        </Button>
      </Group>
    </>
  )
}

interface PlaceStepProps {
  readonly secret: string | null
  /** The service shows the new one as active. */
  readonly active: boolean
  readonly onNext: () => void
}

function PlaceStep({ secret, active, onNext }: PlaceStepProps) {
  const messages = useMessages()
  const texts = messages.webhooks.replace
  const [placed, setPlaced] = useState(false)
  return (
    <>
      <Text size="md" className={active ? 'webhook-verified' : 'warning-note'} role="status">
        {active ? <IconCheck size={16} aria-hidden="true" /> : <IconAlertTriangle size={18} aria-hidden="true" />}
        {active ? texts.verified : texts.notVerified}
      </Text>
      <Text size="md">{messages.webhooks.shown.text}</Text>
      <SecretView secret={secret} onCopied={() => undefined} />
      <Checkbox label={texts.placed} checked={placed} onChange={(event) => setPlaced(event.currentTarget.checked)} />
      <Group justify="flex-end">
        <Button size="sm" disabled={!placed} onClick={onNext}>
          {texts.next}
        </Button>
      </Group>
    </>
  )
}
