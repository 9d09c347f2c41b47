import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { periodPhrase } from '../../preload/messages/filter-sentence.ts'
import { longestName } from '../../preload/values/names.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { dateProblem, withoutHalfDays } from '../leads/lead-filter.ts'
import { LeadFilterFields } from '../leads/lead-filter-fields.tsx'
import { SideDrawer } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { ServerCsvProgress } from './sheet-parts.tsx'

interface NewSheetProps {
  /** Connections to the agent platform. */
  readonly connections: readonly Connection[]
}

/** Asks, beside the list, for the source, the period and the leads of a new sheet. */
export function NewSheetDrawer({
  filter,
  onClose,
  connections,
}: NewSheetProps & {
  /** The first values of the form. */
  readonly filter: LeadFilter | undefined
  readonly onClose: () => void
}) {
  const { newSheet } = useFeature('sheets')
  const inUse = connections.find((connection) => connection.current)?.id ?? null
  useEffect(() => {
    newSheet.getState().reset()
    if (filter) newSheet.getState().setFilter(filter)
    return () => newSheet.getState().close()
  }, [newSheet, filter])
  useEffect(() => {
    if (inUse !== null) newSheet.getState().setConnection(inUse)
  }, [newSheet, inUse])
  return (
    <SideDrawer
      onClose={onClose}
      size={520}
      title={useMessages().sheets.create}
      classNames={{ content: 'column', body: 'new-sheet-body pane' }}
    >
      <NewSheetForm connections={connections} />
    </SideDrawer>
  )
}

/** Shows the cost of the download before it starts. */
function NewSheetForm({ connections }: NewSheetProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.sheets.new
  const { store, newSheet, serverCsv, useNames } = useFeature('sheets')
  const { use } = useStore(useFeature('connections').store)
  const { go } = useNavigation()
  const { connectionId, name, filter, working, failure, plan, setName, setFilter, create } = useStore(newSheet)
  const names = useNames(connectionId)
  const sheets = useStore(store, (state) => readyValue(state.list))
  const usedNames = new Set(sheets?.map((sheet) => sheet.name))
  const shownName = name ?? proposedName(withoutHalfDays(filter), usedNames, messages, format)
  const isEmpty = plan.status === 'ready' && plan.value.total === 0
  const ready = connectionId !== null && shownName.trim() !== '' && plan.status !== 'idle' && !isEmpty
  const receiving = useStore(serverCsv, (state) => state.working !== null)
  const [planId, hintId] = [useId(), useId()]
  const isMounted = useIsMounted()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    const sheet = await create(shownName.trim())
    if (!sheet) return
    await store.getState().load()
    if (isMounted()) go({ screen: 'sheet', id: sheet.id })
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
              if (id) void use(id)
            }}
          />
        ) : null}
        <LeadFilterFields filter={filter} onChange={setFilter} known={names} forExport />
        <TextInput
          label={messages.common.fields.name}
          value={shownName}
          maxLength={longestName}
          error={shownName.trim() === '' ? texts.nameRequired : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Stack>
      <div className="new-sheet-foot foot">
        <PlanLine id={planId} />
        {failure ? <FailureNotice failure={failure} /> : null}
        <ServerCsvProgress />
        <div className="flex between">
          <Button
            variant="subtle"
            size="sm"
            disabled={!ready || receiving}
            aria-describedby={hintId}
            onClick={() => void serverCsv.getState().save(connectionId ?? '', filter, shownName)}
          >
            {texts.serverCsv}
          </Button>
          <span id={hintId} className="unseen">
            {texts.serverCsvHint}
          </span>
          <Button type="submit" size="sm" disabled={!ready} loading={working !== null} aria-describedby={planId}>
            {plan.status === 'ready' ? texts.downloadRows(plan.value.total) : messages.common.download}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** The cost of the download, once the dates are valid. */
function PlanLine({ id }: { readonly id: string }) {
  const format = useFormat()
  const messages = useMessages()
  const texts = messages.sheets.new
  const { plan, filter, retryPlan } = useStore(useFeature('sheets').newSheet)
  if (plan.status === 'failed') return <FailureNotice failure={plan.failure} onRetry={retryPlan} />
  const sentence = () => {
    if (plan.status === 'idle') {
      return dateProblem(filter, true) === 'required' ? texts.planWaiting : messages.tables.day.mend
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

/** A name for a new sheet from its dates that no other sheet has: "Leads desde 01/01/2026", then "… (2)". */
export function proposedName(
  { created_after: from, created_before: to, created_within: period, updated_after: moved }: LeadFilter,
  usedNames: ReadonlySet<string>,
  messages: Messages,
  { day }: Format,
): string {
  const { names } = messages.sheets.new
  const ofDates =
    (period && names.within(periodPhrase(period, messages))) ||
    (from && to && names.between(day(from), day(to))) ||
    (from && names.from(day(from))) ||
    (to && names.to(day(to))) ||
    (moved && names.moved(day(moved))) ||
    names.none
  for (let place = 1; ; place += 1) {
    const name = place === 1 ? ofDates : `${ofDates} (${place})`
    if (!usedNames.has(name)) return name
  }
}
