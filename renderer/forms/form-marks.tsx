import { IconAlertTriangle, IconCheck, IconLoader, IconProgress } from '@tabler/icons-react'
import type { Form } from '../../preload/contract/forms.ts'
import { failureSentence, type Messages } from '../../preload/messages/catalogue.ts'
import { ReadingProgress } from '../collections/reading.tsx'
import { useApp, useFeature } from '../kernel/feature.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Mark, StateBadge, type StateLook } from '../ui/mark.tsx'

const statusColors: Readonly<Record<string, string>> = {
  active: 'status-open',
  draft: 'status-snoozed',
  archived: 'status-resolved',
}

/** The status of a form as a coloured word; an undocumented status is shown as it came. */
export function StatusMark({ form }: { readonly form: Pick<Form, 'status' | 'deleted_at'> }) {
  const texts = useMessages().forms
  const color = form.deleted_at ? 'outcome-invalida' : (statusColors[form.status ?? ''] ?? 'outcome-ausente')
  return (
    <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`}>
      {form.deleted_at ? texts.deleted : texts.status(form.status)}
    </Mark>
  )
}

const badgeLooks: Readonly<Record<Exclude<Form['sync']['kind'], 'none'>, StateLook>> = {
  complete: { color: 'status-open', icon: IconCheck },
  changed: { color: 'status-pending', icon: IconAlertTriangle },
  partial: { color: 'outcome-invalida', icon: IconProgress },
  reading: { color: 'status-snoozed', icon: IconLoader },
}

/**
 * Whether the copy of a form's entries is complete, as a word. The reason is the tooltip and the accessible
 * description.
 */
export function SyncBadge({ form }: { readonly form: Form }) {
  const { now } = useApp()
  const messages = useMessages()
  const format = useFormat()
  const kind = isReading(form) ? 'reading' : form.sync.kind
  if (kind === 'none') return null
  const { sync, onlyPeriod } = messages.forms
  const word = form.sync.period === null ? sync[kind] : `${sync[kind]}, ${onlyPeriod}`
  return <StateBadge look={badgeLooks[kind]} word={word} reason={syncReason(form, messages, format, now())} />
}

/** Whether all entries of the form are kept, not only those of a period. They need not be read yet. */
export function isKeptWhole({ kept, sync }: Form): boolean {
  return kept && sync.period === null
}

export function isReading({ sync, task_id }: Form): boolean {
  return sync.kind === 'reading' || task_id !== null
}

/** Why the entries of a form cannot be read now. */
export function notSynced(form: Form, texts: Messages['common']['unavailable']): string | false {
  if (!form.kept) return texts.notKept
  return isReading(form) && texts.reading
}

/**
 * How many entries the service has, by its newest count: that of the form, or of the last sync. Null without either.
 * Entries that were created here since are added, unless the copy is known to differ.
 */
export function serviceTotal({ entries_count, read_at, sync, entries, gone }: Form): number | null {
  // The count of a period is not that of the form.
  if (sync.period !== null) return entries_count
  const isFormNewer = sync.synced_at === null || Date.parse(read_at) > Date.parse(sync.synced_at)
  const total = isFormNewer ? (entries_count ?? sync.total) : (sync.total ?? entries_count)
  return total === null || sync.kind === 'changed' ? total : Math.max(total, entries - gone)
}

/** How many of the kept entries the service has: of the form, or of its kept period. */
export function keptTotal(form: Form): number | null {
  return form.sync.period === null ? serviceTotal(form) : form.sync.total
}

/** The reason of the badge of a form's copy, and when it was last synced. */
export function syncReason(form: Form, messages: Messages, format: Format, now: number): string {
  const texts = messages.forms
  const { kind, failure, synced_at, reconciled_at, repeated, period } = form.sync
  if (isReading(form)) return texts.syncReasons.reading
  // The copy stores the code of a failure and not its values.
  const params = { host: messages.common.theService, status: '5xx' }
  const parts = [failure ? failureSentence(messages, { code: failure, params }) : texts.syncReasons[kind]]
  if (repeated > 0) parts.push(texts.repeated(repeated))
  if (period) parts.push(texts.periodText(period))
  if (synced_at) parts.push(texts.syncedAt(format.moment(Date.parse(synced_at), now)))
  if (reconciled_at) parts.push(texts.reconciledAt(format.moment(Date.parse(reconciled_at), now)))
  if (form.gone > 0) parts.push(texts.gone(form.gone))
  return parts.join(' ')
}

/** The progress of reading a form's entries, why it waits, and a stop button. */
export function FormProgress({ form }: { readonly form: Form }) {
  const tasks = useFeature('tasks').useTaskProps()
  const { reading } = useMessages().forms
  return <ReadingProgress item={form} label={reading(form.name)} {...tasks} />
}
