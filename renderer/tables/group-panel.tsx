import { Button, Checkbox, CloseButton, Group, NativeSelect, Select, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ColumnType, GroupFigure, GroupUnit, TableColumn } from '../../preload/contract/table-queries.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { groupHeading } from '../../preload/messages/table-words.ts'
import { typesOfFigures } from '../../preload/values/group-figures.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { fieldKey } from './groups.ts'
import { useTable, useTableState } from './table-context.ts'
import type { GroupChoice } from './table-state.ts'
import type { TableWords } from './words.ts'

/** Asks for the fields by which the rows of a table are grouped. */
export function GroupDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useMessages().tables.groups
  return (
    <Dialog onClose={onClose} title={texts.button} size={480}>
      <GroupForm onDone={onClose} />
    </Dialog>
  )
}

/** The fields of the groups as a sentence. Pressing it changes them, its cross shows the rows again. */
export function GroupChip() {
  const { store, words } = useTable()
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.tables.groups
  const { grouping, columns } = useTableState((state) => state)
  const [opened, setOpened] = useState(false)
  if (!grouping) return null
  const sentence = texts.by(format.list(headingsOf(grouping, columns, words, messages)))
  return (
    <div className="table-filter narrows">
      <UnstyledButton
        className="table-filter-words cut"
        title={sentence}
        aria-label={texts.change(sentence)}
        onClick={() => setOpened(true)}
      >
        {sentence}
      </UnstyledButton>
      {opened ? <GroupDialog onClose={() => setOpened(false)} /> : null}
      <CloseButton size={18} iconSize={12} aria-label={texts.remove} onClick={() => store.getState().group(null)} />
    </div>
  )
}

function headingsOf(
  { by }: GroupChoice,
  columns: readonly TableColumn[],
  words: TableWords,
  messages: Messages,
): readonly string[] {
  const heading = (key: string) => {
    const column = columns.find((one) => one.key === key)
    return column ? words.heading(column) : key
  }
  return by.map((field) => groupHeading({ key: fieldKey(field) }, { messages, heading, value: words.value }))
}

const mostFields = 3
const mostFigures = 12
const units = ['day', 'week', 'month', 'weekday', 'hour'] as const satisfies readonly GroupUnit[]

interface FieldDraft {
  readonly id: string
  readonly column: string | null
  readonly unit: GroupUnit
}

interface FigureDraft {
  readonly id: string
  readonly figure: GroupFigure['figure']
  readonly column: string | null
}

const emptyField = (): FieldDraft => ({ id: crypto.randomUUID(), column: null, unit: 'day' })

function GroupForm({ onDone }: { readonly onDone: () => void }) {
  const { store } = useTable()
  const texts = useMessages().tables.groups
  const { grouping, columns } = useTableState((state) => state)
  const [fields, setFields] = useState<readonly FieldDraft[]>(
    () => grouping?.by.map(({ column, unit }) => ({ ...emptyField(), column, unit: unit ?? 'day' })) ?? [emptyField()],
  )
  const [across, setAcross] = useState(grouping?.across ?? false)
  const [figures, setFigures] = useState<readonly FigureDraft[]>(
    () => grouping?.figures.map((figure) => ({ ...figure, id: crypto.randomUUID() })) ?? [],
  )
  const typeOf = (key: string | null) => columns.find((column) => column.key === key)?.type
  const chosen = fields.flatMap(({ column, unit }) =>
    column === null ? [] : [{ column, unit: typeOf(column) === 'time' ? unit : null }],
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length === 0) return
    store.getState().group({
      by: chosen,
      across: across && chosen.length === 2,
      figures: figures.flatMap(({ figure, column }) => (column === null ? [] : [{ figure, column }])),
    })
    onDone()
  }
  return (
    <form onSubmit={submit} aria-label={texts.button}>
      <Stack gap="sm">
        {fields.map((field, place) => (
          <FieldLine
            key={field.id}
            label={place === 0 ? texts.first : texts.next}
            field={field}
            onChange={(next) => setFields(fields.map((one) => (one.id === next.id ? next : one)))}
            onRemove={place === 0 ? undefined : () => setFields(fields.filter(({ id }) => id !== field.id))}
          />
        ))}
        {fields.length < mostFields ? (
          <AddLine label={texts.addField} onClick={() => setFields([...fields, emptyField()])} />
        ) : null}
        {chosen.length === 2 ? (
          <Checkbox
            size="sm"
            label={texts.across}
            checked={across}
            onChange={({ currentTarget }) => setAcross(currentTarget.checked)}
          />
        ) : null}
        {figures.map((figure) => (
          <FigureLine
            key={figure.id}
            figure={figure}
            onChange={(next) => setFigures(figures.map((one) => (one.id === next.id ? next : one)))}
            onRemove={() => setFigures(figures.filter(({ id }) => id !== figure.id))}
          />
        ))}
        {figures.length < mostFigures ? (
          <AddLine
            label={texts.addFigure}
            onClick={() => setFigures([...figures, { id: crypto.randomUUID(), figure: 'sum', column: null }])}
          />
        ) : null}
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {texts.opensRows}
          </Text>
          <Button type="submit" disabled={chosen.length === 0}>
            {texts.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function AddLine({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button variant="subtle" size="compact-xs" w="fit-content" leftSection={<IconPlus size={12} />} onClick={onClick}>
      {label}
    </Button>
  )
}

interface ColumnSelectProps {
  readonly label: string
  readonly value: string | null
  /** The types of the columns that are offered; null for all. */
  readonly types?: readonly ColumnType[] | null
  readonly onChange: (column: string | null) => void
}

function ColumnSelect({ label, value, types = null, onChange }: ColumnSelectProps) {
  const { words } = useTable()
  const columns = useTableState((state) => state.columns)
  const offered = columns.filter(({ type }) => types === null || types.includes(type))
  return (
    <Select
      size="xs"
      label={label}
      searchable
      value={value}
      data={offered.map((column) => ({ value: column.key, label: words.heading(column) }))}
      onChange={onChange}
    />
  )
}

interface FieldLineProps {
  readonly label: string
  readonly field: FieldDraft
  readonly onChange: (field: FieldDraft) => void
  readonly onRemove?: (() => void) | undefined
}

function FieldLine({ label, field, onChange, onRemove }: FieldLineProps) {
  const texts = useMessages().tables.groups
  const columns = useTableState((state) => state.columns)
  const isTime = columns.some(({ key, type }) => key === field.column && type === 'time')
  return (
    <Group gap={8} wrap="nowrap" align="flex-end">
      <div className="grow">
        <ColumnSelect label={label} value={field.column} onChange={(column) => onChange({ ...field, column })} />
      </div>
      {isTime ? (
        <NativeSelect
          size="xs"
          aria-label={texts.unit}
          value={field.unit}
          data={units.map((value) => ({ value, label: texts.units[value] }))}
          onChange={({ currentTarget }) => {
            const unit = units.find((one) => one === currentTarget.value)
            if (unit) onChange({ ...field, unit })
          }}
        />
      ) : null}
      {onRemove ? <CloseButton size="sm" mb={3} aria-label={texts.removeField} onClick={onRemove} /> : null}
    </Group>
  )
}

const figureNames = [
  'sum',
  'mean',
  'minimum',
  'maximum',
  'distinct',
] as const satisfies readonly GroupFigure['figure'][]

interface FigureLineProps {
  readonly figure: FigureDraft
  readonly onChange: (figure: FigureDraft) => void
  readonly onRemove: () => void
}

function FigureLine({ figure, onChange, onRemove }: FigureLineProps) {
  const texts = useMessages().tables.groups
  return (
    <Group gap={8} wrap="nowrap" align="flex-end">
      <NativeSelect
        size="xs"
        label={texts.figure}
        value={figure.figure}
        data={figureNames.map((value) => ({ value, label: texts.figureNames[value] }))}
        onChange={({ currentTarget }) => {
          const name = figureNames.find((one) => one === currentTarget.value)
          if (name) onChange({ ...figure, figure: name, column: null })
        }}
      />
      <div className="grow">
        <ColumnSelect
          label={texts.of}
          types={typesOfFigures[figure.figure]}
          value={figure.column}
          onChange={(column) => onChange({ ...figure, column })}
        />
      </div>
      <CloseButton size="sm" mb={3} aria-label={texts.removeFigure} onClick={onRemove} />
    </Group>
  )
}
