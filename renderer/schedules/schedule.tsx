import './schedules.css'
import { Button, Checkbox, Group, Switch, Text, TextInput } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Schedule, ScheduleChoices, ScheduledTarget } from '../../preload/contract/schedules.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { SubmitForm } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { InfoNotice } from '../ui/info-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { isSameTarget } from './schedules.ts'

export interface ScheduleProps {
  readonly target: ScheduledTarget
  readonly onChange: () => void
}

/** The schedule of a run or sheet, once it is loaded; null where it has none. */
function useSchedule(target: ScheduledTarget): Schedule | null {
  const { target: loaded, schedule } = useStore(useFeature('schedules').store)
  return (isSameTarget(loaded, target) ? readyValue(schedule) : null) ?? null
}

/** When it is repeated, and when it last was; empty without a schedule. It loads the schedule. */
export function ScheduleLine({ target, onChange }: ScheduleProps) {
  const { schedules: texts } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { load } = useStore(useFeature('schedules').store)
  const { kind, id } = target
  useEffect(() => void load({ kind, id }), [load, kind, id])
  const schedule = useSchedule(target)
  if (!schedule) return null
  const { on, weekdays, time, last, next_at, running } = schedule
  const words = texts.of[kind]
  const moment = (at: string) => format.moment(Date.parse(at), now())
  const next = () => {
    if (next_at === null) return ''
    return Date.parse(next_at) <= now() ? texts.due : texts.next(moment(next_at))
  }
  const lastTime = () => {
    if (!last) return ''
    return last.failure ? texts.lastFailed(moment(last.at)) : texts.last(moment(last.at))
  }
  const facts = joinFacts([
    on ? words.every(weekdays, time) : words.off,
    ...(running ? [words.running] : [next(), lastTime()]),
  ])
  return (
    <div className="schedule-line row note figures">
      <IconCalendarRepeat size={16} className="rigid" aria-hidden="true" />
      <span className="cut" title={facts}>
        {facts}
      </span>
      <Button variant="subtle" size="compact-xs" className="rigid" onClick={onChange}>
        {texts.change}
      </Button>
    </div>
  )
}

/** Why it was not repeated the last time; empty where it was. */
export function ScheduleNotice({ target, onChange }: ScheduleProps) {
  const { schedules: texts } = useMessages()
  const format = useFormat()
  const { now } = useApp()
  const { go } = useNavigation()
  const schedule = useSchedule(target)
  const last = schedule?.last
  // The run that was made then says itself why it stopped.
  if (!schedule || schedule.running || !last?.failure || last.run_id === target.id) return null
  const words = texts.of[target.kind]
  const moment = format.moment(Date.parse(last.at), now())
  const { run_id: made } = last
  const action = made
    ? { label: texts.openRun, onClick: () => go({ screen: 'run', id: made }) }
    : { label: texts.change, onClick: onChange }
  if (last.failure.code === 'data_process_ended') {
    return <InfoNotice text={words.ended(moment)} kept={texts.endedKept} action={{ ...action, busy: false }} />
  }
  return <FailureNotice failure={last.failure} kept={words.failed(moment)} action={action} />
}

/** A part of the choices, by what is repeated. */
export type ChangeChoices = (part: Partial<ScheduleChoices>) => void

export interface ScheduleDialogProps {
  readonly target: ScheduledTarget
  readonly name: string
  /** The choices that only this target has. */
  readonly fields: (choices: ScheduleChoices, change: ChangeChoices) => ReactNode
  readonly onClose: () => void
}

/** Asks when something is done again by itself. */
export function ScheduleDialog({ target, name, fields, onClose }: ScheduleDialogProps) {
  const texts = useMessages().schedules
  const { store } = useFeature('schedules')
  const { schedule, load, dismissFailure } = useStore(store)
  const close = () => {
    dismissFailure()
    onClose()
  }
  return (
    <Dialog onClose={close} title={texts.of[target.kind].title(name)} size={480}>
      <LoadableView of={schedule} onRetry={() => void load(target)}>
        {(value) => <ScheduleForm target={target} before={value} fields={fields} onClose={close} />}
      </LoadableView>
    </Dialog>
  )
}

const firstChoices: ScheduleChoices = {
  on: true,
  time: '08:00',
  weekdays: [0, 1, 2, 3, 4, 5, 6],
  refresh_sheets: true,
  mode: 'quick',
}

interface FormProps extends Omit<ScheduleDialogProps, 'name'> {
  readonly before: Schedule | null
}

function ScheduleForm({ target, before, fields, onClose }: FormProps) {
  const texts = useMessages().schedules
  const words = texts.of[target.kind]
  const { working, failure, save } = useStore(useFeature('schedules').store)
  const { on, time, weekdays, refresh_sheets, mode } = before ?? firstChoices
  const [choices, setChoices] = useState<ScheduleChoices>({ on, time, weekdays, refresh_sheets, mode })
  const change: ChangeChoices = (part) => setChoices({ ...choices, ...part })
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
        label={words.on}
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
      {fields(choices, change)}
      <Text size="sm" c="dimmed">
        {words.sameHint} {words.openHint}
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
