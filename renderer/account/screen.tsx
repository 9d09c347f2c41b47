import './account.css'
import { Title } from '@mantine/core'
import { IconAlertTriangle, IconRefresh, IconUserCircle } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { IdleReads } from '../../preload/contract/entries.ts'
import type { FormsAccount, Usage } from '../../preload/contract/form-service.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { languageStore, useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { monthName, monthOfPeriod } from './months.ts'
import { PeriodPicker, TrendView, UsageView } from './usage.tsx'

/** Plan and usage of an account: the use of each limit, in this month and before. */
export function AccountScreen({ connection: { id: connection } }: { readonly connection: Connection }) {
  const store = useFeature('account')
  const { now } = useApp()
  const { account: texts, common } = useMessages()
  const format = useFormat()
  const { account, months, idle, working, failure, load, refresh, dismissFailure } = useStore(store)
  const read = readyValue(account)?.read_at
  const seenIdle = readyValue(idle)
  const moment = read ? format.moment(Date.parse(read), now()) : null

  useEffect(() => void store.getState().open(connection), [store, connection])
  useShortcuts([{ keys: 'mod+r', label: common.refresh, run: () => void refresh() }])

  return (
    <>
      <PageHeader
        title={texts.title}
        facts={moment ? common.readAtFeminine(moment) : null}
        actions={[
          {
            label: common.refresh,
            icon: <IconRefresh size={16} />,
            busy: working !== null,
            onClick: () => void refresh(),
          },
        ]}
      />
      <div className="account gap-24 pad-16 page">
        {failure ? (
          <FailureNotice
            failure={failure}
            kept={moment ? texts.kept(moment) : texts.keptNothing}
            onRetry={() => void refresh()}
            onClose={dismissFailure}
          />
        ) : null}
        <LoadableView of={account} onRetry={() => void load()}>
          {(value) => {
            const list = readyValue(months) ?? []
            return value === null && list.length === 0 ? (
              <Unread loading={working !== null} />
            ) : (
              <>
                {value ? <About account={value} /> : null}
                <UsageSection months={list} />
                {seenIdle ? <IdleView idle={seenIdle} /> : null}
              </>
            )
          }}
        </LoadableView>
      </div>
    </>
  )
}

function Unread({ loading }: { readonly loading: boolean }) {
  const { account: texts, common } = useMessages()
  const icon = <IconUserCircle size={32} stroke={1.5} />
  return loading ? (
    <EmptyState icon={icon} title={common.asking} />
  ) : (
    <EmptyState icon={icon} title={texts.neverRead} text={texts.neverReadText} />
  )
}

function About({ account }: { readonly account: FormsAccount }) {
  const messages = useMessages()
  const texts = messages.account
  const format = useFormat()
  const { plan } = account
  const limit = (value: number | null) => {
    if (value === null) return messages.common.notGiven
    return value < 0 ? texts.unlimited : format.number(value)
  }
  const access = plan.api_access ? messages.common.yes : messages.common.no
  return (
    <div className="account-facts">
      <Facts
        title={texts.about}
        facts={[
          [messages.common.fields.name, account.name ?? messages.common.notGiven],
          [messages.common.fields.email, account.email ?? messages.common.notGiven],
          [texts.since, account.created_at ? format.date(Date.parse(account.created_at)) : messages.common.notGiven],
        ]}
      />
      <Facts
        title={texts.plan}
        facts={[
          [texts.planName, plan.name ?? messages.common.notGiven],
          [messages.forms.title, limit(plan.forms_limit)],
          [messages.common.fields.entries, limit(plan.entries_limit)],
          [texts.apiAccess, plan.api_access === null ? messages.common.notGiven : access],
        ]}
      />
    </div>
  )
}

interface FactsProps {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
}

function Facts({ title, facts }: FactsProps) {
  return (
    <section aria-label={title}>
      <Title order={2}>{title}</Title>
      <dl className="account-list mt-8 figures">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function UsageSection({ months }: { readonly months: readonly Usage[] }): ReactNode {
  const { now } = useApp()
  const { account: texts, common } = useMessages()
  const format = useFormat()
  const language = useStore(languageStore, (state) => state.language)
  const { period, named, working, failure } = useStore(useFeature('account'))
  const month = monthOfPeriod(period, named, now())
  const usage = months.find((each) => each.period === month)
  return (
    <>
      <section className="usage stack gap-12" aria-labelledby="account-usage">
        <div className="row wraps gap-12 text-12">
          <Title order={2} id="account-usage">
            {texts.usageOf(monthName(month, language))}
          </Title>
          {usage ? (
            <span className="dim figures">
              {common.readAtFeminine(format.moment(Date.parse(usage.read_at), now()))}
            </span>
          ) : null}
          <PeriodPicker month={month} />
        </div>
        {usage ? <UsageView usage={usage} /> : <NoUsage loading={working !== null} failed={failure !== null} />}
      </section>
      {months.length > 0 ? (
        <section className="usage stack gap-12" aria-labelledby="account-trend">
          <div className="row wraps gap-12 text-12">
            <Title order={2} id="account-trend">
              {texts.trend}
            </Title>
            <span className="dim figures">{texts.monthsSeen(months.length)}</span>
          </div>
          <p className="dim">{texts.trendText}</p>
          <TrendView months={months} chosen={month} />
        </section>
      ) : null}
    </>
  )
}

function NoUsage({ loading, failed }: { readonly loading: boolean; readonly failed: boolean }) {
  const { account: texts, common } = useMessages()
  if (loading) return <EmptyState title={common.asking} />
  return failed ? (
    <EmptyState title={texts.noUsageOffline} text={texts.noUsageOfflineText} />
  ) : (
    <EmptyState title={texts.noUsage} />
  )
}

/** What was read of entries in idle time today, of which forms, and why it stopped. */
export function IdleView({ idle }: { readonly idle: IdleReads }) {
  const { idle: texts } = useMessages().account
  const format = useFormat()
  const { on, reading, calls, most, forms, stopped } = idle
  return (
    <section className="usage stack gap-12" aria-labelledby="account-idle">
      <div className="row wraps gap-12 text-12">
        <Title order={2} id="account-idle">
          {texts.title}
        </Title>
        <span className="dim figures">{texts.states[stateOf(on, reading)]}</span>
      </div>
      <p className="figures">{texts.today(calls, most)}</p>
      {forms.length > 0 ? (
        <p className="figures">
          {texts.read(format.list(forms.map(({ name, entries }) => texts.ofForm(name, entries))))}
        </p>
      ) : null}
      {stopped ? (
        <div className="usage-warning warning-note text-14" data-state="near" role="status">
          <IconAlertTriangle size={18} aria-hidden="true" />
          {stopped.why === 'plan' ? texts.nearPlan(stopped.used, stopped.limit) : texts.stopped[stopped.why]}
        </div>
      ) : null}
      <p className="dim">{texts.text}</p>
    </section>
  )
}

function stateOf(on: boolean, reading: boolean): 'off' | 'reading' | 'on' {
  if (!on) return 'off'
  return reading ? 'reading' : 'on'
}
