import './leads.css'
import { Button, Chip, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import type { ConversationStatus, Known, LeadFilter } from '../../preload/contract/sheets.ts'
import { useMessages } from '../kernel/messages.ts'
import { DayField, DayRangeFields } from '../tables/day-field.tsx'
import { type Choice, ChoicePicker, FieldsHeading } from './choice-picker.tsx'
import { noPeriod, type Period, periodProblem, presetOf, presetPeriod, presets } from './lead-filter.ts'

export interface LeadFilterFieldsProps {
  readonly filter: LeadFilter
  readonly onChange: (filter: LeadFilter) => void
  /** What was seen so far in cached rows; undefined while it is not known. */
  readonly known: Known | undefined
  /** False where one row answers one key, as in cruzar: there is nothing to group. */
  readonly grouping?: boolean
}

const statuses: readonly ConversationStatus[] = ['open', 'pending', 'resolved', 'snoozed']

const groups: readonly LeadFilter['agrupar'][] = ['contato', 'conversa']

/** Every filter of the lead export beside its dates (agent-platform.md, "Lead export"). All may stay empty. */
export function LeadFilterFields({ filter, onChange, known, grouping = true }: LeadFilterFieldsProps) {
  const texts = useMessages().leads.filter
  return (
    <Stack gap="md">
      <IdPicker
        label={texts.inboxes}
        placeholder={texts.any}
        named={known?.inboxes ?? []}
        chosen={filter.inbox_ids}
        onChange={(inbox_ids) => onChange({ ...filter, inbox_ids })}
      />
      <IdPicker
        label={texts.agents}
        placeholder={texts.anyAgent}
        named={known?.agents ?? []}
        chosen={filter.assignee_ids}
        onChange={(assignee_ids) => onChange({ ...filter, assignee_ids })}
      />
      <StatusChips chosen={filter.status} onChange={(status) => onChange({ ...filter, status })} />
      <LabelPicker
        label={texts.withLabels}
        known={known}
        chosen={filter.with_labels}
        onChange={(with_labels) => onChange({ ...filter, with_labels })}
      />
      <LabelPicker
        label={texts.withoutLabels}
        known={known}
        chosen={filter.without_labels}
        onChange={(without_labels) => onChange({ ...filter, without_labels })}
      />
      {grouping ? (
        <GroupChoice group={filter.agrupar} onChange={(agrupar) => onChange({ ...filter, agrupar })} />
      ) : null}
    </Stack>
  )
}

interface IdPickerProps {
  readonly label: string
  readonly placeholder: string
  readonly named: Known['inboxes']
  readonly chosen: readonly number[]
  readonly onChange: (chosen: number[]) => void
}

/** People know names, the service wants numbers: names come from what was seen, any number may be typed. */
function IdPicker({ label, placeholder, named, chosen, onChange }: IdPickerProps) {
  const texts = useMessages().leads.filter
  const choices: readonly Choice<number>[] = named.map(({ id, name, rows }) => ({ value: id, name, rows }))
  return (
    <ChoicePicker
      label={label}
      placeholder={placeholder}
      nothing={named.length === 0 ? texts.nothingKnown : texts.typeId}
      choices={choices}
      chosen={chosen}
      nameOf={(id) => named.find((each) => each.id === id)?.name ?? texts.unnamed(id)}
      typed={(text) =>
        /^[1-9]\d{0,14}$/.test(text) ? { value: Number(text), label: texts.takeId(Number(text)) } : null
      }
      onChange={(next) => onChange([...next])}
    />
  )
}

interface LabelPickerProps {
  readonly label: string
  readonly known: Known | undefined
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

function LabelPicker({ label, known, chosen, onChange }: LabelPickerProps) {
  const texts = useMessages().leads.filter
  const labels = known?.labels ?? []
  return (
    <ChoicePicker
      label={label}
      placeholder={texts.typeLabel}
      nothing={texts.noLabelKnown}
      choices={labels.map(({ name, rows }) => ({ value: name, name, rows }))}
      chosen={chosen}
      nameOf={(name) => name}
      typed={(text) => (text === '' ? null : { value: text, label: texts.takeLabel(text) })}
      onChange={(next) => onChange([...next])}
    />
  )
}

interface StatusChipsProps {
  readonly chosen: readonly ConversationStatus[]
  readonly onChange: (chosen: ConversationStatus[]) => void
}

function StatusChips({ chosen, onChange }: StatusChipsProps) {
  const { filter: texts, status: words } = useMessages().leads
  return (
    <Stack gap={4} role="group" aria-label={texts.status}>
      <FieldsHeading>{texts.status}</FieldsHeading>
      <Group gap={4}>
        {statuses.map((status) => (
          <Chip
            key={status}
            size="sm"
            variant="outline"
            radius="md"
            checked={chosen.includes(status)}
            onChange={(checked) =>
              onChange(statuses.filter((each) => (each === status ? checked : chosen.includes(each))))
            }
          >
            {words[status]}
          </Chip>
        ))}
      </Group>
    </Stack>
  )
}

interface GroupChoiceProps {
  readonly group: LeadFilter['agrupar']
  readonly onChange: (group: LeadFilter['agrupar']) => void
}

function GroupChoice({ group, onChange }: GroupChoiceProps) {
  const texts = useMessages().leads.filter
  return (
    <Stack gap={4} role="group" aria-label={texts.group}>
      <FieldsHeading>{texts.group}</FieldsHeading>
      <Group gap="sm">
        <SegmentedControl
          size="sm"
          value={group}
          data={groups.map((value) => ({ value, label: texts.groups[value] }))}
          onChange={(value) => onChange(groups.find((each) => each === value) ?? 'contato')}
        />
        <Text size="sm" c="dimmed" flex={1}>
          {texts.groupHints[group]}
        </Text>
      </Group>
    </Stack>
  )
}

interface PeriodFieldsProps {
  readonly period: Period
  readonly onChange: (period: Period) => void
  /** The service requires at least one date. */
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
