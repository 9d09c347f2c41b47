import './diagnostics.css'
import { IconDownload, IconStethoscope } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Diagnosis, Probe } from '../../preload/contract/health.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { type Features, useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { StepIcon } from '../ui/step-icon.tsx'

/** Behaviour of one installation that the documents do not specify. It is probed on request, stored and exported. */
export function DiagnosticsScreen({ connection }: { readonly connection: Connection }) {
  const store = useFeature('diagnostics')
  const { now } = useApp()
  const { go } = useNavigation()
  const { diagnostics: texts, common } = useMessages()
  const { last, working, probes, failure, run, stop, dismissFailure } = useStore(store)
  const running = working === 'run' ? probes : null
  const diagnosis = readyValue(last) ?? null
  const { id, on_beta } = connection
  useEffect(() => void store.getState().show(id, on_beta), [store, id, on_beta])
  useEffect(() => () => store.getState().stop(), [store])
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={<Facts connection={connection} diagnosis={diagnosis} running={running} now={now()} />}
        onBack={() => go({ screen: 'connections' })}
        actions={[
          ...(running ? [{ label: common.stop, onClick: stop }] : []),
          ...(diagnosis && !running
            ? [
                { label: common.askAgain, onClick: () => void run() },
                { label: texts.export, icon: <IconDownload size={16} />, onClick: () => void save(store) },
              ]
            : []),
        ]}
      />
      {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      <div className="diagnostics scroll">
        {running ? (
          <ProbeList probes={running} />
        ) : (
          <LoadableView of={last} onRetry={() => void store.getState().load()}>
            {(value) =>
              value ? (
                <ProbeList probes={value.probes} />
              ) : (
                <EmptyState
                  icon={<IconStethoscope size={32} stroke={1.5} />}
                  title={texts.empty}
                  text={texts.emptyText}
                  action={{ label: common.askService, onClick: () => void run() }}
                />
              )
            }
          </LoadableView>
        )}
      </div>
    </>
  )
}

function Facts({
  connection,
  diagnosis,
  running,
  now,
}: {
  readonly connection: Connection
  readonly diagnosis: Diagnosis | null
  readonly running: readonly Probe[] | null
  readonly now: number
}) {
  const texts = useMessages().diagnostics
  const format = useFormat()
  const count = running?.filter(({ state }) => state !== 'waiting' && state !== 'running').length ?? 0
  const facts = joinFacts([
    connection.name,
    connection.on_beta ? texts.onBeta : null,
    running ? texts.running(count, running.length) : null,
    diagnosis && !running ? diagnosis.host : null,
    diagnosis && !running ? texts.checkedAt(format.moment(Date.parse(diagnosis.checked_at), now)) : null,
  ])
  return <span role={running ? 'status' : undefined}>{facts}</span>
}

async function save(store: Features['diagnostics']) {
  const saved = await store.getState().save()
  if (saved) noticeSaved({ message: messagesNow().diagnostics.exported(saved.name), file: saved.file })
}

function ProbeList({ probes }: { readonly probes: readonly Probe[] }) {
  const messages = useMessages()
  const texts = messages.diagnostics
  const { columns } = texts
  return (
    <>
      <p className="diagnostics-intro">{texts.intro}</p>
      <ListTable
        caption={texts.title}
        columns={[
          { label: columns.question, width: 340 },
          { label: messages.common.fields.answer },
          { label: messages.common.fields.state, width: 144 },
        ]}
      >
        {probes.map((probe) => (
          <tr key={probe.step} data-state={probe.state}>
            <td>{texts.steps[probe.step]}</td>
            <td className={probe.state === 'known' || probe.state === 'failed' ? undefined : 'dim'}>
              {probe.state === 'waiting' || probe.state === 'running' ? '' : sentenceOf(probe, messages)}
            </td>
            <td>
              <span className="inline-row">
                <StepIcon state={probe.state} size={16} /> {texts.states[probe.state]}
              </span>
            </td>
          </tr>
        ))}
      </ListTable>
    </>
  )
}

function sentenceOf({ finding, params, failure }: Probe, { diagnostics, failures }: Messages): string {
  return failure ? failures[failure](params) : (diagnostics.findings[finding]?.(params) ?? finding)
}
