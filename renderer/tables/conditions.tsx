import {
  ActionIcon,
  Button,
  Checkbox,
  CloseButton,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  UnstyledButton,
} from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ColumnFilter, ConditionPart, Conditions } from '../../preload/contract/table-queries.ts'
import { conditionSentences, type FilterWords } from '../../preload/messages/filter-sentence.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FilterFields, shownFilter } from './filter-form.tsx'
import { useTable, useTableState } from './table-context.ts'

/**
 * The conditions as one sentence. Pressing a part of it switches the part off or on; the pencil opens all of them.
 */
export function ConditionsChip({ by, onChange }: { readonly by: FilterWords; readonly onChange: () => void }) {
  const { store } = useTable()
  const texts = useMessages().tables.conditions
  const { query, columns } = useTableState((state) => state)
  const { conditions } = query
  if (!conditions) return null
  const { apply } = store.getState()
  const switchPart = (part: ConditionPart) => {
    const of = conditions.of.map((one) => (one === part ? switched(one, one.off === true) : one))
    void apply({ ...query, conditions: { ...conditions, of } })
  }
  return (
    <li className="table-filter table-conditions narrows">
      {conditionSentences(conditions, columns, by).map(({ part, sentence }, place) => (
        <span key={sentence} className="row narrows">
          {place > 0 ? <span className="dim">{conditions.match === 'all' ? texts.and : texts.or}</span> : null}
          <UnstyledButton
            className="table-filter-words cut"
            data-off={part.off}
            title={sentence}
            aria-pressed={!part.off}
            aria-label={part.off ? texts.switchOn(sentence) : texts.switchOff(sentence)}
            onClick={() => switchPart(part)}
          >
            {sentence}
          </UnstyledButton>
        </span>
      ))}
      <ActionIcon size={18} aria-label={texts.change} onClick={onChange}>
        <IconPencil size={12} />
      </ActionIcon>
      <CloseButton
        size={18}
        iconSize={12}
        aria-label={texts.remove}
        onClick={() => void apply({ ...query, conditions: null })}
      />
    </li>
  )
}

function switched<Part extends ConditionPart>({ off: _, ...part }: Part, isOn: boolean) {
  // A part without its switch is a part. The compiler cannot derive that for a generic type.
  return (isOn ? part : { ...part, off: true }) as Part
}

interface ConditionDraft {
  readonly id: number
  readonly column: string | null
  /** Null or undefined while it is incomplete. */
  readonly filter: ColumnFilter | null | undefined
  readonly isOn: boolean
}

interface GroupDraft {
  readonly id: number
  readonly match: Conditions['match']
  readonly isOn: boolean
  readonly of: readonly ConditionDraft[]
}

interface Draft {
  readonly match: Conditions['match']
  readonly of: readonly (ConditionDraft | GroupDraft)[]
}

let lastId = 0
const emptyCondition = (): ConditionDraft => ({ id: ++lastId, column: null, filter: null, isOn: true })

function draftOf(conditions: Conditions | null): Draft {
  const conditionOf = (filter: ColumnFilter): ConditionDraft => ({
    id: ++lastId,
    column: filter.column,
    filter,
    isOn: !filter.off,
  })
  if (!conditions) return { match: 'all', of: [emptyCondition()] }
  const of = conditions.of.map((part) => {
    if ('operator' in part) return conditionOf(part)
    return { id: ++lastId, match: part.match, isOn: !part.off, of: part.filters.map(conditionOf) }
  })
  return { match: conditions.match, of }
}

/** Null while a condition is incomplete. */
function conditionsOf({ match, of }: Draft): Conditions | null {
  const filterOf = ({ filter, isOn }: ConditionDraft) => (filter ? [switched(filter, isOn)] : [])
  const parts = of.flatMap((part): Conditions['of'] => {
    if (!('of' in part)) return filterOf(part)
    return [switched({ match: part.match, filters: part.of.flatMap(filterOf) }, part.isOn)]
  })
  return { match, of: parts }
}

function isComplete(draft: Draft): boolean {
  return draft.of.every((part) => ('of' in part ? part.of.every(({ filter }) => filter) : part.filter))
}

/** All conditions of a table, in groups of which all or any must hold. */
export function ConditionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { store } = useTable()
  const texts = useMessages().tables.conditions
  const [draft, setDraft] = useState(() => draftOf(store.getState().query.conditions))
  const [isMarked, setIsMarked] = useState(false)
  const change = (of: Draft['of']) => setDraft({ ...draft, of })
  const replace = (part: Draft['of'][number]) => change(draft.of.map((one) => (one.id === part.id ? part : one)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete(draft)) return setIsMarked(true)
    const { query, apply } = store.getState()
    void apply({ ...query, conditions: draft.of.length > 0 ? conditionsOf(draft) : null })
    onClose()
  }
  return (
    <Dialog onClose={onClose} title={texts.title} size={760}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Match
            before={texts.shows}
            after={texts.ofAll}
            match={draft.match}
            onChange={(match) => setDraft({ ...draft, match })}
          />
          {draft.of.map((part, index) => {
            const place = index + 1
            const remove = () => change(draft.of.filter(({ id }) => id !== part.id))
            if (!('of' in part)) {
              return (
                <Condition
                  key={part.id}
                  condition={part}
                  names={{ on: texts.on(String(place)), remove: texts.removeOne(String(place)) }}
                  isMarked={isMarked}
                  onChange={replace}
                  onRemove={remove}
                />
              )
            }
            return (
              <GroupFields
                key={part.id}
                group={part}
                place={place}
                isMarked={isMarked}
                onChange={replace}
                onRemove={remove}
              />
            )
          })}
          {draft.of.length === 0 ? <p className="note">{texts.none}</p> : null}
          <Group gap="sm">
            <AddButton label={texts.add} onClick={() => change([...draft.of, emptyCondition()])} />
            <AddButton
              label={texts.addGroup}
              onClick={() =>
                change([
                  ...draft.of,
                  { id: ++lastId, match: 'any', isOn: true, of: [emptyCondition(), emptyCondition()] },
                ])
              }
            />
          </Group>
          {isMarked && !isComplete(draft) ? (
            <Text size="sm" c="red" role="alert">
              {texts.incomplete}
            </Text>
          ) : null}
          <Group className="dialog-foot" justify="flex-end">
            <Button type="submit">{texts.apply}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <Button variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={onClick}>
      {label}
    </Button>
  )
}

interface MatchProps {
  readonly before: string
  readonly after: string
  readonly match: Conditions['match']
  readonly onChange: (match: Conditions['match']) => void
}

function Match({ before, after, match, onChange }: MatchProps) {
  const { match: words } = useMessages().tables.conditions
  return (
    <Group gap="sm">
      <Text size="sm">{before}</Text>
      <SegmentedControl
        size="xs"
        aria-label={`${before} … ${after}`}
        value={match}
        data={(['all', 'any'] as const).map((value) => ({ value, label: words[value] }))}
        onChange={(value) => onChange(value === 'any' ? 'any' : 'all')}
      />
      <Text size="sm">{after}</Text>
    </Group>
  )
}

interface GroupFieldsProps {
  readonly group: GroupDraft
  readonly place: number
  readonly isMarked: boolean
  readonly onChange: (group: GroupDraft) => void
  readonly onRemove: () => void
}

function GroupFields({ group, place, isMarked, onChange, onRemove }: GroupFieldsProps) {
  const texts = useMessages().tables.conditions
  return (
    <fieldset className="table-condition-group">
      <Group justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Checkbox
            size="xs"
            aria-label={texts.groupOn(String(place))}
            checked={group.isOn}
            onChange={({ currentTarget }) => onChange({ ...group, isOn: currentTarget.checked })}
          />
          <Match
            before={texts.holds}
            after={texts.ofGroup}
            match={group.match}
            onChange={(match) => onChange({ ...group, match })}
          />
        </Group>
        <CloseButton size="sm" aria-label={texts.removeGroup(String(place))} onClick={onRemove} />
      </Group>
      {group.of.map((condition, index) => {
        const name = `${place}.${index + 1}`
        const others = group.of.filter(({ id }) => id !== condition.id)
        return (
          <Condition
            key={condition.id}
            condition={condition}
            names={{ on: texts.on(name), remove: texts.removeOne(name) }}
            isMarked={isMarked}
            onChange={(next) => onChange({ ...group, of: group.of.map((one) => (one.id === next.id ? next : one)) })}
            onRemove={() => (others.length > 0 ? onChange({ ...group, of: others }) : onRemove())}
          />
        )
      })}
      <AddButton label={texts.add} onClick={() => onChange({ ...group, of: [...group.of, emptyCondition()] })} />
    </fieldset>
  )
}

interface ConditionProps {
  readonly condition: ConditionDraft
  readonly names: { readonly on: string; readonly remove: string }
  readonly isMarked: boolean
  readonly onChange: (condition: ConditionDraft) => void
  readonly onRemove: () => void
}

function Condition({ condition, names, isMarked, onChange, onRemove }: ConditionProps) {
  const { words } = useTable()
  const texts = useMessages().tables.conditions
  const columns = useTableState((state) => state.columns)
  const column = columns.find(({ key }) => key === condition.column)
  return (
    <div className="table-condition" data-off={!condition.isOn || undefined}>
      <Checkbox
        size="xs"
        aria-label={names.on}
        checked={condition.isOn}
        onChange={({ currentTarget }) => onChange({ ...condition, isOn: currentTarget.checked })}
      />
      <Select
        size="sm"
        label={texts.column}
        searchable
        error={isMarked && !condition.filter}
        value={condition.column}
        data={columns.map((one) => ({ value: one.key, label: words.heading(one) }))}
        onChange={(key) => {
          const next = columns.find((one) => one.key === key)
          onChange({ ...condition, column: key, filter: next ? shownFilter(null, next) : null })
        }}
      />
      <Stack gap="xs">
        {column ? (
          <FilterFields
            key={column.key}
            column={column}
            filter={condition.filter ?? null}
            onChange={(filter) => onChange({ ...condition, filter })}
          />
        ) : null}
      </Stack>
      <CloseButton size="sm" aria-label={names.remove} onClick={onRemove} />
    </div>
  )
}
