import { Checkbox, NativeSelect, Select, Stack, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Summary, SummaryChoices } from '../../preload/contract/summaries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { longestName } from '../../preload/values/names.ts'
import type { DayPeriod } from '../../preload/values/periods.ts'
import { summaryBlocks, summaryPeriods } from '../../preload/values/summary.ts'
import { useFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { SubmitForm } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface SummaryDialogProps {
  /** The summary that is changed; null for a new one. */
  readonly summary: Summary | null
  readonly sheets: readonly Sheet[]
  /** The sheet that is chosen at first. */
  readonly sheet?: string | undefined
  readonly onSaved: (summary: Summary) => void
  readonly onClose: () => void
}

/** Asks once what a summary is of. Saving it makes its page. */
export function SummaryDialog({ summary, sheets, sheet, onSaved, onClose }: SummaryDialogProps) {
  const texts = useMessages().summaries.form
  const store = useFeature('summaries')
  const { working, failure, save, dismissFailure } = useStore(store)
  const [choices, setChoices] = useState<SummaryChoices>(() => summary ?? firstChoices(sheet ?? sheets[0]?.id ?? ''))
  const change = (part: Partial<SummaryChoices>) => setChoices({ ...choices, ...part })
  const sheetName = sheets.find(({ id }) => id === choices.sheet_id)?.name ?? ''
  const name = choices.name || texts.proposedName(sheetName).slice(0, longestName)
  const close = () => {
    dismissFailure()
    onClose()
  }
  const submit = async () => {
    const saved = await save(summary?.id ?? null, { ...choicesOf(choices), name: name.trim() })
    if (saved) onSaved(saved)
  }
  return (
    <Dialog onClose={close} title={summary ? texts.changeTitle : texts.createTitle} size={480}>
      <SubmitForm
        confirm={summary ? texts.save : texts.create}
        ready={name.trim() !== '' && sheetName !== '' && choices.blocks.length > 0}
        busy={working !== null}
        failure={failure}
        onSubmit={() => void submit()}
        onClose={close}
      >
        <TextInput
          label={texts.name}
          value={choices.name}
          placeholder={texts.proposedName(sheetName)}
          maxLength={longestName}
          autoComplete="off"
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Select
          label={texts.sheet}
          allowDeselect={false}
          searchable
          value={choices.sheet_id}
          data={sheets.map(({ id, name: label }) => ({ value: id, label }))}
          onChange={(id) => id && change({ sheet_id: id, view_id: null })}
        />
        <ViewSelect sheet={choices.sheet_id} value={choices.view_id} onChange={(view_id) => change({ view_id })} />
        <PeriodSelect value={choices.period} onChange={(period) => change({ period })} />
        <Blocks choices={choices} onChange={change} />
      </SubmitForm>
    </Dialog>
  )
}

function firstChoices(sheet_id: string): SummaryChoices {
  return {
    name: '',
    sheet_id,
    view_id: null,
    period: summaryPeriods[0],
    blocks: summaryBlocks.filter((block) => block !== 'reviews'),
    forms_id: null,
    with_people: false,
  }
}

/** The choices alone, without the page. */
function choicesOf({ name, sheet_id, view_id, period, blocks, forms_id, with_people }: SummaryChoices): SummaryChoices {
  return { name, sheet_id, view_id, period, blocks, forms_id, with_people }
}

interface ViewSelectProps {
  readonly sheet: string
  readonly value: string | null
  readonly onChange: (view: string | null) => void
}

/** The views of leads; nothing where there are none. */
function ViewSelect({ sheet, value, onChange }: ViewSelectProps) {
  const texts = useMessages().summaries.form
  const table = useFeature('sheets').tableOf(sheet)
  const views = useStore(table, ({ savedViews }) => savedViews)
  useEffect(() => void table.getState().loadViews(), [table])
  if (views.length === 0) return null
  return (
    <Select
      label={texts.view}
      clearable
      placeholder={texts.everyRow}
      value={value}
      data={views.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={onChange}
    />
  )
}

interface PeriodSelectProps {
  readonly value: DayPeriod
  readonly onChange: (period: DayPeriod) => void
}

function PeriodSelect({ value, onChange }: PeriodSelectProps) {
  const messages = useMessages()
  const place = summaryPeriods.findIndex((period) => JSON.stringify(period) === JSON.stringify(value))
  return (
    <NativeSelect
      label={messages.summaries.form.period}
      value={String(place)}
      data={summaryPeriods.map((period, at) => ({ value: String(at), label: periodName(period, messages) }))}
      onChange={({ currentTarget }) => onChange(summaryPeriods[Number(currentTarget.value)] ?? value)}
    />
  )
}

/** A period with a capital, as in a list. */
export function periodName(period: DayPeriod, { tables: { periods } }: Messages): string {
  const words = 'count' in period ? periods[period.name](period.count) : periods[period.name]
  return words.charAt(0).toLocaleUpperCase() + words.slice(1)
}

interface BlocksProps {
  readonly choices: SummaryChoices
  readonly onChange: (part: Partial<SummaryChoices>) => void
}

function Blocks({ choices: { blocks, forms_id, with_people }, onChange }: BlocksProps) {
  const texts = useMessages().summaries
  const connections = useStore(useFeature('connections').store, ({ list }) => readyValue(list)) ?? []
  const forms = connections.filter(({ service }) => service === 'forms')
  const offered = summaryBlocks.filter((block) => block !== 'reviews' || forms.length > 0)
  return (
    <Stack gap={8}>
      <Checkbox.Group
        label={texts.form.blocks}
        value={[...blocks]}
        onChange={(values) => onChange({ blocks: summaryBlocks.filter((block) => values.includes(block)) })}
      >
        <Stack gap={6} mt={6}>
          {offered.map((block) => (
            <Checkbox key={block} size="sm" value={block} label={texts.blocks[block]} />
          ))}
        </Stack>
      </Checkbox.Group>
      {blocks.includes('reviews') && forms.length > 0 ? (
        <Select
          label={texts.form.forms}
          allowDeselect={false}
          value={forms_id ?? null}
          data={forms.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onChange({ forms_id: id })}
        />
      ) : null}
      {blocks.includes('waiting') ? (
        <Checkbox
          size="sm"
          label={texts.form.people}
          description={texts.form.peopleHint}
          checked={with_people}
          onChange={({ currentTarget }) => onChange({ with_people: currentTarget.checked })}
        />
      ) : null}
    </Stack>
  )
}
