import { Select, Text, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { entriesTable } from '../../preload/contract/entries-table.ts'
import type { ReviewSet } from '../../preload/contract/reviews.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { dayOf } from '../tables/day-range.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { everything } from './figures-store.ts'
import { PackageDialog } from './package-dialog.tsx'
import type { RequestedEntries, SetsStore } from './sets-store.ts'
import type { Sources } from './team.ts'

/** The longest name that the contract takes. */
const longestName = 150

/** Requests a colleague's review of some entries, who does not see our states. */
export function RequestDialog({
  store,
  choices,
  now,
  onClose,
}: {
  readonly store: SetsStore
  /** At least one; the first is proposed. */
  readonly choices: readonly RequestChoice[]
  readonly now: () => number
  readonly onClose: () => void
}) {
  const texts = useMessages().reviews.blind
  const { working, failure, size, count, request } = useStore(store)
  const [key, setKey] = useState(choices[0]?.key ?? '')
  const [typed, setTyped] = useState(() => texts.proposed(dayOf(new Date(now()))))
  const entries = choices.find((choice) => choice.key === key)?.entries
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
          label={texts.which}
          value={key}
          data={groupsOf(choices, texts.savedFilters)}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(next) => setKey(next ?? key)}
        />
        <Text size="sm" c="dimmed" mt={4} role="status" className="figures">
          {size.status === 'ready' ? texts.asks(size.value) : texts.counting}
        </Text>
      </div>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        value={typed}
        maxLength={longestName}
        autoComplete="off"
        error={name === '' ? texts.nameRequired : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </PackageDialog>
  )
}

function groupsOf(choices: readonly RequestChoice[], filters: string) {
  const items = (isFilter: boolean) =>
    choices.filter((choice) => choice.isFilter === isFilter).map(({ key, label }) => ({ value: key, label }))
  const saved = items(true)
  return [...items(false), ...(saved.length > 0 ? [{ group: filters, items: saved }] : [])]
}

/** Entries that a blind review can be requested for. */
export interface RequestChoice {
  readonly key: string
  readonly label: string
  /** It stands under the saved filters. */
  readonly isFilter: boolean
  readonly entries: RequestedEntries
}

/** All entries of a form, of all forms, or those of a saved filter. */
export function requestChoices(
  connection: string,
  { forms, filters }: Sources,
  messages: Messages,
): readonly RequestChoice[] {
  const texts = messages.reviews.blind
  const choiceOf = (key: string, label: string, form_id: number | null, query = everything) => ({
    key,
    label,
    isFilter: false,
    entries: { table: entriesTable({ connection_id: connection, form_id, set: '' }), select: { query } },
  })
  return [
    ...forms.map(({ id, name }) => choiceOf(`form ${id}`, texts.ofForm(name), id)),
    ...(forms.length > 1 ? [choiceOf('all', texts.ofAll, null)] : []),
    ...filters.map(({ id, name, form_id, query }) => ({
      ...choiceOf(`filter ${id}`, name, form_id, query),
      isFilter: true,
    })),
  ]
}

interface SetDialogProps {
  readonly store: SetsStore
  readonly set: ReviewSet
  readonly onClose: () => void
}

/** Writes our decisions of a blind review, for the colleague who requested it. */
export function AnswerDialog({ store, set, onClose }: SetDialogProps) {
  const texts = useMessages().reviews.blind
  const { working, failure, answer } = useStore(store)
  const name = texts.answerName(set.name).slice(0, longestName)
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

export function ForgetDialog({ store, set, onClose }: SetDialogProps) {
  const texts = useMessages().reviews.blind
  const { working, failure, forget } = useStore(store)
  return (
    <ConfirmDialog
      opened
      title={texts.forgetTitle(set.name)}
      lost={[texts.forgetLoses[set.role]]}
      kept={texts.forgetKeeps}
      confirm={texts.forgetConfirm}
      busy={working !== null}
      failure={failure}
      onConfirm={async () => {
        if (await forget(set.id)) onClose()
      }}
      onClose={onClose}
    />
  )
}
