import { Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { entriesTable } from '../../preload/contract/entries-table.ts'
import type { ReviewSet } from '../../preload/contract/reviews.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { failureOf } from '../kernel/ask.ts'
import type { Loadable } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { dayOf } from '../tables/day-range.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { everything } from './figures-store.ts'
import { notifyPackageSaved } from './notify.ts'
import { PassphraseFields, useNewPassphrase } from './passphrase-fields.tsx'
import type { RequestedEntries, SetsStore } from './sets-store.ts'
import type { Sources } from './team.ts'

export interface RequestDialogProps {
  readonly store: SetsStore
  /** What can be asked for, the first is proposed; at least one. */
  readonly choices: readonly RequestChoice[]
  readonly now: () => number
  readonly onClose: () => void
}

/** Asks a colleague to review some entries without seeing our states. */
export function RequestDialog(props: RequestDialogProps) {
  const texts = useMessages().reviews.blind
  return (
    <Dialog opened onClose={props.onClose} title={texts.dialog} size={480}>
      <RequestForm {...props} />
    </Dialog>
  )
}

function RequestForm({ store, choices, now, onClose }: RequestDialogProps) {
  const texts = useMessages().reviews.blind
  const { doing, failure } = useStore(store)
  const [key, setKey] = useState(choices[0]?.key ?? '')
  const [name, setName] = useState(() => texts.proposed(dayOf(new Date(now()))))
  const passphrase = useNewPassphrase()
  const chosen = choices.find((choice) => choice.key === key)
  const size = useSize(store, chosen?.entries)
  const empty = size.status === 'ready' && size.value === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const taken = passphrase.take()
    if (taken === null || !chosen || name.trim() === '') return
    const saved = await store.getState().request(chosen.entries, { passphrase: taken, name: name.trim() })
    if (!saved) return
    notifyPackageSaved(saved)
    onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
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
          value={name}
          maxLength={150}
          autoComplete="off"
          error={name.trim() === '' ? texts.nameRequired : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PassphraseFields value={passphrase.value} onChange={passphrase.change} />
        {size.status === 'failed' ? <FailureNotice failure={size.failure} /> : null}
        {failure ? <FailureNotice failure={failure} /> : null}
        <DialogButtons
          confirm={texts.confirm}
          busy={doing === 'ask'}
          disabled={empty || name.trim() === ''}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

/** How many entries the choice has, counted anew when it changes. */
function useSize(store: SetsStore, asked: RequestedEntries | undefined): Loadable<number> {
  const [size, setSize] = useState<Loadable<number>>({ status: 'loading' })
  useEffect(() => {
    if (!asked) return
    let wanted = true
    const show = (found: Loadable<number>) => {
      if (wanted) setSize(found)
    }
    show({ status: 'loading' })
    store
      .getState()
      .count(asked)
      .then((value) => show({ status: 'ready', value }))
      .catch((error: unknown) => show({ status: 'failed', failure: failureOf(error) }))
    return () => {
      wanted = false
    }
  }, [store, asked])
  return size
}

function groupsOf(choices: readonly RequestChoice[], filters: string) {
  const items = (filter: boolean) =>
    choices.filter((choice) => choice.filter === filter).map(({ key, label }) => ({ value: key, label }))
  const saved = items(true)
  return [...items(false), ...(saved.length > 0 ? [{ group: filters, items: saved }] : [])]
}

/** Entries that a second review can be asked for, with the words of the choice. */
export interface RequestChoice {
  readonly key: string
  readonly label: string
  readonly filter: boolean
  readonly entries: RequestedEntries
}

/** What can be asked for: all entries of a form, of all forms, or those of a saved filter. */
export function requestChoices(
  connection: string,
  { forms, filters }: Sources,
  messages: Messages,
): readonly RequestChoice[] {
  const texts = messages.reviews.blind
  const tableOf = (form_id: number | null) => entriesTable({ connection_id: connection, form_id, set: '' })
  const all = {
    key: 'all',
    label: texts.ofAll,
    filter: false,
    entries: { table: tableOf(null), select: { query: everything } },
  }
  return [
    ...forms.map(({ id, name }) => ({
      key: `form ${id}`,
      label: texts.ofForm(name),
      filter: false,
      entries: { table: tableOf(id), select: { query: everything } },
    })),
    ...(forms.length > 1 ? [all] : []),
    ...filters.map(({ id, name, form_id, query }) => ({
      key: `filter ${id}`,
      label: name,
      filter: true,
      entries: { table: tableOf(form_id), select: { query } },
    })),
  ]
}

interface AnswerDialogProps {
  readonly store: SetsStore
  /** A blind review that was given to us. */
  readonly set: ReviewSet
  readonly onClose: () => void
}

/** Writes our decisions of a blind review, for the colleague who asked. */
export function AnswerDialog(props: AnswerDialogProps) {
  const texts = useMessages().reviews.blind
  return (
    <Dialog opened onClose={props.onClose} title={texts.answerDialog(props.set.name)} size={480}>
      <AnswerForm {...props} />
    </Dialog>
  )
}

/** The contract takes no longer names. */
const longestName = 150
function AnswerForm({ store, set, onClose }: AnswerDialogProps) {
  const texts = useMessages().reviews.blind
  const { doing, failure } = useStore(store)
  const passphrase = useNewPassphrase()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const taken = passphrase.take()
    if (taken === null) return
    const name = texts.answerName(set.name).slice(0, longestName)
    const saved = await store.getState().answer(set.id, { passphrase: taken, name })
    if (!saved) return
    notifyPackageSaved(saved)
    onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="md" className="figures">
          {texts.answerText(set.decided, set.entries)}
        </Text>
        <PassphraseFields value={passphrase.value} onChange={passphrase.change} />
        {failure ? <FailureNotice failure={failure} /> : null}
        <DialogButtons confirm={texts.answerConfirm} busy={doing === 'answer'} onClose={onClose} />
      </Stack>
    </form>
  )
}
