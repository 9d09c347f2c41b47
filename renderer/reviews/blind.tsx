import { Button, Select, Text, TextInput } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { type JSX, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { ReviewSet } from '../../preload/contract/reviews.ts'
import type { TableColumn, TableRef } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { entriesTable } from '../../preload/values/entries-table.ts'
import { longestFileName } from '../../preload/values/names.ts'
import { useApp, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { dayOf } from '../tables/day-range.ts'
import { fitsTable } from '../tables/views.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDialogItem } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { Mark } from '../ui/mark.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { PackageDialog } from './package-dialogs.tsx'
import { type Sources, useTeam } from './team.ts'
import { TableHead, TeamCard } from './team-parts.tsx'

/** Second reviews by colleagues who do not see our states. */
export function BlindSection() {
  const messages = useMessages()
  const texts = messages.reviews.blind
  const { connection, store } = useTeam()
  const { sources, sets, loadSets, dismissFailure } = useStore(store)
  const ready = readyValue(sources)
  const choices = useMemo(
    () => (ready ? requestChoices(connection, ready, messages) : []),
    [connection, ready, messages],
  )
  const [requesting, setRequesting] = useState(false)
  const [dialog, openDialog, close] = useDialogItem<'answer' | 'forget', ReviewSet>(readyValue(sets))
  return (
    <TeamCard
      icon={<IconEyeOff size={18} aria-hidden="true" />}
      title={texts.title}
      action={
        <Button
          variant="default"
          disabled={choices.length === 0}
          onClick={() => {
            dismissFailure()
            setRequesting(true)
          }}
        >
          {texts.action}
        </Button>
      }
    >
      <p className="dim">{texts.text}</p>
      <LoadableView of={sets} onRetry={() => void loadSets()}>
        {(list) =>
          list.length === 0 ? (
            <p className="team-none dim">{texts.none}</p>
          ) : (
            <SetsTable
              sets={list}
              onDialog={(what, set) => {
                // A dialog does not show the failure of the former one.
                dismissFailure()
                openDialog(what, set)
              }}
            />
          )
        }
      </LoadableView>
      {requesting ? <RequestDialog choices={choices} onClose={() => setRequesting(false)} /> : null}
      {dialog?.what === 'answer' ? <AnswerDialog set={dialog.item} onClose={close} /> : null}
      {dialog?.what === 'forget' ? <ForgetDialog set={dialog.item} onClose={close} /> : null}
    </TeamCard>
  )
}

interface SetsTableProps {
  readonly sets: readonly ReviewSet[]
  readonly onDialog: (what: 'answer' | 'forget', set: ReviewSet) => void
}

/** One row for each blind review: requested by us, given to us, or answered. */
function SetsTable({ sets, onDialog }: SetsTableProps) {
  const { common } = useMessages()
  const { columns, title } = useMessages().reviews.blind
  return (
    <table className="sets-table data-table mt-8 figures">
      <caption className="unseen">{title}</caption>
      <TableHead
        columns={[
          columns.name,
          columns.colleague,
          columns.made,
          columns.decided,
          columns.state,
          { label: common.fields.actions, unseen: true },
        ]}
        widths={[undefined, 150, 140, 110, 170, 232]}
      />
      <tbody>
        {sets.map((set) => (
          <SetLine key={set.id} set={set} onDialog={onDialog} />
        ))}
      </tbody>
    </table>
  )
}

const roleColors: Readonly<Record<ReviewSet['role'], readonly [text: string, soft: string]>> = {
  asked: ['var(--status-pending)', 'var(--status-pending-soft)'],
  given: ['var(--status-snoozed)', 'var(--status-snoozed-soft)'],
  answered: ['var(--status-open)', 'var(--status-open-soft)'],
}

function SetLine({ set, onDialog }: Pick<SetsTableProps, 'onDialog'> & { readonly set: ReviewSet }) {
  const { common } = useMessages()
  const { blind: texts, nothing } = useMessages().reviews
  const format = useFormat()
  const { now } = useApp()
  const { go } = useNavigation()
  const { connection } = useTeam()
  const { id, name, role, colleague, made_at, decided, entries } = set
  const [color, soft] = roleColors[role]
  const action = (label: string, named: string, run: () => void) => (
    <Button key={label} variant="default" aria-label={named} onClick={run}>
      {label}
    </Button>
  )
  const actions: Readonly<Record<ReviewSet['role'], readonly JSX.Element[]>> = {
    asked: [],
    given: [
      action(texts.review, texts.reviewNamed(name), () => go({ screen: 'entries', connection, set: id })),
      action(texts.answer, texts.answerNamed(name), () => onDialog('answer', set)),
    ],
    answered: [
      action(texts.agreement, texts.agreementNamed(name), () => go({ screen: 'packages', connection, set: id })),
    ],
  }
  return (
    <tr>
      <th scope="row" className="cut strong" title={name}>
        {name}
      </th>
      <td className="cut dim" title={colleague ?? ''}>
        {colleague ?? nothing}
      </td>
      <td className="dim">{format.moment(Date.parse(made_at), now())}</td>
      <td>{common.outOf(decided, entries)}</td>
      <td>
        <Mark color={color} soft={soft}>
          {texts.roles[role]}
        </Mark>
      </td>
      <td>
        <div className="sets-actions">
          {actions[role]}
          <DotsMenu
            label={common.moreOf(name)}
            width={200}
            items={[{ label: common.forgetMore, onClick: () => onDialog('forget', set), dangerous: true }]}
          />
        </div>
      </td>
    </tr>
  )
}

interface RequestDialogProps {
  /** At least one; the first is proposed. */
  readonly choices: readonly RequestChoice[]
  readonly onClose: () => void
}

/** Asks a colleague, who does not see our states, to review some entries. */
function RequestDialog({ choices, onClose }: RequestDialogProps) {
  const { common, tables } = useMessages()
  const texts = useMessages().reviews.blind
  const { now } = useApp()
  const { working, failure, size, count, request } = useStore(useTeam().store)
  const [chosen, setChosen] = useState(choices[0]?.value ?? '')
  const [viewId, setViewId] = useState<string | null>(null)
  const [typed, setTyped] = useState(() => texts.proposed(dayOf(new Date(now()))))
  const table = choices.find(({ value }) => value === chosen)?.table
  const views = useViewsOf(table)
  const view = views.find(({ id }) => id === viewId)
  const entries = useMemo(() => table && { table, select: { query: { ...emptyQuery, ...view?.query } } }, [table, view])
  const name = typed.trim()
  const isEmpty = size.status === 'ready' && size.value === 0
  useEffect(() => {
    if (entries) void count(entries)
  }, [count, entries])
  return (
    <PackageDialog
      title={texts.dialog}
      confirm={texts.confirm}
      mutation={{ working, failure }}
      ready={entries !== undefined && !isEmpty && name !== ''}
      note={size.status === 'failed' ? <FailureNotice failure={size.failure} /> : null}
      write={async (passphrase) => (entries ? request(entries, { passphrase, name }) : null)}
      onClose={onClose}
    >
      <Text size="md">{texts.text}</Text>
      <div>
        <Select
          label={common.fields.whichEntries}
          value={chosen}
          data={choices}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) => {
            setChosen(next ?? chosen)
            setViewId(null)
          }}
        />
        {views.length > 0 ? (
          <Select
            label={tables.views.menu}
            mt={12}
            value={viewId}
            placeholder={tables.views.all}
            data={views.map(({ id, name: label }) => ({ value: id, label }))}
            clearable
            comboboxProps={{ withinPortal: false }}
            onChange={setViewId}
          />
        ) : null}
        <Text size="sm" c="dimmed" mt={4} role="status" className="figures">
          {size.status === 'ready' ? texts.asks(size.value) : common.counting}
        </Text>
      </div>
      <TextInput
        label={common.fields.name}
        description={texts.nameHint}
        value={typed}
        maxLength={longestFileName}
        autoComplete="off"
        error={name === '' ? texts.nameRequired : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </PackageDialog>
  )
}

/** The saved views of entries that this table has the columns for. */
function useViewsOf(table: TableRef | undefined) {
  const { ask } = useApp()
  const all = readyValue(useStore(useTeam().store, ({ sources }) => sources))?.views ?? []
  const columns = useLatest<readonly TableColumn[]>(
    async (options) => {
      const shape = table && (await ask('tables.shape', { table, query: emptyQuery }, options))
      return shape ? [...shape.columns, ...(shape.derived ?? [])] : []
    },
    [ask, table],
  )
  return all.filter((view) => fitsTable(view, readyValue(columns) ?? []))
}

/** A table of entries that a blind review can be requested for. */
interface RequestChoice {
  readonly value: string
  readonly label: string
  readonly table: TableRef
}

/** The entries of a form, or of all forms. */
export function requestChoices(
  connection_id: string,
  { forms }: Pick<Sources, 'forms'>,
  { reviews: { blind: texts } }: Messages,
): readonly RequestChoice[] {
  const choiceOf = (label: string, form_id: number | null) => {
    const table = entriesTable({ connection_id, form_id, set: '' })
    return { value: table.id, label, table }
  }
  return [
    ...forms.map(({ id, name }) => choiceOf(texts.ofForm(name), id)),
    ...(forms.length > 1 ? [choiceOf(texts.ofAll, null)] : []),
  ]
}

interface SetDialogProps {
  readonly set: ReviewSet
  readonly onClose: () => void
}

/** Writes our decisions of a blind review, for the colleague who requested it. */
export function AnswerDialog({ set, onClose }: SetDialogProps) {
  const texts = useMessages().reviews.blind
  const { working, failure, answer } = useStore(useTeam().store)
  const name = texts.answerName(set.name).slice(0, longestFileName)
  return (
    <PackageDialog
      title={texts.answerDialog(set.name)}
      confirm={texts.answerConfirm}
      mutation={{ working, failure }}
      write={(passphrase) => answer(set.id, { passphrase, name })}
      onClose={onClose}
    >
      <Text size="md" className="figures">
        {texts.answerText(set.decided, set.entries)}
      </Text>
    </PackageDialog>
  )
}

function ForgetDialog({ set, onClose }: SetDialogProps) {
  const { common } = useMessages()
  const texts = useMessages().reviews.blind
  const { working, failure, forget } = useStore(useTeam().store)
  return (
    <ConfirmDialog
      title={common.forgetTitle(set.name)}
      lost={[texts.forgetLoses[set.role]]}
      kept={texts.forgetKeeps}
      confirm={common.forget}
      busy={working !== null}
      failure={failure}
      onConfirm={async () => {
        if (await forget(set.id)) onClose()
      }}
      onClose={onClose}
    />
  )
}
