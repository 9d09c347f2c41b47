import { ActionIcon, Button, Select, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { ConversationOperator } from '../../preload/contract/conversation-filter.ts'
import type { ConversationFilter } from '../../preload/contract/conversations.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConditionValue } from './condition-value.tsx'
import {
  attributeOrder,
  type ConditionDraft,
  draftsOf,
  filterOf,
  lacksValue,
  operatorsOf,
  valueShape,
  withAttribute,
  withCondition,
  withOperator,
} from './conditions.ts'
import type { KnownNames } from './known-names.ts'

export interface FilterBuilderProps {
  /** What is asked for now. */
  readonly filter: ConversationFilter
  readonly known: KnownNames
  readonly onApply: (filter: ConversationFilter) => void
  readonly onClose: () => void
}

/** The most conditions that the contract takes. */
const mostConditions = 50
/** More lines than these scroll. */
const seenLines = 6

/** Describes a filter, a condition a line; all of them hold together. Nothing is asked before the person says so. */
export function FilterBuilder({ filter, known, onApply, onClose }: FilterBuilderProps) {
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
      <div className="conversation-conditions" data-long={drafts.length > seenLines || undefined}>
        {drafts.map((draft, place) => (
          <ConditionLine
            key={draft.key}
            draft={draft}
            place={place + 1}
            known={known}
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
      <div className="conversation-filter-foot">
        <Button
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          disabled={drafts.length >= mostConditions}
          onClick={() => setDrafts(withCondition(drafts))}
        >
          {texts.add}
        </Button>
        <span className="conversation-space dim">
          {drafts.some((draft) => valueShape(draft) === 'day') ? texts.dayHint : null}
        </span>
        <Button variant="default" onClick={onClose}>
          {texts.discard}
        </Button>
        <Button type="submit">{texts.apply}</Button>
      </div>
    </form>
  )
}

interface ConditionLineProps {
  readonly draft: ConditionDraft
  /** From 1. */
  readonly place: number
  readonly known: KnownNames
  /** The person asked for the filter while this one lacks its values. */
  readonly missing: boolean
  readonly onChange: (draft: ConditionDraft) => void
  readonly onRemove: () => void
}

function ConditionLine({ draft, place, known, missing, onChange, onRemove }: ConditionLineProps) {
  const messages = useMessages()
  const texts = messages.conversations.filter
  const operators = operatorsOf(draft.attribute_key)
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
          known={known}
          onChange={(values) => onChange({ ...draft, values })}
        />
        {missing ? (
          <Text size="sm" className="conversation-missing" role="alert">
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
