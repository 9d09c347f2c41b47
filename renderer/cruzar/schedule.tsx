import { Button, Checkbox, Group, Switch, Text, TextInput } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Schedule, ScheduleChoices } from '../../preload/contract/schedules.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { SubmitForm } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { InfoNotice } from './info-notice.tsx'

interface RunProps {
  readonly run: Run
}

/** The schedule of the list of a run, once it is loaded; null where it has none. */
function useSchedule({ id }: Run): Schedule | null {
  const { run, schedule } = useStore(useFeature('cruzar').schedules)
  return (run === id ? readyValue(schedule) : null) ?? null
}

/** When the list is crossed again, and when it last was; empty without a schedule. It loads the schedule. */
export function ScheduleLine({ run, onChange }: RunProps & { readonly onChange: () => void }) {
  const { schedules: texts } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { load } = useStore(useFeature('cruzar').schedules)
  useEffect(() => void load(run.id), [load, run.id])
  const schedule = useSchedule(run)
  if (!schedule) return null
  const { on, weekdays, time, last, next_at, running } = schedule
  const moment = (at: string) => format.moment(Date.parse(at), now())
  const next = () => {
    if (next_at === null) return ''
    return Date.parse(next_at) <= now() ? texts.due : texts.next(moment(next_at))
  }
  const lastTime = () => {
    if (!last) return ''
    return last.failure ? texts.lastFailed(moment(last.at)) : texts.last(moment(last.at))
  }
  const facts = [on ? texts.every(weekdays, time) : texts.off, ...(running ? [texts.running] : [next(), lastTime()])]
  return (
    <div className="schedule-line row note figures">
      <IconCalendarRepeat size={16} aria-hidden="true" />
      <span>{joinFacts(facts)}</span>
      <Button variant="subtle" size="compact-xs" onClick={onChange}>
        {texts.change}
      </Button>
    </div>
  )
}

/** Why the list was not crossed by itself the last time; empty where it was. */
export function ScheduleNotice({ run, onChange }: RunProps & { readonly onChange: () => void }) {
  const { schedules: texts } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { go } = useNavigation()
  const schedule = useSchedule(run)
  const last = schedule?.last
  // The run that was made then says itself why it stopped.
  if (!schedule || schedule.running || !last?.failure || last.run_id === run.id) return null
  const moment = format.moment(Date.parse(last.at), now())
  const { run_id: made } = last
  const action = made
    ? { label: texts.openRun, onClick: () => go({ screen: 'run', id: made }) }
    : { label: texts.change, onClick: onChange }
  if (last.failure.code === 'data_process_ended') {
    return <InfoNotice text={texts.ended(moment)} kept={texts.endedKept} action={{ ...action, busy: false }} />
  }
  return <FailureNotice failure={last.failure} kept={texts.failed(moment)} action={action} />
}

/** Asks when a list is crossed again by itself, and shows the cost. */
export function ScheduleDialog({ run, onClose }: RunProps & { readonly onClose: () => void }) {
  const texts = useMessages().schedules
  const store = useFeature('cruzar').schedules
  const { schedule, load, dismissFailure } = useStore(store)
  const close = () => {
    dismissFailure()
    onClose()
  }
  return (
    <Dialog onClose={close} title={texts.title(run.name)} size={480}>
      <LoadableView of={schedule} onRetry={() => void load(run.id)}>
        {(value) => <ScheduleForm run={run} before={value} onClose={close} />}
      </LoadableView>
    </Dialog>
  )
}

const firstChoices: ScheduleChoices = { on: true, time: '08:00', weekdays: [0, 1, 2, 3, 4, 5, 6], refresh_sheets: true }

function ScheduleForm({
  run,
  before,
  onClose,
}: RunProps & { readonly before: Schedule | null; readonly onClose: () => void }) {
  const texts = useMessages().schedules
  const { working, failure, save } = useStore(useFeature('cruzar').schedules)
  const { on, time, weekdays, refresh_sheets } = before ?? firstChoices
  const [choices, setChoices] = useState<ScheduleChoices>({ on, time, weekdays, refresh_sheets })
  const change = (part: Partial<ScheduleChoices>) => setChoices({ ...choices, ...part })
  const [typed, setTyped] = useState(time)
  const chosenTime = readTime(typed)
  const submit = async () => {
    if (chosenTime !== null && (await save({ ...choices, time: chosenTime }))) onClose()
  }
  return (
    <SubmitForm
      confirm={texts.confirm}
      ready={chosenTime !== null && choices.weekdays.length > 0}
      busy={working !== null}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Switch
        size="sm"
        label={texts.on}
        checked={choices.on}
        data-autofocus
        onChange={(event) => change({ on: event.currentTarget.checked })}
      />
      <TextInput
        label={texts.time}
        value={typed}
        maxLength={8}
        autoComplete="off"
        inputMode="numeric"
        error={chosenTime === null ? texts.timeMissing : null}
        disabled={!choices.on}
        w={140}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => chosenTime !== null && setTyped(chosenTime)}
      />
      <Checkbox.Group
        label={texts.weekdays}
        value={choices.weekdays.map(String)}
        onChange={(values) => change({ weekdays: values.map(Number).sort() })}
      >
        <Group gap={12} mt="sm">
          {texts.days.map((name, day) => (
            <Checkbox key={name} size="sm" value={String(day)} label={name} disabled={!choices.on} />
          ))}
        </Group>
      </Checkbox.Group>
      {run.sheet_id === null ? (
        <DailyCost run={run} />
      ) : (
        <Checkbox
          size="sm"
          label={texts.refresh}
          description={choices.refresh_sheets ? texts.refreshHint : texts.notRefreshed}
          checked={choices.refresh_sheets}
          disabled={!choices.on}
          onChange={(event) => change({ refresh_sheets: event.currentTarget.checked })}
        />
      )}
      <Text size="sm" c="dimmed">
        {texts.sameHint} {texts.openHint}
      </Text>
    </SubmitForm>
  )
}

/** A time of day as people write it ("8", "8h30", "08:30", "0830"), as HH:MM; null for anything else. */
export function readTime(text: string): string | null {
  const [, hours, minutes = '00'] = /^(\d{1,2})[:h.]?(\d{2})?h?$/i.exec(text.trim()) ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}

/** The requests of one run of the list, with those for absent keys in their other form. */
function DailyCost({ run }: RunProps) {
  const texts = useMessages().schedules
  const format = useFormat()
  const { cost, estimate } = useStore(useFeature('cruzar').schedules)
  useEffect(() => void estimate(run), [estimate, run])
  const costEstimate = readyValue(cost)
  if (!costEstimate) return null
  return (
    <Text size="sm" className="figures">
      {texts.cost(costEstimate.requests, format.duration(costEstimate.seconds))}
    </Text>
  )
}
