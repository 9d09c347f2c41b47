import { Checkbox, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { CaptainRecord } from '../../preload/contract/captain.ts'
import { captainResource } from '../../preload/values/captain-resources.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ListTable } from '../ui/list-table.tsx'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu, type MenuAction } from '../ui/menu-items.tsx'
import { timeOf, ValueView } from './answer-view.tsx'
import { useNameOf, useTitle } from './captain-context.tsx'
import type { RecordDialog } from './record-dialogs.tsx'
import { fieldName, subtitleOf, valueAt } from './record-fields.ts'
import type { Kind } from './records-store.ts'

/** Records that are chosen for an action on all of them. */
export interface RecordChoice {
  readonly chosen: ReadonlySet<number>
  readonly onChoose: (ids: ReadonlySet<number>) => void
}

interface RecordListProps {
  readonly kind: Kind
  readonly records: readonly CaptainRecord[]
  readonly choice?: RecordChoice | undefined
  readonly onOpen: (record: CaptainRecord) => void
  readonly onOpenDialog: (dialog: RecordDialog) => void
}

/** The records of a list, one in each line. */
export function RecordList({ kind, records, choice, onOpen, onOpenDialog }: RecordListProps) {
  const { captain: texts, common } = useMessages()
  const { columns, title } = captainResource(kind.resource)
  const ids = records.flatMap(({ id }) => (id === null ? [] : [id]))
  const all = choice !== undefined && ids.length > 0 && ids.every((id) => choice.chosen.has(id))
  return (
    <>
      {choice ? (
        <Checkbox
          className="captain-choose-all"
          label={texts.bulk.chooseAll}
          checked={all}
          indeterminate={!all && choice.chosen.size > 0}
          onChange={() => choice.onChoose(new Set(all ? [] : ids))}
        />
      ) : null}
      <ListTable
        caption={texts.things[kind.resource].many(records.length)}
        columns={[
          ...(choice ? [{ label: texts.columns.select, width: 44, unseen: true }] : []),
          { label: fieldName(texts.fields, title[0] ?? 'name') },
          ...columns.map(({ path, width }) => ({ label: fieldName(texts.fields, path), width })),
          { label: common.fields.actions, width: 64, unseen: true },
        ]}
      >
        {records.map((record, index) => (
          <RecordLine
            key={record.id ?? `line ${index}`}
            kind={kind}
            record={record}
            choice={choice}
            onOpen={onOpen}
            onOpenDialog={onOpenDialog}
          />
        ))}
      </ListTable>
    </>
  )
}

interface RecordLineProps extends Omit<RecordListProps, 'records'> {
  readonly record: CaptainRecord
}

function RecordLine({ kind, record, choice, onOpen, onOpenDialog }: RecordLineProps) {
  const { captain: texts, common } = useMessages()
  const { id } = record
  const title = useTitle(kind)(record)
  const subtitle = subtitleOf(kind.resource, record)
  const choose = (chosen: boolean) => {
    if (!choice || id === null) return
    const ids = new Set(choice.chosen)
    if (chosen) ids.add(id)
    else ids.delete(id)
    choice.onChoose(ids)
  }
  return (
    <tr>
      {choice ? (
        <td>
          <Checkbox
            aria-label={texts.bulk.choose(title)}
            disabled={id === null}
            checked={id !== null && choice.chosen.has(id)}
            onChange={(event) => choose(event.currentTarget.checked)}
          />
        </td>
      ) : null}
      <td>
        <UnstyledButton
          className="list-name cut"
          title={title}
          aria-label={common.openNamed(title)}
          onClick={() => onOpen(record)}
        >
          {title}
        </UnstyledButton>
        {subtitle ? <div className="list-sentence clamp dim">{subtitle}</div> : null}
      </td>
      {captainResource(kind.resource).columns.map(({ path }) => (
        <td key={path}>
          <Cell path={path} record={record} />
        </td>
      ))}
      <td className="list-actions">
        {id === null ? null : (
          <RecordMenu kind={kind} record={record} title={title} onOpen={onOpen} onOpenDialog={onOpenDialog} />
        )}
      </td>
    </tr>
  )
}

function RecordMenu({ kind, record, title, onOpen, onOpenDialog }: RecordLineProps & { readonly title: string }) {
  const { captain: texts, common } = useMessages()
  const captain = useFeature('captain')
  const working = useStore(captain.mutations, (state) => state.working) !== null
  const { one: methods, action, isLink } = captainResource(kind.resource)
  const items: MenuAction[] = [
    { label: common.open, onClick: () => onOpen(record) },
    ...(methods.includes('PATCH')
      ? [{ label: common.editMore, onClick: () => onOpenDialog({ what: 'edit', record }) }]
      : []),
    ...(action === 'sync' || action === 'connect'
      ? [
          {
            label: texts.actions[action],
            disabled: working && common.unavailable.working,
            onClick: () => {
              if (record.id !== null) void captain.mutations.getState().act(kind, action, record.id)
              onOpenDialog({ what: 'act', record })
            },
          },
        ]
      : []),
    ...(action === 'test'
      ? [{ label: texts.actions.test, onClick: () => onOpenDialog({ what: 'test', record }) }]
      : []),
    {
      label: isLink ? texts.actions.unlink : common.deleteMore,
      dangerous: true,
      onClick: () => onOpenDialog({ what: 'remove', record }),
    },
  ]
  return <DotsMenu label={common.moreOf(title)} width={200} items={items} />
}

function Cell({ path, record }: { readonly path: string; readonly record: CaptainRecord }): ReactNode {
  const texts = useMessages().captain
  const format = useFormat()
  const { now } = useApp()
  const nameOf = useNameOf()
  const value = valueAt(record.fields, path)
  if (value === null || value === undefined || value === '') return <span className="dim">—</span>
  if (path === 'assistant_id') {
    return nameOf(path, value) ?? <ValueView name={path} value={record.fields.assistant ?? value} />
  }
  if (path === 'status') return <StateMark state={stateOf(record, String(value))} />
  if (path === 'enabled') return <StateMark state={value === true ? texts.yes : texts.no} on={value === true} />
  const time = timeOf(path, value)
  if (time !== null) return <span className="dim">{format.moment(time, now())}</span>
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return format.list(value)
  return (
    <div className="list-sentence clamp breaks">
      <ValueView name={path} value={value} />
    </div>
  )
}

/** A document that was read once stays available while it is read again, and when that fails. */
function stateOf({ fields }: CaptainRecord, status: string): string {
  if (fields.sync_status === 'failed') return 'sync_failed'
  return fields.sync_status === 'syncing' ? 'syncing' : status
}
const waiting = new Set(['pending', 'in_progress', 'syncing'])
const wrong = new Set(['failed', 'error', 'disconnected', 'sync_failed'])

function StateMark({ state, on }: { readonly state: string; readonly on?: boolean }) {
  const texts = useMessages().captain
  const color = colorOf(state, on)
  return (
    <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`}>
      {texts.states[state] ?? state}
    </Mark>
  )
}

function colorOf(state: string, on: boolean | undefined): string {
  if (on === false) return 'status-resolved'
  if (waiting.has(state)) return 'status-pending'
  return wrong.has(state) ? 'outcome-invalida' : 'status-open'
}
