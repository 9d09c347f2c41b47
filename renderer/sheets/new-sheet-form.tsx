import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useId } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Known } from '../../preload/contract/sheets.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { LeadFilterFields } from '../leads/lead-filter-fields.tsx'
import { PeriodFields } from '../leads/period-fields.tsx'
import { periodOf, periodProblem, withoutHalfDays, withPeriod } from '../leads/periods.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import type { NewSheetStore } from './new-sheet-store.ts'
import { proposedName } from './proposed-name.ts'
import { saveServerCsv } from './save-server-csv.ts'
import { ServerCsvProgress } from './server-csv-progress.tsx'
import type { ServerCsvRequest, ServerCsvStore } from './server-csv-store.ts'

export interface NewSheetFormProps {
  readonly draft: NewSheetStore
  readonly csv: ServerCsvStore
  /** Of the agent platform, at least one. */
  readonly connections: readonly Connection[]
  /** Puts a connection in use, here as on every screen of the platform. */
  readonly onUse: (connection: string) => void
  readonly known: Known | undefined
  /** The names that other sheets have. */
  readonly taken: ReadonlySet<string>
  readonly today: Date
  /** The sheet is made: it comes into the list. */
  readonly onCreated: () => Promise<void>
  readonly onOpen: (id: string) => void
}

/** Describes a sheet: where from, which period, which leads; says what it will cost before anything is read. */
export function NewSheetForm({
  draft,
  csv,
  connections,
  onUse,
  known,
  taken,
  today,
  onCreated,
  onOpen,
}: NewSheetFormProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.sheets.new
  const { connectionId, name, filter, creating, failure, plan } = useStore(draft)
  const { setName, setFilter, create } = draft.getState()
  const shownName = name ?? proposedName(withoutHalfDays(filter), taken, messages, format)
  const isEmpty = plan.status === 'ready' && plan.value.total === 0
  const ready = connectionId !== null && shownName.trim() !== '' && plan.status !== 'idle' && !isEmpty
  const planId = useId()
  const isMounted = useIsMounted()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const sheet = await create(shownName.trim())
    if (!sheet) return
    await onCreated()
    if (isMounted()) onOpen(sheet.id)
  }
  return (
    <form className="new-sheet" onSubmit={(event) => void submit(event)}>
      <Stack gap="md" className="new-sheet-fields">
        {connections.length > 1 ? (
          <Select
            label={texts.connection}
            value={connectionId}
            data={connections.map(({ id, name: label }) => ({ value: id, label }))}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
            onChange={(id) => {
              if (id) onUse(id)
            }}
          />
        ) : null}
        <PeriodFields
          required
          period={periodOf(filter)}
          today={today}
          onChange={(period) => setFilter(withPeriod(filter, period))}
        />
        <LeadFilterFields filter={filter} onChange={setFilter} known={known} />
        <TextInput
          label={texts.name}
          value={shownName}
          maxLength={120}
          error={shownName.trim() === '' ? texts.nameRequired : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Stack>
      <div className="new-sheet-foot">
        <PlanLine draft={draft} id={planId} />
        {failure ? <FailureNotice failure={failure} /> : null}
        <ServerCsvProgress store={csv} />
        <div className="new-sheet-buttons">
          <ServerCsvButton
            store={csv}
            disabled={!ready}
            order={{ connectionId: connectionId ?? '', filter, name: shownName }}
          />
          <Button type="submit" size="sm" disabled={!ready} loading={creating} aria-describedby={planId}>
            {plan.status === 'ready' ? texts.downloadRows(plan.value.total) : texts.download}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** What the download will cost, asked for by itself once the dates allow it. */
function PlanLine({ draft, id }: { readonly draft: NewSheetStore; readonly id: string }) {
  const format = useFormat()
  const messages = useMessages()
  const texts = messages.sheets.new
  const { plan, filter } = useStore(draft)
  if (plan.status === 'failed') {
    return <FailureNotice failure={plan.failure} onRetry={draft.getState().retryPlan} />
  }
  const sentence = () => {
    if (plan.status === 'idle') {
      return periodProblem(periodOf(filter), true) === 'required' ? texts.planWaiting : messages.tables.day.mend
    }
    if (plan.status === 'loading') return texts.planning
    const { total, requests, seconds, measured } = plan.value
    return total === 0 ? texts.planEmpty : texts.plan(total, requests, format.duration(seconds), measured)
  }
  return (
    <Text id={id} size="md" role="status" className="figures" {...(plan.status === 'ready' ? {} : { c: 'dimmed' })}>
      {sentence()}
    </Text>
  )
}

interface ServerCsvButtonProps {
  readonly store: ServerCsvStore
  readonly order: ServerCsvRequest
  readonly disabled: boolean
}

function ServerCsvButton({ store, order, disabled }: ServerCsvButtonProps) {
  const texts = useMessages().sheets.new
  const receiving = useStore(store, (state) => state.received !== null)
  const hint = useId()
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        disabled={disabled || receiving}
        aria-describedby={hint}
        onClick={() => void saveServerCsv(store, order)}
      >
        {texts.serverCsv}
      </Button>
      <span id={hint} className="unseen">
        {texts.serverCsvHint}
      </span>
    </>
  )
}
