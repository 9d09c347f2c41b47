import './activity.css'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileExport, IconHistory, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Exported, Write } from '../../preload/contract/writes.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { checkedSentence, settlesFrom, type WritesStore } from '../kernel/writes-store.ts'
import { Account, accountKey } from '../ui/account.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { PageHeader, PartBar } from '../ui/page-header.tsx'
import { WriteLine } from '../ui/write-line.tsx'

/** What was sent to an agent platform with its results, and what was exported. Nothing here is sent again. */
export function ActivityScreen({ place: { part = 'sent' } }: { readonly place: PlaceOf<'activity'> }) {
  const connection = useFeature('connections').useInUse('platform')
  const NoConnection = useSlot('noConnection')
  const { title } = useMessages().activity
  const { go } = useNavigation()
  const parts = (
    <Parts part={part} onGo={(chosen) => go({ screen: 'activity', connection: connection?.id, part: chosen })} />
  )
  if (part === 'exports') return <Exports parts={parts} />
  if (!connection) {
    return (
      <>
        <PageHeader title={title} />
        {parts}
        <NoConnection service="platform" />
      </>
    )
  }
  return (
    <Account
      key={accountKey(connection)}
      name={connection.name}
      onReplaceKey={() => go({ screen: 'connections', replace: connection.id })}
    >
      <Writes connection={connection.id} parts={parts} />
    </Account>
  )
}

type Part = 'sent' | 'exports'

function Parts({ part, onGo }: { readonly part: Part; readonly onGo: (part: Part) => void }) {
  const { label, sent, exports } = useMessages().activity.parts
  return (
    <PartBar
      label={label}
      parts={[
        ['sent', sent],
        ['exports', exports],
      ]}
      part={part}
      onGo={onGo}
    />
  )
}

function Writes({ connection, parts }: { readonly connection: string; readonly parts: ReactNode }) {
  const store = useFeature('activity').writes
  const { activity: texts, common } = useMessages()
  const { list, failure, load, dismissFailure } = useStore(store)
  useEffect(() => void store.getState().open(connection), [store, connection])
  const unknown = (readyValue(list) ?? []).filter(({ state }) => state === 'unknown').length
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={joinFacts([texts.facts, unknown > 0 ? texts.unknown(unknown) : null])}
        actions={[{ label: common.refresh, icon: <IconRefresh size={16} />, onClick: () => void load() }]}
      />
      {parts}
      <div className="activity page">
        <p className="dim">{texts.text}</p>
        {failure ? <FailureNotice failure={failure} onClose={dismissFailure} /> : null}
        <LoadableView of={list} onRetry={() => void load()}>
          {(writes) =>
            writes.length === 0 ? (
              <EmptyState icon={<IconHistory size={32} stroke={1.5} />} title={texts.empty} text={texts.emptyText} />
            ) : (
              <ul className="plain-list activity-list card" aria-label={texts.list}>
                {writes.map((write) => (
                  <Line key={write.id} connection={connection} write={write} />
                ))}
              </ul>
            )
          }
        </LoadableView>
      </div>
    </>
  )
}

/** The files that left, of every account. */
function Exports({ parts }: { readonly parts: ReactNode }) {
  const store = useFeature('activity').exports
  const { activity, common } = useMessages()
  const texts = activity.exports
  const { list, busy, load, showMore } = useStore(store)
  useEffect(() => void store.getState().load(), [store])
  return (
    <>
      <PageHeader
        title={activity.title}
        facts={texts.facts}
        actions={[{ label: common.refresh, icon: <IconRefresh size={16} />, busy, onClick: () => void load() }]}
      />
      {parts}
      <div className="activity page">
        <p className="dim">{texts.text}</p>
        <LoadableView of={list} onRetry={() => void load()}>
          {({ exports, total }) =>
            exports.length === 0 ? (
              <EmptyState icon={<IconFileExport size={32} stroke={1.5} />} title={texts.empty} text={texts.emptyText} />
            ) : (
              <>
                <ExportList exports={exports} />
                {exports.length < total ? (
                  <Button mt="sm" variant="default" loading={busy} onClick={() => void showMore()}>
                    {common.showMore}
                  </Button>
                ) : null}
              </>
            )
          }
        </LoadableView>
      </div>
    </>
  )
}

function ExportList({ exports }: { readonly exports: readonly Exported[] }) {
  const texts = useMessages().activity.exports
  const format = useFormat()
  const now = useApp().now()
  const { what, account, rows, people, at } = texts.columns
  const count = (value: number | null, words: (value: number) => string) => (value === null ? '—' : words(value))
  return (
    <ListTable
      caption={texts.list}
      columns={[
        { label: what },
        { label: account, width: 200, narrowWidth: 150 },
        { label: rows, width: 100, narrowWidth: 90, number: true },
        { label: people, width: 120, narrowWidth: 110, number: true },
        { label: at, width: 150, narrowWidth: 140 },
      ]}
    >
      {exports.map((one) => (
        <tr key={one.id}>
          <td>
            <div className="activity-exported cut" title={one.name}>
              {one.name}
            </div>
            <div className="list-sentence cut dim" title={one.file}>
              {joinFacts([texts.kinds[one.kind], one.file])}
            </div>
          </td>
          <td className="cut" title={one.account}>
            {one.account}
          </td>
          <td className="list-number">{count(one.rows, format.number)}</td>
          <td className="list-number">{count(one.people, texts.upTo)}</td>
          <td>{format.moment(Date.parse(one.at), now)}</td>
        </tr>
      ))}
    </ListTable>
  )
}

function Line({ connection, write }: { readonly connection: string; readonly write: Write }) {
  const store = useFeature('activity').writes
  const now = useApp().now()
  const { go } = useNavigation()
  const messages = useMessages()
  const texts = messages.activity
  const checking = useStore(store, (state) => state.working === write.id)
  const target = targetOf(write, messages)
  const { settle } = store.getState()
  const unknown = write.state === 'unknown'
  const items = [
    ...(write.kind === 'send_message'
      ? [
          {
            label: messages.common.seeConversation,
            onClick: () => go({ screen: 'conversations', connection, conversation: Number(write.target) }),
          },
        ]
      : []),
    ...(unknown
      ? [
          { label: texts.confirmedByHand, onClick: () => void settle(write.id, 'confirmed') },
          ...(settlesFrom(write, now) === null
            ? [{ label: texts.notDoneByHand, onClick: () => void settle(write.id, 'not_done') }]
            : []),
        ]
      : []),
  ]
  return (
    <WriteLine
      write={write}
      target={target}
      now={now}
      checking={checking}
      onCheck={() => void check(store, write)}
      more={
        items.length > 0 ? (
          <DotsMenu label={texts.more(texts.kinds[write.kind], target)} width={240} items={items} />
        ) : null
      }
    />
  )
}

/** Requests the result of a write and shows it as a notice. */
async function check(store: WritesStore, { id }: Write) {
  const write = await store.getState().check(id)
  if (!write) return
  notifications.show({ message: checkedSentence(write, targetOf(write, messagesNow()), Date.now()) })
}

function targetOf({ kind, target }: Write, { activity, console: { routes }, common }: Messages): string {
  if (kind === 'send_message') return common.conversation(target)
  const words = kind === 'call' ? callWords(target, routes.titles) : null
  return words === null ? target : activity.call(words, target)
}

/** What is the same in every path of an account. */
const ofAccount = /^\/api\/(v\d+)\/accounts\/\{account_id\}(?=\/)/
/**
 * What a call does, in words: the title of the documented route that its method and path are of, or null for a path that
 * nobody documents. `target` is as the log keeps it, such as `POST /captain/assistants/3/playground`; `titles` are by
 * method and route of the console's catalogue. Of two routes that fit, the one with fewer places to fill in is meant.
 */
export function callWords(target: string, titles: Readonly<Record<string, string>>): string | null {
  const [method = '', path = ''] = target.split(' ')
  const parts = (path.split('?')[0] ?? '').split('/')
  const fitting = Object.entries(titles).filter(([route]) => {
    const [routeMethod, routePath = ''] = route.split(' ')
    return routeMethod === method && fits(parts, shortOf(routePath).split('/'))
  })
  return fitting.toSorted(([one], [other]) => places(one) - places(other))[0]?.[1] ?? null
}
function shortOf(path: string): string {
  return path.replace(ofAccount, (_, version: string) => (version === 'v1' ? '' : `/${version}`))
}
function fits(parts: readonly string[], route: readonly string[]): boolean {
  return parts.length === route.length && route.every((part, at) => part.startsWith('{') || part === parts[at])
}
function places(route: string): number {
  return route.split('{').length
}
