import './forms.css'
import { Button, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconClockPause } from '@tabler/icons-react'
import { createContext, type ReactNode, useEffect, useState } from 'react'
import { createStore, useStore } from 'zustand'
import type { Budget } from '../../preload/contract/forms.ts'
import type { Write } from '../../preload/contract/writes.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { AppAsk } from '../kernel/ask.ts'
import { type FrameProps, useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { createLatest, type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { checkedSentence, settlesFrom, type WritesStore } from '../kernel/writes-store.ts'
import { SideDrawer } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { PartBar } from '../ui/page-header.tsx'
import { WriteLine } from '../ui/write-line.tsx'

const parts = ['forms', 'entries', 'packages', 'webhooks', 'account'] as const

/**
 * The budget and the ledger, for the screen of one form. It shows them beside its own tabs, so that its entries have
 * more space.
 */
export const LedgerContext = createContext<ReactNode>(null)

/** The bar that the screens of the form service share: the budget, the ledger, and the unconfirmed writes. */
export function FormsFrame({ place, connection: { id: connection }, children }: FrameProps) {
  const texts = useMessages().forms.area
  const store = useFeature('forms').writes
  const { go } = useNavigation()
  const unknown = useUnknown().length
  const [open, setOpen] = useState(false)
  useEffect(() => void store.getState().open(connection), [store, connection])
  const end = (
    <>
      <BudgetMeter connection={connection} />
      <UnstyledButton
        className="part-bar-part ring-inside row"
        onClick={() => setOpen(true)}
        aria-label={unknown > 0 ? texts.writesUnknown(unknown) : texts.writes}
      >
        {unknown > 0 ? <IconAlertTriangle className="pending" size={14} aria-hidden="true" /> : null}
        {texts.writes}
      </UnstyledButton>
    </>
  )
  // Beside a blind review, a link to the team's entries would look like a part of it.
  const isBlind = place.screen === 'entries' && place.set !== undefined
  const part = isBlind ? undefined : parts.find((one) => one === place.screen)
  return (
    <>
      {part ? (
        <PartBar
          label={texts.label}
          parts={parts.map((name) => [name, texts[name]] as const)}
          part={part}
          onGo={(screen) => go(screen === 'forms' ? { screen } : { screen, connection })}
          end={end}
        />
      ) : null}
      <WritesBand onSee={() => setOpen(true)} />
      <LedgerContext value={end}>{children}</LedgerContext>
      {open ? <WritesDrawer onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const isUnknown = ({ state }: Write) => state === 'unknown'

/** The unconfirmed writes. */
function useUnknown(): readonly Write[] {
  const list = useStore(useFeature('forms').writes, (state) => state.list)
  return (readyValue(list) ?? []).filter(isUnknown)
}

async function check(store: WritesStore, { id }: Write) {
  const write = await store.getState().check(id)
  if (write) notifications.show({ message: checkedSentence(write, write.target, Date.now()) })
}

/** Unconfirmed writes, until they are checked: they must not be sent again by hand. */
function WritesBand({ onSee }: { readonly onSee: () => void }) {
  const { forms, activity } = useMessages()
  const store = useFeature('forms').writes
  const { working, failure, dismissFailure } = useStore(store)
  const [first, ...others] = useUnknown()
  if (!first) return null
  const action = activity.kinds[first.kind].toLocaleLowerCase()
  return (
    <>
      <div className="forms-band gap-12 text-14 bar" data-warning role="alert">
        <IconAlertTriangle size={18} aria-hidden="true" />
        <Text size="md" flex={1}>
          {forms.writes.band(action, first.target)}
        </Text>
        {others.length > 0 ? (
          <Button variant="subtle" onClick={onSee}>
            {forms.writes.bandMore(others.length)}
          </Button>
        ) : null}
        <Button
          variant="default"
          loading={working === first.id}
          aria-label={activity.checkNamed(action, first.target)}
          onClick={() => void check(store, first)}
        >
          {activity.check}
        </Button>
      </div>
      {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
    </>
  )
}

/** Everything that was sent in the last 30 days, with its outcome. */
function WritesDrawer({ onClose }: { readonly onClose: () => void }) {
  const { activity } = useMessages()
  const texts = useMessages().forms.writes
  const store = useFeature('forms').writes
  const { now } = useApp()
  const { list, working, failure, load, dismissFailure } = useStore(store)
  useEffect(() => {
    void load()
  }, [load])
  return (
    <SideDrawer onClose={onClose} size={480} title={texts.title}>
      <Text size="sm" c="dimmed" mb="md">
        {texts.text}
      </Text>
      {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      <LoadableView of={list} onRetry={() => void load()}>
        {(writes) =>
          writes.length === 0 ? (
            <EmptyState title={activity.empty} text={texts.emptyText} />
          ) : (
            <ul className="plain-list">
              {writes.map((write) => (
                <WriteLine
                  key={write.id}
                  write={write}
                  now={now()}
                  checking={working === write.id}
                  onCheck={() => void check(store, write)}
                  more={write.kind === 'call' && isUnknown(write) ? <ByHand write={write} /> : null}
                />
              ))}
            </ul>
          )
        }
      </LoadableView>
    </SideDrawer>
  )
}

/** Settles a console write by hand: no reading of the service can confirm it. */
function ByHand({ write }: { readonly write: Write }) {
  const texts = useMessages().activity
  const { settle } = useFeature('forms').writes.getState()
  const { now } = useApp()
  const confirmed = { label: texts.confirmedByHand, onClick: () => void settle(write.id, 'confirmed') }
  const notDone = { label: texts.notDoneByHand, onClick: () => void settle(write.id, 'not_done') }
  return (
    <DotsMenu
      label={texts.more(texts.kinds[write.kind], write.target)}
      width={240}
      items={settlesFrom(write, now()) === null ? [confirmed, notDone] : [confirmed]}
    />
  )
}

/** How many requests the key has left in this minute, and who waits. It is on every screen of the service. */
function BudgetMeter({ connection }: { readonly connection: string }) {
  const messages = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const store = useFeature('forms').budget
  const budget = useStore(store, (state) => (state.connection === connection ? readyValue(state.budget) : undefined))
  const [time, setTime] = useState(now)
  useEffect(() => void store.getState().open(connection), [store, connection])
  useInterval(() => setTime(now()), 1000, { autoInvoke: true })
  // It asks main, which costs no request to the service.
  useInterval(() => void (document.hidden || store.getState().load()), 2000, { autoInvoke: true })

  if (!budget) return null
  const texts = messages.forms.budget
  const { limit, remaining } = budgetNow(budget, time)
  const isMeasured = limit !== null && remaining !== null
  const share = isMeasured && limit > 0 ? Math.max(0, Math.min(1, remaining / limit)) : 1
  const words = budgetWords(budget, time, messages, format)
  return (
    <Tooltip label={texts.hint} multiline maw={320}>
      <div className="budget-meter row note figures" data-waiting={budget.waiting > 0 || undefined}>
        {budget.waiting > 0 ? <IconClockPause size={14} aria-hidden="true" /> : null}
        {isMeasured && budget.waiting === 0 ? (
          // biome-ignore lint/a11y/useSemanticElements: a <meter> cannot be drawn in the colours of the app
          <div
            className="budget-meter-bar"
            role="meter"
            aria-label={texts.label}
            aria-valuemin={0}
            aria-valuemax={limit}
            aria-valuenow={remaining}
            aria-valuetext={words}
            data-low={share < 0.2 || undefined}
          >
            <span style={{ width: `${share * 100}%` }} />
          </div>
        ) : null}
        <span>{words}</span>
      </div>
    </Tooltip>
  )
}

/** After the window the whole limit is available again, before any response confirms it. */
function budgetNow({ limit, remaining, resets_at }: Budget, now: number): Pick<Budget, 'limit' | 'remaining'> {
  const over = resets_at !== null && Date.parse(resets_at) <= now
  return { limit, remaining: over ? limit : remaining }
}

/** The meter as a sentence: who waits how long, or how many are left and when the limit is reset. */
export function budgetWords(budget: Budget, now: number, messages: Messages, format: Format): string {
  const texts = messages.forms.budget
  const { limit, remaining } = budgetNow(budget, now)
  if (budget.waiting > 0) {
    const until = budget.waiting_until
    if (until === null) return texts.waitingNow(budget.waiting)
    return texts.waiting(budget.waiting, format.duration((Date.parse(until) - now) / 1000))
  }
  if (limit === null || remaining === null) return texts.unknown
  const seconds = budget.resets_at === null ? 0 : Math.ceil((Date.parse(budget.resets_at) - now) / 1000)
  const resets = seconds > 0 && remaining < limit ? texts.resets(format.duration(seconds)) : null
  return joinFacts([texts.remaining(remaining, limit), resets])
}

interface BudgetState {
  readonly connection: string | null
  readonly budget: Loadable<Budget>
  open(connection: string): Promise<unknown>
  /** Reads main's figures of the last answers; the service is not asked. A failure keeps the last figures. */
  load(): Promise<unknown>
}

export function createBudgetStore({ ask }: { readonly ask: AppAsk }) {
  return createStore<BudgetState>()((set, get) => {
    const budget = createLatest({ get, set, key: 'budget', scope: () => get().connection })
    return {
      connection: null,
      budget: { status: 'idle' },
      open(connection) {
        if (get().connection !== connection) set({ connection, budget: { status: 'idle' } })
        return get().load()
      },
      load: () => budget.load((connection_id) => ask('forms.budget', { connection_id })),
    }
  })
}
