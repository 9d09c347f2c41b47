import { Button, Checkbox, Group, Input, SegmentedControl, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { LeadFilter, LeadNames } from '../../preload/contract/sheets.ts'
import { conversationStatuses } from '../../preload/values/conversation-fields.ts'
import { type DayFilterName, type ListFilterName, leadFilters } from '../../preload/values/lead-filters.ts'
import { useApp } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { DayField, DayRangeFields } from '../tables/day-field.tsx'
import { ChoiceChips, IdPicker, TextPicker } from './choice-picker.tsx'
import {
  canMove,
  dateProblem,
  dayFilters,
  daysOfFilters,
  moving,
  presetOfFilter,
  presets,
  withDates,
  withPreset,
} from './lead-filter.ts'

interface FilterProps {
  readonly filter: LeadFilter
  readonly onChange: (filter: LeadFilter) => void
}

export interface LeadFilterFieldsProps extends FilterProps {
  /** The names in cached rows; undefined while they are not known. */
  readonly known: LeadNames | undefined
  /**
   * True for the lead export, which requires a date and groups. In cruzar all fields may be empty, and one row answers
   * one key.
   */
  readonly forExport: boolean
}

/** Every filter of the lead export (docs/services.md §2.3). */
export function LeadFilterFields({ filter, onChange, known, forExport }: LeadFilterFieldsProps) {
  const { common } = useMessages()
  const { filter: texts, status: words } = useMessages().leads
  const ids = (key: 'inbox_ids' | 'assignee_ids', named: LeadNames['inboxes'] = []) => ({
    choices: named.map(({ id, name, rows }) => ({ value: id, name, rows })),
    nothing: named.length === 0 ? texts.nothingKnown : texts.typeId,
    take: common.useId,
    unnamed: common.numbered,
    chosen: filter[key],
    onChange: (chosen: number[]) => onChange({ ...filter, [key]: chosen }),
  })
  const labels = (key: 'with_labels' | 'without_labels') => ({
    choices: known?.labels.map(({ name, rows }) => ({ value: name, name, rows })) ?? [],
    placeholder: common.fields.label,
    nothing: common.typeLabel,
    take: common.useLabel,
    chosen: filter[key],
    onChange: (chosen: string[]) => onChange({ ...filter, [key]: chosen }),
  })
  const lists = {
    inbox_ids: <IdPicker label={texts.inboxes} placeholder={texts.any} {...ids('inbox_ids', known?.inboxes)} />,
    assignee_ids: (
      <IdPicker label={texts.agents} placeholder={texts.anyAgent} {...ids('assignee_ids', known?.agents)} />
    ),
    status: (
      <Fields label={texts.status} gap={4}>
        <Group gap={4}>
          <ChoiceChips
            choices={conversationStatuses}
            chosen={filter.status}
            wordOf={(status) => words[status]}
            onChange={(status) => onChange({ ...filter, status })}
          />
        </Group>
      </Fields>
    ),
    with_labels: <TextPicker label={texts.withLabels} {...labels('with_labels')} />,
    without_labels: <TextPicker label={texts.withoutLabels} {...labels('without_labels')} />,
  } satisfies Readonly<Record<ListFilterName, ReactNode>>
  return (
    <>
      <DateFields filter={filter} onChange={onChange} required={forExport} />
      <Stack gap="md">
        {Object.entries(lists).map(([name, field]) => (
          <Fragment key={name}>{field}</Fragment>
        ))}
        {forExport ? <GroupChoice filter={filter} onChange={onChange} /> : null}
      </Stack>
    </>
  )
}

/** A fieldset for fields with labels of their own. */
function Fields({
  label,
  gap,
  children,
}: {
  readonly label: string
  readonly gap: 4 | 'sm'
  readonly children: ReactNode
}) {
  return (
    <Stack gap={gap} role="group" aria-label={label}>
      <Input.Label component="div">{label}</Input.Label>
      {children}
    </Stack>
  )
}

function GroupChoice({ filter, onChange }: FilterProps) {
  const texts = useMessages().leads.filter
  const groups = ['contato', 'conversa'] as const
  return (
    <Fields label={texts.group} gap={4}>
      <Group gap="sm">
        <SegmentedControl
          size="sm"
          value={filter.agrupar}
          data={groups.map((value) => ({ value, label: texts.groups[value] }))}
          onChange={(agrupar) => onChange({ ...filter, agrupar })}
        />
        <Text size="sm" c="dimmed" flex={1}>
          {texts.groupHints[filter.agrupar]}
        </Text>
      </Group>
    </Fields>
  )
}

/** Presets, and every date of the service with its meaning. */
function DateFields({ filter, onChange, required }: FilterProps & { readonly required: boolean }) {
  const { common } = useMessages()
  const texts = useMessages().leads.filter
  const today = new Date(useApp().now())
  const chosen = presetOfFilter(filter, today)
  const hints: { readonly [Name in DayFilterName]?: string } = { updated_after: texts.updatedHint }
  const labelOf = (name: DayFilterName) => texts[leadFilters[name].words]
  return (
    <Fields label={common.fields.period} gap="sm">
      <Group gap={4}>
        {presets.map((preset) => (
          <Button
            key={preset}
            size="compact-sm"
            variant={chosen === preset ? 'light' : 'default'}
            aria-pressed={chosen === preset}
            data-autofocus={(required && preset === presets[0]) || undefined}
            onClick={() => onChange(withPreset(filter, preset === chosen ? undefined : preset, today))}
          >
            {texts.presets[preset]}
          </Button>
        ))}
      </Group>
      {required && canMove(filter, today) ? (
        <Checkbox
          size="sm"
          label={texts.moves}
          description={texts.movesHint}
          checked={filter.created_within !== undefined}
          onChange={({ currentTarget }) => onChange(moving(filter, today, currentTarget.checked))}
        />
      ) : null}
      {dayFilters.map(({ from, to }) => {
        const name = from ?? to
        if (!name) return null
        if (from && to) {
          return (
            <Group key={name} grow gap="sm" align="flex-start">
              <DayRangeFields
                labels={{ from: labelOf(from), to: labelOf(to) }}
                days={daysOfFilters(filter, { from, to })}
                onChange={(days) => onChange(withDates(filter, { [from]: days.from, [to]: days.to }))}
              />
            </Group>
          )
        }
        return (
          <DayField
            key={name}
            label={labelOf(name)}
            description={hints[name]}
            value={filter[name] ?? null}
            onChange={(day) => onChange(withDates(filter, { [name]: day }))}
            isStart={name === from}
          />
        )
      })}
      {dateProblem(filter, required) === 'required' ? <p className="dim">{texts.periodRequired}</p> : null}
    </Fields>
  )
}
