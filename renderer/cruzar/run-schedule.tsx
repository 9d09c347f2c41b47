import { Checkbox, Text } from '@mantine/core'
import type { ListCost, Run } from '../../preload/contract/cruzar.ts'
import { phoneRungs } from '../../preload/values/rungs.ts'
import { useApp, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue, useLatest } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'

interface RunProps {
  readonly run: Run
}

/** Asks when a list is crossed again by itself, and shows the cost. */
export function RunScheduleDialog({ run, onClose }: RunProps & { readonly onClose: () => void }) {
  const texts = useMessages().schedules
  const ScheduleDialog = useSlot('scheduleDialog')
  return (
    <ScheduleDialog
      target={{ kind: 'run', id: run.id }}
      name={run.name}
      fields={(choices, change) =>
        run.sheet_id === null ? (
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
        )
      }
      onClose={onClose}
    />
  )
}

/** The requests of one run of the list, with those for absent keys in their other form. */
function DailyCost({ run }: RunProps) {
  const texts = useMessages().schedules
  const format = useFormat()
  const { ask } = useApp()
  const { connection_id } = run
  const keys = askedKeys(run)
  const cost = readyValue(
    useLatest<ListCost>(
      ({ signal }) => ask('cruzar.cost', { connection_id, keys }, { signal }),
      [ask, connection_id, keys],
    ),
  )
  if (!cost) return null
  return (
    <Text size="sm" className="figures">
      {texts.cost(cost.requests, format.duration(cost.seconds))}
    </Text>
  )
}

/** Absent keys are asked for twice where the ninth digit counts. */
function askedKeys({ keys, match, outcomes }: Run): number {
  const asksAgain = match !== null && phoneRungs.indexOf(match) >= phoneRungs.indexOf('ninth')
  return asksAgain ? keys + outcomes.ausente : keys
}
