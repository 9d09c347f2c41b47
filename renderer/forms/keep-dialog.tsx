import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Form, KeepPlan, KeptPeriod } from '../../preload/contract/forms.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { isBeyondPlan, keepPlanFacts } from '../../preload/messages/kept-days.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { DayRangeFields } from '../tables/day-field.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { type KeepStore, keepChoices } from './keep-store.ts'

export interface KeepDialogProps {
  readonly store: KeepStore
  readonly form: Form
  readonly working: boolean
  readonly failure: Failure | null
  readonly onKeep: (period: KeptPeriod | null) => void
  /** Shows the newest entries without keeping any. */
  readonly onNewest: () => void
  readonly onClose: () => void
}

/** Which entries of a form are kept, and what that costs, before anything is read. What is kept already stays. */
export function KeepDialog({ store, form, working, failure, onKeep, onNewest, onClose }: KeepDialogProps) {
  const messages = useMessages()
  const texts = messages.forms.keeping
  const { connection_id: connection, id, kept } = form
  useEffect(() => {
    store.getState().open({ connection, id })
    return () => store.getState().close()
  }, [store, connection, id])
  const plan = readyValue(useStore(store, (state) => state.plan))
  const isSame = kept && plan !== undefined && isSamePeriod(plan.period, form.sync.period)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (plan && !isSame && !working) onKeep(plan.period)
  }
  return (
    <Dialog opened onClose={onClose} title={kept ? texts.widenTitle(form.name) : texts.title(form.name)} size={560}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="md">{kept ? texts.widenText : texts.text}</Text>
          <PeriodChoice store={store} />
          <KeepCost store={store} note={isSame ? texts.same : null} />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="space-between" gap="sm">
            {kept ? (
              <span />
            ) : (
              <Button variant="subtle" size="sm" px={8} title={texts.newestHint} onClick={onNewest}>
                {texts.newest}
              </Button>
            )}
            <Group gap="sm">
              <Button variant="default" size="sm" onClick={onClose}>
                {messages.common.cancel}
              </Button>
              <Button type="submit" size="sm" disabled={!plan || isSame} loading={working}>
                {texts.confirm}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function PeriodChoice({ store }: { readonly store: KeepStore }) {
  const texts = useMessages().forms.keeping
  const { choice, first, last, choose } = useStore(store)
  return (
    <Radio.Group
      label={texts.period}
      value={choice}
      onChange={(value) => choose({ choice: keepChoices.find((each) => each === value) ?? 'all' })}
    >
      <Stack gap="sm" mt="sm">
        {keepChoices.map((value) => (
          // Enter on a choice submits the form; the button may not be pressed yet.
          <Radio
            key={value}
            value={value}
            size="sm"
            label={texts.choices[value]}
            data-autofocus={value === choice || undefined}
          />
        ))}
        {choice === 'days' ? (
          <Group grow gap="sm" align="flex-start">
            <DayRangeFields
              labels={{ from: texts.first, to: texts.last }}
              description={texts.openHint}
              days={{ from: first, to: last }}
              onChange={({ from, to }) => choose({ first: from, last: to })}
            />
          </Group>
        ) : null}
      </Stack>
    </Radio.Group>
  )
}

/** Period, entries, requests, time and share of the plan; `note`: why it cannot be stored. */
export function KeepCost({ store, note = null }: { readonly store: KeepStore; readonly note?: string | null }) {
  const messages = useMessages()
  const texts = messages.forms.keeping
  const { plan, first, last, refreshPlan } = useStore(store)
  const wanting = first === null && last === null ? texts.needsDay : messages.tables.day.mend
  const content = (): ReactNode => {
    if (plan.status === 'failed') return <FailureNotice failure={plan.failure} onRetry={refreshPlan} />
    if (plan.status === 'ready') return <CostFacts plan={plan.value} note={note} />
    return (
      <Text size="md" c="dimmed">
        {plan.status === 'idle' ? wanting : texts.asking}
      </Text>
    )
  }
  return (
    <section className="forms-cost inset" aria-label={texts.cost} role="status">
      {content()}
    </section>
  )
}

function CostFacts({ plan, note }: { readonly plan: KeepPlan; readonly note: string | null }) {
  const messages = useMessages()
  const format = useFormat()
  const beyond = isBeyondPlan(plan)
  return (
    <>
      <dl className="figures">
        {keepPlanFacts(plan, messages, format.duration).map(([label, value], place, all) => (
          <div key={label} data-warning={(beyond && place === all.length - 1) || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {plan.single_reads > 0 ? <Text size="sm">{messages.forms.keeping.singles(plan.single_reads)}</Text> : null}
      {note ? <Text size="sm">{note}</Text> : null}
    </>
  )
}

function isSamePeriod(one: KeptPeriod | null, other: KeptPeriod | null): boolean {
  return one?.from === other?.from && one?.to === other?.to
}
