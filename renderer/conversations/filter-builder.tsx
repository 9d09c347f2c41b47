import { ActionIcon, Button, Group, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { ConversationFilter } from '../../preload/contract/conversations.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import {
  type ConversationOperator,
  conversationAttributes,
  conversationPriorities,
  conversationStatuses,
} from '../../preload/values/conversation-fields.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { ChoiceChips, IdPicker, TextPicker } from '../leads/choice-picker.tsx'
import { DayField } from '../tables/day-field.tsx'
import {
  attributeOrder,
  type ConditionDraft,
  choiceWord,
  draftsOf,
  filterOf,
  lacksValue,
  namesOf,
  valueShape,
  withAttribute,
  withCondition,
  withOperator,
} from './conversation-filter.ts'

interface FilterBuilderProps {
  readonly filter: ConversationFilter
  readonly onApply: (filter: ConversationFilter) => void
  readonly onClose: () => void
}

/** The most conditions that the contract takes. */
const mostConditions = 50

/** More lines than these scroll. */
const seenLines = 6

/** Edits a filter, one condition in each line; all must hold. Nothing is requested before the person applies it. */
export function FilterBuilder({ filter, onApply, onClose }: FilterBuilderProps) {
  const { common } = useMessages()
  const texts = useMessages().conversations.filter
  const [drafts, setDrafts] = useState(() => draftsOf(filter))
  const [tried, setTried] = useState(false)
  const change = (changed: ConditionDraft) =>
    setDrafts(drafts.map((draft) => (draft.key === changed.key ? changed : draft)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const made = filterOf(drafts)
    setTried(true)
    if (made) onApply(made)
  }
  return (
    <form className="conversation-filter" aria-label={texts.title} onSubmit={submit}>
      <div className="conversation-conditions stack" data-long={drafts.length > seenLines || undefined}>
        {drafts.map((draft, place) => (
          <ConditionLine
            key={draft.key}
            draft={draft}
            place={place + 1}
            missing={tried && lacksValue(draft)}
            onChange={change}
            onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
          />
        ))}
        {drafts.length === 0 ? (
          <Text size="sm" role={tried ? 'alert' : undefined}>
            {texts.missingOne}
          </Text>
        ) : null}
      </div>
      <div className="conversation-filter-foot row">
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabled={drafts.length >= mostConditions}
          onClick={() => setDrafts(withCondition(drafts))}
        >
          {texts.add}
        </Button>
        <span className="grow dim">{drafts.some((draft) => valueShape(draft) === 'day') ? texts.dayHint : null}</span>
        <Button variant="default" onClick={onClose}>
          {common.discardChanges}
        </Button>
        <Button type="submit">{common.search}</Button>
      </div>
    </form>
  )
}

interface ConditionLineProps {
  readonly draft: ConditionDraft
  /** Its position, from 1. */
  readonly place: number
  /** The filter was applied although this condition lacks its values. */
  readonly missing: boolean
  readonly onChange: (draft: ConditionDraft) => void
  readonly onRemove: () => void
}

function ConditionLine({ draft, place, missing, onChange, onRemove }: ConditionLineProps) {
  const messages = useMessages()
  const texts = messages.conversations.filter
  const { operators } = conversationAttributes[draft.attribute_key]
  return (
    <div className="conversation-condition">
      <span className="conversation-and dim">{place === 1 ? texts.where : texts.and}</span>
      <Select
        size="sm"
        aria-label={texts.attribute(place)}
        value={draft.attribute_key}
        allowDeselect={false}
        maxDropdownHeight={360}
        data={attributeOrder.map((value) => ({ value, label: texts.attributes[value] }))}
        onChange={(value) => {
          const attribute = attributeOrder.find((each) => each === value)
          if (attribute) onChange(withAttribute(draft, attribute))
        }}
      />
      <Select
        size="sm"
        aria-label={texts.operator(place)}
        value={draft.filter_operator}
        allowDeselect={false}
        data={operators.map((value) => ({ value, label: operatorWord(messages, draft, value) }))}
        onChange={(value) => {
          const operator = operators.find((each) => each === value)
          if (operator) onChange(withOperator(draft, operator))
        }}
      />
      <div className="conversation-value">
        <ConditionValue
          draft={draft}
          label={texts.value(place)}
          onChange={(values) => onChange({ ...draft, values })}
        />
        {missing ? (
          <Text size="sm" className="failed" role="alert">
            {texts.missing}
          </Text>
        ) : null}
      </div>
      <ActionIcon variant="subtle" aria-label={texts.remove(place)} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  )
}

function operatorWord(messages: Messages, { attribute_key }: ConditionDraft, operator: ConversationOperator): string {
  const texts = messages.conversations.filter
  const ofLabels: Readonly<Partial<Record<ConversationOperator, string>>> = texts.labelOperators
  return (attribute_key === 'labels' ? ofLabels[operator] : undefined) ?? texts.operators[operator]
}

interface ConditionValueProps {
  readonly draft: ConditionDraft
  readonly label: string
  readonly onChange: (values: ConditionDraft['values']) => void
}
/** The input for the values of a condition, as its attribute and operator need: ids are numbers, dates are days. */
function ConditionValue(props: ConditionValueProps) {
  const { draft, label, onChange } = props
  const names = useStore(useFeature('conversations').store, (state) => state.known)
  const { common } = useMessages()
  const texts = useMessages().conversations.filter
  const [first] = draft.values
  const text = first === undefined ? '' : String(first)
  const shape = valueShape(draft)
  const takeText = (typed: string) => {
    const value = shape === 'part' ? typed.replace(/\D/g, '') : typed
    onChange(value === '' ? [] : [value])
  }
  switch (shape) {
    case 'none':
      return null
    case 'choices':
      return <ChoicesField {...props} />
    case 'ids':
    case 'numbers': {
      const named = namesOf(draft.attribute_key, names)
      const nothing = named?.length === 0 ? texts.nothingKnown : texts.noneFits
      return (
        <IdPicker
          label={label}
          placeholder={named ? texts.any : texts.anyNumber}
          nothing={named ? nothing : texts.typeNumber}
          choices={(named ?? []).map(({ id, name }) => ({ value: id, name }))}
          chosen={draft.values.filter((value) => typeof value === 'number')}
          take={common.useId}
          unnamed={common.numbered}
          onChange={onChange}
        />
      )
    }
    case 'labels':
      return (
        <TextPicker
          label={label}
          placeholder={common.fields.label}
          nothing={common.typeLabel}
          choices={names.labels.map((name) => ({ value: name, name }))}
          chosen={draft.values.map(String)}
          take={common.useLabel}
          onChange={onChange}
        />
      )
    case 'day':
      return (
        <DayField
          label={label}
          value={text === '' ? null : text}
          onChange={(day) => onChange(day ? [day] : [])}
          isStart={draft.filter_operator === 'is_greater_than'}
        />
      )
    case 'days':
      return (
        <NumberInput
          size="sm"
          label={label}
          placeholder={texts.days}
          suffix={` ${texts.days}`}
          min={1}
          max={36_500}
          allowDecimal={false}
          allowNegative={false}
          value={typeof first === 'number' ? first : ''}
          onChange={(days) => onChange(typeof days === 'number' ? [days] : [])}
        />
      )
    case 'part':
    case 'text':
      return (
        <TextInput
          size="sm"
          label={label}
          {...(shape === 'part'
            ? { placeholder: texts.digits, inputMode: 'numeric', maxLength: 15 }
            : { placeholder: common.fields.text, maxLength: 500 })}
          value={text}
          autoComplete="off"
          onChange={(event) => takeText(event.currentTarget.value)}
        />
      )
  }
}

function ChoicesField({ draft, label, onChange }: ConditionValueProps) {
  const messages = useMessages()
  const texts = messages.conversations.filter
  const [word, setWord] = useState('')
  const standard: readonly string[] = draft.attribute_key === 'priority' ? conversationPriorities : conversationStatuses
  const chosen = draft.values.map(String)
  const choices = [...standard, ...chosen.filter((value) => !standard.includes(value))]
  const takeWord = () => {
    const typed = word.trim()
    setWord('')
    if (typed !== '' && !chosen.includes(typed)) onChange([...chosen, typed])
  }
  return (
    <Group gap={4} role="group" aria-label={label}>
      <ChoiceChips
        choices={choices}
        chosen={chosen}
        wordOf={(choice) => choiceWord(draft, choice, messages)}
        onChange={onChange}
      />
      <TextInput
        size="sm"
        w={170}
        aria-label={texts.otherWordLabel(label)}
        placeholder={texts.otherWord}
        value={word}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setWord(event.currentTarget.value)}
        onBlur={takeWord}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || word.trim() === '') return
          event.preventDefault()
          takeWord()
        }}
      />
    </Group>
  )
}
