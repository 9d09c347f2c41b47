import './console.css'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Dataset } from '../../preload/contract/reports.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { PartBar } from '../ui/part-bar.tsx'
import { AnswerPane } from './answer-pane.tsx'
import type { AnswerStore } from './answer-store.ts'
import { CallForm, ConfirmSend } from './call-form.tsx'
import type { ConsoleStore } from './console-store.ts'
import { HistoryList, useCallCount } from './history-list.tsx'
import { RouteList } from './route-list.tsx'

export type ConsolePart = 'call' | 'history' | 'datasets'
export interface ConsoleScreenProps {
  readonly store: ConsoleStore
  readonly answer: AnswerStore
  /** Of either service. */
  readonly connection: Connection
  readonly part: ConsolePart
  /** The choice of the connection, where there are several. */
  readonly accounts: ReactNode
  /** The list of data sets, which is another feature's. */
  readonly datasets: ReactNode
  readonly now: () => number
  readonly onPart: (part: ConsolePart) => void
  readonly onDataset: (dataset: Dataset) => void
  /** Leads to what was written to the service, where a write that nobody confirmed is checked. */
  readonly onWrites: () => void
}
/** Any documented call of a service, its answer, what was called before, and what was saved of it. */
export function ConsoleScreen(props: ConsoleScreenProps) {
  const { store, answer, connection, part, accounts, datasets, now, onPart, onDataset, onWrites } = props
  const texts = useMessages().console
  const { routes, draft, preview, shown, send, show, prepare, pick, confirm, closePreview, open } = useStore(store)
  useEffect(() => void store.getState().open(connection.id), [store, connection.id])
  useShortcuts(part === 'call' ? [{ keys: 'mod+enter', label: texts.form.send, run: () => void send() }] : [])
  return (
    <>
      <PageHeader title={texts.title} facts={texts.facts(hostOf(connection))} />
      <Parts store={store} part={part} accounts={accounts} onPart={onPart} />
      {part === 'history' ? (
        <HistoryList
          store={store}
          now={now}
          onOpen={(call) => {
            prepare(call)
            show(call)
            onPart('call')
          }}
          onAgain={(call) => {
            prepare(call)
            onPart('call')
          }}
        />
      ) : null}
      {part === 'datasets' ? <div className="page">{datasets}</div> : null}
      {part === 'call' ? (
        <div className="console panes">
          <RouteList
            routes={routes}
            chosen={draft ? (draft.route?.id ?? '') : null}
            onPick={pick}
            onRetry={() => void open(connection.id)}
          />
          <div className="console-work column words">
            <CallForm store={store} service={connection.service} onWrites={onWrites} />
            <AnswerPane store={answer} connection={connection.id} call={shown} now={now} onDataset={onDataset} />
          </div>
        </div>
      ) : null}
      {preview && draft ? (
        <ConfirmSend preview={preview} method={draft.method} onSend={() => void confirm()} onClose={closePreview} />
      ) : null}
    </>
  )
}
/** The host in use. */
function hostOf({ base_url, beta_url, on_beta }: Connection): string {
  return new URL(on_beta && beta_url !== null ? beta_url : base_url).host
}
type PartsProps = Pick<ConsoleScreenProps, 'store' | 'part' | 'accounts' | 'onPart'>
function Parts({ store, part, accounts, onPart }: PartsProps) {
  const texts = useMessages().console.parts
  const calls = useCallCount(store)
  return (
    <PartBar
      label={texts.label}
      parts={[
        ['call', texts.call],
        [
          'history',
          <>
            {texts.history}
            {calls > 0 ? <span className="dim figures"> {calls}</span> : null}
          </>,
        ],
        ['datasets', texts.datasets],
      ]}
      part={part}
      onGo={onPart}
      end={accounts}
    />
  )
}
