import { Chip, Group, NumberInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { conversationPriorities, conversationStatuses } from '../../preload/contract/conversation-filter.ts'
import { useMessages } from '../kernel/messages.ts'
import { ChoicePicker } from '../leads/choice-picker.tsx'
import { DayField } from '../tables/day-field.tsx'
import { type ConditionDraft, valueShape } from './conditions.ts'
import { choiceWord } from './filter-phrase.ts'
import { type KnownNames, namesOf } from './known-names.ts'

export interface ConditionValueProps {
  readonly draft: ConditionDraft
  readonly label: string
  readonly known: KnownNames
  readonly onChange: (values: ConditionDraft['values']) => void
}

/** What a condition compares with, as it fits its attribute and operator: ids are numbers, dates are days. */
export function ConditionValue(props: ConditionValueProps) {
  const { draft, label, onChange } = props
  const texts = useMessages().conversations.filter
  const [first] = draft.values
  const text = first === undefined ? '' : String(first)
  const onDigits = (typed: string) => onChange(/\d/.test(typed) ? [typed.replace(/\D/g, '')] : [])
  switch (valueShape(draft)) {
    case 'none':
      return null
    case 'choices':
      return <ChoiceChips {...props} />
    case 'ids':
    case 'numbers':
      return <NumberPicker {...props} />
    case 'labels':
      return <LabelPicker {...props} />
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
      return (
        <TextInput
          size="sm"
          label={label}
          placeholder={texts.digits}
          inputMode="numeric"
          value={text}
          maxLength={15}
          autoComplete="off"
          onChange={(event) => onDigits(event.currentTarget.value)}
        />
      )
    case 'text':
      return (
        <TextInput
          size="sm"
          label={label}
          placeholder={texts.text}
          value={text}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value === '' ? [] : [event.currentTarget.value])}
        />
      )
  }
}

function ChoiceChips({ draft, label, onChange }: ConditionValueProps) {
  const messages = useMessages()
  const texts = messages.conversations.filter
  const [word, setWord] = useState('')
  const known: readonly string[] = draft.attribute_key === 'priority' ? conversationPriorities : conversationStatuses
  const chosen = draft.values.map(String)
  const choices = [...known, ...chosen.filter((value) => !known.includes(value))]
  const takeWord = () => {
    const own = word.trim()
    setWord('')
    if (own !== '' && !chosen.includes(own)) onChange([...chosen, own])
  }
  return (
    <Group gap={4} role="group" aria-label={label}>
      {choices.map((choice) => (
        <Chip
          key={choice}
          size="sm"
          variant="outline"
          radius="md"
          checked={chosen.includes(choice)}
          onChange={(checked) =>
            onChange(choices.filter((each) => (each === choice ? checked : chosen.includes(each))))
          }
        >
          {choiceWord(draft, choice, messages)}
        </Chip>
      ))}
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

/** People know names, the service wants numbers: names come from what was seen, any number may be typed. */
function NumberPicker({ draft, label, known, onChange }: ConditionValueProps) {
  const texts = useMessages().conversations.filter
  const named = namesOf(draft.attribute_key, known)
  return (
    <ChoicePicker
      label={label}
      placeholder={named ? texts.any : texts.anyNumber}
      nothing={nothingFits(named, texts)}
      choices={(named ?? []).map(({ id, name }) => ({ value: id, name }))}
      chosen={draft.values.filter((value) => typeof value === 'number')}
      nameOf={(id) => named?.find((each) => each.id === id)?.name ?? texts.unnamed(id)}
      typed={(typed) =>
        /^[1-9]\d{0,14}$/.test(typed) ? { value: Number(typed), label: texts.takeId(Number(typed)) } : null
      }
      onChange={(ids) => onChange([...ids])}
    />
  )
}

function nothingFits(
  named: readonly unknown[] | undefined,
  texts: { readonly typeNumber: string; readonly nothingKnown: string; readonly noneFits: string },
): string {
  if (!named) return texts.typeNumber
  return named.length === 0 ? texts.nothingKnown : texts.noneFits
}

function LabelPicker({ draft, label, known, onChange }: ConditionValueProps) {
  const texts = useMessages().conversations.filter
  return (
    <ChoicePicker
      label={label}
      placeholder={texts.anyLabel}
      nothing={texts.typeLabel}
      choices={known.labels.map((name) => ({ value: name, name }))}
      chosen={draft.values.map(String)}
      nameOf={(name) => name}
      typed={(typed) => (typed === '' ? null : { value: typed, label: texts.takeLabel(typed) })}
      onChange={(labels) => onChange([...labels])}
    />
  )
}
