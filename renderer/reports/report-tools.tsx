import {
  ActionIcon,
  Button,
  FocusTrap,
  Group,
  Menu,
  Popover,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { IconAdjustments, IconChevronDown, IconHistory, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { ReportName } from '../../preload/contract/reports.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import type { DayRange } from '../../preload/values/periods.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { DayRangeFields } from '../tables/day-field.tsx'
import { isPossible } from '../tables/day-range.ts'
import { useReportWords } from './report-words.ts'
import { type Days, presetDays, presetOfDays, type ReportChoice, reportNames, reportPresets } from './reports-store.ts'

/** Chooses the report, its days, the comparison and the parameters. */
export function ReportTools() {
  const { choice, choose } = useStore(useFeature('reports'))
  const onChoose = (change: Partial<ReportChoice>) => void choose(change)
  const texts = useMessages().reports
  return (
    <div className="stack">
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={texts.which}
          value={choice.report}
          // The control gives one of the names that it was given.
          onChange={(report) => onChoose({ report: report as ReportName })}
          data={reportNames.map((value) => ({ value, label: texts.names[value] }))}
        />
        <KeptMenu />
      </Group>
      <Group gap="xs" justify="space-between">
        <PeriodTools days={choice} onDays={onChoose} />
        <Group gap="sm">
          <Switch
            size="xs"
            label={texts.compare}
            checked={choice.compare}
            onChange={(event) => onChoose({ compare: event.currentTarget.checked })}
          />
          <ParametersButton parameters={choice.parameters} onApply={(parameters) => onChoose({ parameters })} />
        </Group>
      </Group>
    </div>
  )
}

/** Stored answers, which open offline, each with its date. */
function KeptMenu() {
  const texts = useMessages().reports
  const format = useFormat()
  const words = useReportWords()
  const { now } = useApp()
  const { kept: loaded, choose } = useStore(useFeature('reports'))
  const list = readyValue(loaded) ?? []
  return (
    <Menu position="bottom-end" width={380}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconHistory size={14} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {texts.keptList}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="report-kept">
        {list.length === 0 ? <Menu.Label>{texts.keptNone}</Menu.Label> : null}
        {list.map(({ question: { connection_id: _, ...question }, read_at }) => (
          <Menu.Item
            key={JSON.stringify(question)}
            onClick={() => void choose(question)}
            rightSection={<span className="dim figures">{format.moment(Date.parse(read_at), now())}</span>}
          >
            {joinFacts([
              texts.keptEntry(texts.names[question.report], words.days(question)),
              question.parameters.length > 0 ? texts.parametersSet(question.parameters.length) : null,
            ])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type Parameters = ReportChoice['parameters']

interface ParametersButtonProps {
  readonly parameters: Parameters
  readonly onApply: (parameters: Parameters) => void
}

/** Any query parameter: the document shows none for the v2 rows, and services differ. */
function ParametersButton({ parameters, onApply }: ParametersButtonProps) {
  const { reports: texts, common } = useMessages()
  const [opened, setOpened] = useState(false)
  return (
    <Popover position="bottom-end" trapFocus returnFocus opened={opened} onChange={setOpened} width={420}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={parameters.length > 0 ? 'light' : 'default'}
          leftSection={<IconAdjustments size={14} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {parameters.length > 0 ? texts.parametersSet(parameters.length) : common.fields.parameters}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={common.fields.parameters}>
        {opened ? (
          <ParametersForm
            parameters={parameters}
            onApply={(next) => {
              setOpened(false)
              onApply(next)
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}

interface Line {
  readonly id: number
  readonly name: string
  readonly value: string
}

function ParametersForm({ parameters, onApply }: ParametersButtonProps) {
  const { reports: texts, common } = useMessages()
  const [lines, setLines] = useState<readonly Line[]>(() =>
    withEmptyLine(parameters.map((one, id) => ({ id, ...one }))),
  )
  const change = (id: number, part: Partial<Line>) =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...part } : line)))
  const named = lines.filter(({ name }) => name.trim() !== '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onApply(named.map(({ name, value }) => ({ name: name.trim(), value: value.trim() })))
      }}
    >
      <FocusTrap.InitialFocus />
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {texts.parametersText}
        </Text>
        {lines.map((line) => (
          <Group key={line.id} gap={4} wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={common.fields.name}
              placeholder={common.fields.name}
              maxLength={100}
              value={line.name}
              onChange={(event) => change(line.id, { name: event.currentTarget.value })}
            />
            <TextInput
              flex={1}
              aria-label={common.fields.value}
              placeholder={common.fields.value}
              maxLength={500}
              value={line.value}
              onChange={(event) => change(line.id, { value: event.currentTarget.value })}
            />
            <ActionIcon
              aria-label={texts.removeParameter(line.name)}
              onClick={() => setLines(withEmptyLine(lines.filter(({ id }) => id !== line.id)))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        ))}
        <Group justify="space-between">
          <Button
            variant="subtle"
            disabled={lines.length >= mostParameters}
            onClick={() => setLines([...lines, emptyLine(lines)])}
          >
            {common.addParameter}
          </Button>
          <Button type="submit">{common.apply}</Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The most that the contract takes. */
const mostParameters = 20

function withEmptyLine(lines: readonly Line[]): readonly Line[] {
  return lines.length > 0 ? lines : [emptyLine(lines)]
}

function emptyLine(lines: readonly Line[]): Line {
  return { id: Math.max(-1, ...lines.map(({ id }) => id)) + 1, name: '', value: '' }
}

interface PeriodToolsProps {
  readonly days: Days
  readonly onDays: (days: Days) => void
}

function PeriodTools({ days, onDays }: PeriodToolsProps) {
  const { reports: texts, common } = useMessages()
  const today = new Date(useApp().now())
  const chosen = presetOfDays(days, today)
  return (
    <Group gap={4} role="group" aria-label={common.fields.period}>
      {reportPresets.map((preset) => (
        <Button
          key={preset}
          size="compact-sm"
          variant={chosen === preset ? 'light' : 'default'}
          aria-pressed={chosen === preset}
          onClick={() => onDays(presetDays(preset, today))}
        >
          {texts.presets[preset]}
        </Button>
      ))}
      <OtherDays days={days} isOther={chosen === undefined} onDays={onDays} />
    </Group>
  )
}

interface OtherDaysProps extends PeriodToolsProps {
  /** They are not the days of a preset. */
  readonly isOther: boolean
}

/** Two days that are applied together, so that no request is sent for a half-changed period. */
function OtherDays({ days, isOther, onDays }: OtherDaysProps) {
  const texts = useMessages().reports
  const words = useReportWords()
  const [opened, setOpened] = useState(false)
  return (
    <Popover position="bottom-start" trapFocus returnFocus opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={isOther ? 'light' : 'default'}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {isOther ? words.days(days) : texts.other}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.other}>
        {opened ? (
          <DaysForm
            days={days}
            onDays={(next) => {
              setOpened(false)
              onDays(next)
            }}
          />
        ) : null}
      </Popover.Dropdown>
    </Popover>
  )
}

function DaysForm({ days, onDays }: PeriodToolsProps) {
  const { show, fields } = useMessages().common
  const [range, setRange] = useState<DayRange>({ from: days.since, to: days.until })
  const isReady = range.from !== null && range.to !== null && isPossible(range)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (range.from !== null && range.to !== null && isReady) onDays({ since: range.from, until: range.to })
      }}
    >
      {/* The button stands beside the fields: their calendars would cover it below them. */}
      <Group gap="sm" w={480} wrap="nowrap" align="flex-start">
        <DayRangeFields labels={{ from: fields.firstDay, to: fields.lastDay }} days={range} onChange={setRange} />
        <Button type="submit" mt={22} size="sm" flex="none" disabled={!isReady}>
          {show}
        </Button>
      </Group>
    </form>
  )
}
