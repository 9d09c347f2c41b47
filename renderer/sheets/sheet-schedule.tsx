import { Radio, Stack } from '@mantine/core'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { useSlot } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'

const modes = ['quick', 'full'] as const

/** Asks when a sheet is refreshed by itself, and how. */
export function SheetScheduleDialog({ sheet, onClose }: { readonly sheet: Sheet; readonly onClose: () => void }) {
  const { schedules: texts } = useMessages()
  const ScheduleDialog = useSlot('scheduleDialog')
  return (
    <ScheduleDialog
      target={{ kind: 'sheet', id: sheet.id }}
      name={sheet.name}
      fields={(choices, change) => (
        <Radio.Group
          label={texts.mode}
          value={choices.mode}
          onChange={(value) => change({ mode: modes.find((mode) => mode === value) ?? choices.mode })}
        >
          <Stack gap={8} mt="sm">
            {modes.map((mode) => (
              <Radio
                key={mode}
                size="sm"
                value={mode}
                label={texts.modes[mode]}
                description={texts.modeHints[mode]}
                disabled={!choices.on}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      onClose={onClose}
    />
  )
}
