import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { periodOf, periodProblem, withoutHalfDays, withPeriod } from '../leads/lead-filter.ts'
import { LeadFilterFields, PeriodFields } from '../leads/lead-filter-fields.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { SideDrawer } from '../ui/side-drawer.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { type NewSheetStore, proposedName } from './new-sheet-store.ts'
import { ServerCsvProgress, type ServerCsvRequest, type ServerCsvStore, saveServerCsv } from './server-csv.tsx'
import type { SheetsStore } from './sheets-store.ts'

export interface NewSheetProps {
  readonly store: SheetsStore
  readonly newSheet: NewSheetStore
  readonly csv: ServerCsvStore
  /** Of the agent platform, at least one. */
  readonly connections: readonly Connection[]
  readonly now: () => number
  /** Puts a connection in use, here as on every screen of the platform. */
  readonly onUse: (connection: string) => void
  readonly onOpen: (id: string) => void
}
/** Describes a sheet beside the list: where from, which period, which leads. */
export function NewSheetDrawer({
  opened,
  onClose,
  ...props
}: NewSheetProps & { readonly opened: boolean; readonly onClose: () => void }) {
  const { store, newSheet, connections } = props
  const texts = useMessages().sheets.new
  const connectionId = useStore(newSheet, (state) => state.connectionId)
  const inUse = connections.find((connection) => connection.current)?.id ?? null
  useEffect(() => {
    if (opened) newSheet.getState().reset()
    return () => newSheet.getState().close()
  }, [opened, newSheet])
  useEffect(() => {
    if (opened && inUse !== null) newSheet.getState().setConnection(inUse)
  }, [opened, newSheet, inUse])
  useEffect(() => {
    if (opened && connectionId) void store.getState().loadNames(connectionId)
  }, [opened, connectionId, store])
  return (
    <SideDrawer
      opened={opened}
      onClose={onClose}
      size={520}
      title={texts.title}
      classNames={{ content: 'column', body: 'new-sheet-body pane' }}
    >
      <NewSheetForm {...props} />
    </SideDrawer>
  )
}
/** Shows the cost of the download before it starts. */
function NewSheetForm({ store, newSheet, csv, connections, now, onUse, onOpen }: NewSheetProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.sheets.new
  const { connectionId, name, filter, working, failure, plan, setName, setFilter, create } = useStore(newSheet)
  const known = useStore(store, (state) => (connectionId ? state.known[connectionId] : undefined))
  const sheets = useStore(store, (state) => readyValue(state.list))
  const taken = new Set(sheets?.map((sheet) => sheet.name))
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
    await store.getState().load()
    if (isMounted()) onOpen(sheet.id)
  }
  return (
    <form className="pane" onSubmit={(event) => void submit(event)}>
      <Stack gap="md" className="new-sheet-fields scroll">
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
          today={new Date(now())}
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
      <div className="new-sheet-foot foot">
        <PlanLine newSheet={newSheet} id={planId} />
        {failure ? <FailureNotice failure={failure} /> : null}
        <ServerCsvProgress store={csv} />
        <div className="new-sheet-buttons">
          <ServerCsvButton
            store={csv}
            disabled={!ready}
            request={{ connectionId: connectionId ?? '', filter, name: shownName }}
          />
          <Button type="submit" size="sm" disabled={!ready} loading={working !== null} aria-describedby={planId}>
            {plan.status === 'ready' ? texts.downloadRows(plan.value.total) : texts.download}
          </Button>
        </div>
      </div>
    </form>
  )
}
/** What the download will cost, once the dates allow to plan it. */
function PlanLine({ newSheet, id }: { readonly newSheet: NewSheetStore; readonly id: string }) {
  const format = useFormat()
  const messages = useMessages()
  const texts = messages.sheets.new
  const { plan, filter } = useStore(newSheet)
  if (plan.status === 'failed') {
    return <FailureNotice failure={plan.failure} onRetry={newSheet.getState().retryPlan} />
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
function ServerCsvButton({
  store,
  request,
  disabled,
}: {
  readonly store: ServerCsvStore
  readonly request: ServerCsvRequest
  readonly disabled: boolean
}) {
  const texts = useMessages().sheets.new
  const receiving = useStore(store, (state) => state.working !== null)
  const hint = useId()
  return (
    <>
      <Button
        variant="subtle"
        size="sm"
        disabled={disabled || receiving}
        aria-describedby={hint}
        onClick={() => void saveServerCsv(store, request)}
      >
        {texts.serverCsv}
      </Button>
      <span id={hint} className="unseen">
        {texts.serverCsvHint}
      </span>
    </>
  )
}
