import { Button, Group, SegmentedControl, Text, Title } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { CheckStep } from '../../preload/contract/connections.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { factsOf, failureCodes } from '../../preload/values/failures.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { StepIcon } from '../ui/step-icon.tsx'
import { type CheckRun, lacksLeadsAlone } from './store.ts'

interface CheckListProps {
  readonly check: CheckRun
  /** Switches the connection to its other host and checks it. */
  readonly onSwitchHost: (onBeta: boolean) => void
  readonly onDone: () => void
  /** The answer was another account's: a new connection is made for that account. */
  readonly onSeparate: () => void
}

/** The steps of a check as they arrive, with a sentence each, and what to do next. */
export function CheckList({ check, onSwitchHost, onDone, onSeparate }: CheckListProps) {
  const { store, useList } = useFeature('connections')
  const connection = useList().find(({ id }) => id === check.id)
  const { checkAgain, closeCheck } = store.getState()
  const now = useApp().now()
  const { go } = useNavigation()
  const { id } = check
  const onAgain = check.saving || id === null ? undefined : () => void checkAgain(id)
  const { connections, common, app } = useMessages()
  const texts = connections.check
  const format = useFormat()
  const refused = check.failure !== undefined && isOtherAccount(check.failure.code)
  const isOther = refused || check.steps.some(({ finding }) => isOtherAccount(finding))
  const section = useRef<HTMLElement>(null)
  // It grows below the saved form, which may fill the panel.
  const { steps, failure } = check
  useEffect(() => {
    if (steps.length > 0 || failure) section.current?.scrollIntoView?.({ block: 'nearest' })
  }, [steps, failure])
  return (
    <section ref={section} className="check" aria-labelledby="check-title">
      <Title order={2} id="check-title">
        {texts.title}
      </Title>
      {connection && connection.beta_url !== null ? (
        <SegmentedControl
          size="xs"
          mt={8}
          aria-label={connections.beta.host}
          value={connection.on_beta ? 'beta' : 'main'}
          onChange={(value) => onSwitchHost(value === 'beta')}
          data={[
            { value: 'main', label: connections.beta.main },
            { value: 'beta', label: connections.beta.second },
          ]}
        />
      ) : null}
      <Text size="md" role="status" mt={4}>
        {summary(check, texts)}
      </Text>
      <ol className="check-steps plain-list">
        {check.steps.map((step) => (
          <Step key={step.step} step={step} mild={check.passed} />
        ))}
      </ol>
      {check.failure ? <FailureNotice failure={check.failure} onRetry={refused ? undefined : onAgain} /> : null}
      {check.checkedAt ? (
        <Text size="sm" c="dimmed">
          {texts.at(format.moment(Date.parse(check.checkedAt), now))}
        </Text>
      ) : null}
      <Group gap="sm" mt="sm">
        {check.running ? (
          <Button variant="default" onClick={closeCheck}>
            {common.stop}
          </Button>
        ) : (
          <>
            {check.passed && connection?.service === 'platform' ? (
              <>
                <Button onClick={() => go({ screen: 'sheets', create: true })}>{texts.newSheet}</Button>
                <Button variant="default" onClick={() => go({ screen: 'cruzar' })}>
                  {app.commands.openList}
                </Button>
              </>
            ) : null}
            {isOther ? <Button onClick={onSeparate}>{texts.separate}</Button> : null}
            {onAgain && !check.failure ? (
              <Button variant="default" onClick={onAgain}>
                {connections.checkAgain}
              </Button>
            ) : null}
            <Button variant="default" onClick={onDone}>
              {check.passed ? texts.done : common.close}
            </Button>
          </>
        )}
      </Group>
    </section>
  )
}

function summary(check: CheckRun, texts: Messages['connections']['check']): string {
  if (check.running) return texts.running
  if (check.failure) return ''
  if (lacksLeadsAlone(check)) return texts.withoutLeads
  return check.passed ? texts.passed : texts.failed
}

/** `mild`: the failed step does not stop the connection from working, such as a wrong clock. */
function Step({ step, mild }: { readonly step: CheckStep; readonly mild: boolean }) {
  const { check, findings } = useMessages().connections
  const isMild = mild && step.state === 'failed'
  const sentence = findings[step.finding]?.(step.params) ?? check.states[step.state]
  return (
    <li className="check-step" data-state={step.state}>
      {isMild ? attention : <StepIcon state={step.state} size={20} />}
      <div>
        <Text size="md" fw={500}>
          {check.steps[step.step]} <span className="unseen">{isMild ? check.attention : check.states[step.state]}</span>
        </Text>
        {step.state === 'waiting' || step.state === 'running' ? null : (
          <Text size="sm" c={step.state === 'failed' ? 'var(--text)' : 'dimmed'}>
            {sentence}
          </Text>
        )}
      </div>
    </li>
  )
}

const attention = <IconAlertTriangle size={20} color="var(--outcome-sem-conversa)" aria-hidden="true" />

/** Findings that are failures have the name of the failure. */
function isOtherAccount(finding: string): boolean {
  return failureCodes.some((code) => code === finding && factsOf(code).about === 'other_account')
}
