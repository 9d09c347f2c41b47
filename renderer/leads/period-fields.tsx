import { Button, Group, Stack } from '@mantine/core'
import { useMessages } from '../kernel/messages.ts'
import { DayField, DayRangeFields } from '../tables/day-field.tsx'
import { FieldsHeading } from './choice-picker.tsx'
import { noPeriod, type Period, periodProblem, presetOf, presetPeriod, presets } from './periods.ts'

export interface PeriodFieldsProps {
  readonly period: Period
  readonly onChange: (period: Period) => void
  /** The service demands at least one date. */
  readonly required: boolean
  readonly today: Date
}

/** The period of conversations: presets, and the three dates of the service, each with what it means. */
export function PeriodFields({ period, onChange, required, today }: PeriodFieldsProps) {
  const texts = useMessages().leads.filter
  const chosen = presetOf(period, today)
  const problem = periodProblem(period, required)
  return (
    <Stack gap="sm" role="group" aria-label={texts.period}>
      <FieldsHeading>{texts.period}</FieldsHeading>
      <Group gap={4}>
        {presets.map((preset) => (
          <Button
            key={preset}
            size="compact-sm"
            variant={chosen === preset ? 'light' : 'default'}
            aria-pressed={chosen === preset}
            data-autofocus={(required && preset === presets[0]) || undefined}
            onClick={() => onChange(chosen === preset ? noPeriod : presetPeriod(preset, today))}
          >
            {texts.presets[preset]}
          </Button>
        ))}
      </Group>
      <Group grow gap="sm" align="flex-start">
        <DayRangeFields
          labels={{ from: texts.createdAfter, to: texts.createdBefore }}
          days={{ from: period.createdAfter, to: period.createdBefore }}
          onChange={({ from, to }) => onChange({ ...period, createdAfter: from, createdBefore: to })}
        />
      </Group>
      <DayField
        label={texts.updatedAfter}
        description={texts.updatedHint}
        value={period.updatedAfter}
        onChange={(updatedAfter) => onChange({ ...period, updatedAfter })}
        isStart
      />
      {problem === 'required' ? <p className="lead-hint">{texts.periodRequired}</p> : null}
    </Stack>
  )
}
