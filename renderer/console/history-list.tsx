import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ConsoleCall } from '../../preload/contract/console.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { callsWith, StatusMark, shortPath, timeWords } from './route-list.tsx'

/** The calls of a connection with their answers, newest first. All of it is stored on this computer. */
export function HistoryList({ connection }: { readonly connection: string }) {
  const texts = useMessages().console.history
  const { history, call, failure: ownFailure, dismissFailure, load } = useStore(useFeature('console').store)
  const failure = call.failure ?? ownFailure
  return (
    <div className="page">
      {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
      <LoadableView of={history} onRetry={() => void load()}>
        {(calls) =>
          calls.length === 0 ? (
            <EmptyState icon={<IconHistory size={32} stroke={1.5} />} title={texts.none} text={texts.noneText} />
          ) : (
            <Calls connection={connection} calls={calls} />
          )
        }
      </LoadableView>
    </div>
  )
}
function Calls({ connection, calls }: { readonly connection: string; readonly calls: readonly ConsoleCall[] }) {
  const { forget } = useFeature('console').store.getState()
  const { console: messages, common } = useMessages()
  const texts = messages.history
  const [search, setSearch] = useState('')
  const [clearing, setClearing] = useState(false)
  const matches = useMemo(() => callsWith(calls, search, messages), [calls, search, messages])
  const { columns } = texts
  return (
    <>
      <div className="row gap-12">
        <SearchField label={texts.search} width={280} value={search} onChange={setSearch} />
        <Text size="sm" c="dimmed" className="figures" role="status" flex={1}>
          {matches.length === calls.length ? texts.count(calls.length) : common.outOf(matches.length, calls.length)}
        </Text>
        <Button variant="default" onClick={() => setClearing(true)}>
          {texts.clear}
        </Button>
      </div>
      {matches.length === 0 ? (
        <EmptyState title={texts.noneFound} />
      ) : (
        <ListTable
          caption={texts.caption}
          columns={[
            { label: common.fields.when, width: 136 },
            { label: messages.parts.call },
            { label: columns.status, width: 176 },
            { label: common.fields.size, width: 96, number: true },
            { label: columns.time, width: 88, number: true },
            { label: common.fields.actions, width: 60, unseen: true },
          ]}
        >
          {matches.map((call) => (
            <CallLine key={call.id} connection={connection} call={call} />
          ))}
        </ListTable>
      )}
      {clearing ? (
        <ConfirmDialog
          title={texts.clearTitle}
          lost={[texts.clearLost(calls.length)]}
          kept={texts.clearKept}
          confirm={common.clear}
          onConfirm={() => {
            setClearing(false)
            void forget(null)
          }}
          onClose={() => setClearing(false)}
        />
      ) : null}
    </>
  )
}
function CallLine({ connection, call }: { readonly connection: string; readonly call: ConsoleCall }) {
  const { prepare, show, forget } = useFeature('console').store.getState()
  const { go } = useNavigation()
  const { now } = useApp()
  const { console: messages, common } = useMessages()
  const texts = messages.history
  const format = useFormat()
  const title = messages.routes.titles[call.route]
  const called = `${call.method} ${shortPath(call.path)}${queryWords(call)}`
  /** Copies the call into the form, to be sent again. */
  const again = () => {
    prepare(call)
    go({ screen: 'console', connection, part: 'call' })
  }
  const open = () => {
    again()
    show(call)
  }
  return (
    <tr>
      <td className="dim">{format.moment(Date.parse(call.at), now())}</td>
      <td>
        <UnstyledButton className="list-name cut" title={called} onClick={open}>
          {title ?? called}
        </UnstyledButton>
        {title ? (
          <div className="console-called cut dim" title={called}>
            {called}
          </div>
        ) : null}
      </td>
      <td>
        <StatusMark call={call} /> {call.drift ? <span className="dim">{messages.drift.mark}</span> : null}
      </td>
      <td className="list-number dim">{call.bytes > 0 ? format.bytes(call.bytes) : '—'}</td>
      <td className="list-number dim">{timeWords(call.ms, messages.answer, format)}</td>
      <td className="list-actions">
        <DotsMenu
          label={common.moreOf(called)}
          width={200}
          items={[
            { label: common.open, onClick: open },
            { label: texts.again, onClick: again },
            { label: texts.forget, onClick: () => void forget(call.id), dangerous: true },
          ]}
        />
      </td>
    </tr>
  )
}
const queryWords = ({ query }: ConsoleCall) =>
  query.length > 0 ? `?${query.map(([name, value]) => `${name}=${value}`).join('&')}` : ''
