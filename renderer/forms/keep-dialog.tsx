import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { Form, KeepPlan, KeptPeriod } from '../../preload/contract/forms.ts'
import { isBeyondPlan, keepPlanFacts } from '../../preload/messages/catalogue.ts'
import { periodOfDays } from '../../preload/messages/kept-days.ts'
import { useApp } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { DayRangeFields } from '../tables/day-field.tsx'
import { dayOf, isPossible } from '../tables/day-range.ts'
import { SubmitForm } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { keyOf, useMutationOf } from './form-store.ts'

const keepChoices = ['all', 'last30', 'last90', 'days'] as const

interface Chosen {
  readonly choice: (typeof keepChoices)[number]
  /** The typed days of `days` in the person's zone, as 2026-11-20; null is open on that side. */
  readonly first: string | null
  readonly last: string | null
}

interface KeepState extends Chosen {
  /** The cost of the choice; idle while the days are not a valid period. */
  readonly plan: Loadable<KeepPlan>
  choose(change: Partial<Chosen>): void
  /** Requests the cost. Each request costs two of the budget, so typed days are debounced, in ms. */
  loadPlan(afterMs?: number): void
  close(): void
}

type KeepStore = ReturnType<typeof useKeepStore>

/** The choice of entries to keep offline and its cost, while the calling dialog is open. */
export function useKeepStore({ connection_id, id }: Form) {
  const { ask, now } = useApp()
  const [store] = useState(() =>
    createStore<KeepState>()((set, get) => {
      const plan = createLatest({ get, set, key: 'plan' })
      return {
        choice: 'all',
        first: null,
        last: null,
        plan: { status: 'idle' },
        choose(change) {
          set(change)
          get().loadPlan(400)
        },
        loadPlan(afterMs = 0) {
          const period = periodOf(get(), new Date(now()))
          if (period === undefined) return plan.clear()
          void plan.load((_, options) => ask('forms.plan_keep', { connection_id, id, period }, options), {
            afterMs,
            keep: false,
          })
        },
        close: plan.cancel,
      }
    }),
  )
  useEffect(() => {
    store.getState().loadPlan()
    return store.getState().close
  }, [store])
  return store
}

/** The chosen period; null for the whole form; undefined while the days are invalid. */
function periodOf({ choice, first, last }: Chosen, today: Date): KeptPeriod | null | undefined {
  if (choice === 'all') return null
  if (choice === 'days') {
    return isPossible({ from: first, to: last }) ? (periodOfDays(first, last) ?? undefined) : undefined
  }
  const days = choice === 'last30' ? 30 : 90
  // Today is the last of them.
  const start = new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1)
  return periodOfDays(dayOf(start), null)
}

interface KeepDialogProps {
  readonly form: Form
  readonly onKeep: (period: KeptPeriod | null) => void
  /** Shows the newest entries without keeping any. */
  readonly onNewest: () => void
  readonly onClose: () => void
}

/** Asks which entries of a form are kept, with the cost, before anything is read. What is kept already stays. */
export function KeepDialog({ form, onKeep, onNewest, onClose }: KeepDialogProps) {
  const { common, forms } = useMessages()
  const texts = useMessages().forms.keeping
  const store = useKeepStore(form)
  const { choice, first, last, choose, ...state } = useStore(store)
  const { working, failure } = useMutationOf(keyOf(form))
  const { kept } = form
  const plan = readyValue(state.plan)
  const isSame = kept && plan !== undefined && isSamePeriod(plan.period, form.sync.period)
  const newest = (
    <Button variant="subtle" size="sm" px={8} title={texts.newestHint} onClick={onNewest}>
      {forms.actions.newest}
    </Button>
  )
  return (
    <Dialog onClose={onClose} title={kept ? texts.widenTitle(form.name) : texts.title(form.name)} size={560}>
      <SubmitForm
        confirm={texts.confirm}
        ready={plan !== undefined && !isSame}
        busy={working !== null}
        failure={failure}
        beside={kept ? null : newest}
        onSubmit={() => plan && onKeep(plan.period)}
        onClose={onClose}
      >
        <Text size="md">{kept ? texts.widenText : texts.text}</Text>
        <Radio.Group
          label={common.fields.whichEntries}
          value={choice}
          onChange={(value) => choose({ choice: keepChoices.find((each) => each === value) ?? 'all' })}
        >
          <Stack gap="sm" mt="sm">
            {keepChoices.map((value) => (
              // Enter on a choice submits the form, even while the button is disabled.
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
                  labels={{ from: common.fields.firstDay, to: common.fields.lastDay }}
                  description={texts.openHint}
                  days={{ from: first, to: last }}
                  onChange={({ from, to }) => choose({ first: from, last: to })}
                />
              </Group>
            ) : null}
          </Stack>
        </Radio.Group>
        <KeepCost store={store} note={isSame ? texts.same : null} />
      </SubmitForm>
    </Dialog>
  )
}

/** Period, entries, requests, time and share of the plan; `note`: why it cannot be stored. */
export function KeepCost({ store, note = null }: { readonly store: KeepStore; readonly note?: string | null }) {
  const messages = useMessages()
  const texts = messages.forms.keeping
  const format = useFormat()
  const { plan, first, last, loadPlan } = useStore(store)
  const wanting = first === null && last === null ? texts.needsDay : messages.tables.day.mend
  const content = (): ReactNode => {
    if (plan.status === 'failed') return <FailureNotice failure={plan.failure} onRetry={() => loadPlan()} />
    if (plan.status !== 'ready') {
      return (
        <Text size="md" c="dimmed">
          {plan.status === 'idle' ? wanting : texts.asking}
        </Text>
      )
    }
    const beyond = isBeyondPlan(plan.value)
    const { single_reads } = plan.value
    return (
      <>
        <dl className="figures">
          {keepPlanFacts(plan.value, messages, format.duration).map(([label, value], place, all) => (
            <div key={label} data-warning={(beyond && place === all.length - 1) || undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {single_reads > 0 ? <Text size="sm">{texts.singles(single_reads)}</Text> : null}
        {note ? <Text size="sm">{note}</Text> : null}
      </>
    )
  }
  return (
    <section className="forms-cost inset" aria-label={texts.cost} role="status">
      {content()}
    </section>
  )
}

function isSamePeriod(one: KeptPeriod | null, other: KeptPeriod | null): boolean {
  return one?.from === other?.from && one?.to === other?.to
}
