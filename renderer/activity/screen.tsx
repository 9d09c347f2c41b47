import './activity.css'
import { Button, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileExport, IconHistory, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import type { Exported, SentList, SentWrite, Write } from '../../preload/contract/writes.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { checkedSentence, settlesFrom } from '../kernel/writes-store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ListTable } from '../ui/list-table.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { PageHeader, PartBar } from '../ui/page-header.tsx'
import { WriteLine } from '../ui/write-line.tsx'
import type { SentStore } from './sent-store.ts'

/** What was sent to the services with its results, and what was exported. Nothing is sent again from here. */
export function ActivityScreen({ place: { part = 'sent' } }: { readonly place: PlaceOf<'activity'> }) {
  const { go } = useNavigation()
  const { label, sent, exports } = useMessages().activity.parts
  const parts = (
    <PartBar
      label={label}
      parts={[
        ['sent', sent],
        ['exports', exports],
      ]}
      part={part}
      onGo={(chosen) => go({ screen: 'activity', part: chosen })}
    />
  )
  return part === 'exports' ? <Exports parts={parts} /> : <Sent parts={parts} />
}

function Sent({ parts }: { readonly parts: ReactNode }) {
  const store = useFeature('activity').sent
  const { activity: texts, common } = useMessages()
  const { list, failure, load, dismissFailure } = useStore(store)
  useEffect(() => void store.getState().load(), [store])
  const unknown = (readyValue(list)?.writes ?? []).filter(({ state }) => state === 'unknown').length
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
          {({ writes, lists }) =>
            writes.length + lists.length === 0 ? (
              <EmptyState icon={<IconHistory size={32} stroke={1.5} />} title={texts.empty} text={texts.emptyText} />
            ) : (
              <ul className="plain-list activity-list card" aria-label={texts.list}>
                {[...writes, ...lists]
                  .toSorted((one, other) => other.at.localeCompare(one.at))
                  .map((sent) =>
                    'kind' in sent ? (
                      <Line key={`${sent.connection_id} ${sent.id}`} write={sent} />
                    ) : (
                      <ListLine key={`list ${sent.run_id}`} list={sent} />
                    ),
                  )}
              </ul>
            )
          }
        </LoadableView>
      </div>
    </>
  )
}

/** One list whose phones and e-mails the service was asked for. */
function ListLine({ list: { run_id, name, at, account, keys } }: { readonly list: SentList }) {
  const texts = useMessages().activity
  const format = useFormat()
  const now = useApp().now()
  const { go } = useNavigation()
  return (
    <li className="write-line row">
      <div className="words">
        <Text size="md" fw={600} truncate title={`${texts.crossed} ${name}`}>
          {texts.crossed}{' '}
          <UnstyledButton className="write-target" onClick={() => go({ screen: 'run', id: run_id })}>
            {name}
          </UnstyledButton>
        </Text>
        <div className="mt-4 text-12 figures dim">
          {joinFacts([format.moment(Date.parse(at), now), account, texts.keys(keys)])}
        </div>
      </div>
    </li>
  )
}

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
  const count = (value: number | null) => (value === null ? '—' : format.number(value))
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
          <td className="list-number">{count(one.rows)}</td>
          <td className="list-number">{count(one.contacts)}</td>
          <td>{format.moment(Date.parse(one.at), now)}</td>
        </tr>
      ))}
    </ListTable>
  )
}

function Line({ write }: { readonly write: SentWrite }) {
  const store = useFeature('activity').sent
  const now = useApp().now()
  const { go } = useNavigation()
  const messages = useMessages()
  const texts = messages.activity
  const checking = useStore(store, (state) => state.working === write.id)
  const target = targetOf(write, messages)
  const { settle } = store.getState()
  const { connection_id: connection, account } = write
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
          { label: texts.confirmedByHand, onClick: () => void settle(write, 'confirmed') },
          ...(settlesFrom(write, now) === null
            ? [{ label: texts.notDoneByHand, onClick: () => void settle(write, 'not_done') }]
            : []),
        ]
      : []),
  ]
  return (
    <WriteLine
      write={write}
      target={target}
      account={account}
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

async function check(store: SentStore, sent: SentWrite) {
  const write = await store.getState().check(sent)
  if (!write) return
  notifications.show({ message: checkedSentence(write, targetOf(write, messagesNow()), Date.now()) })
}

function targetOf({ kind, target }: Write, { activity, console: { routes }, common }: Messages): string {
  if (kind === 'send_message') return common.conversation(target)
  const words = kind === 'call' ? callWords(target, routes.titles) : null
  return words === null ? target : activity.call(words, target)
}

const ofAccount = /^\/api\/(v\d+)\/accounts\/\{account_id\}(?=\/)/
/**
 * What a call does, in words: the title of the documented route with its method and path. Null for a path that is not
 * documented. `target` is as the log stores it, such as `POST /captain/assistants/3/playground`; `titles` are those of
 * the console's catalogue, by method and route. Of two routes that fit, the one with fewer parameters is chosen.
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
