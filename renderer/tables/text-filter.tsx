import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import type { FilterPartProps } from './filter-form.tsx'

const operators = ['contains', 'not_contains', 'equals', 'starts_with', 'ends_with', 'blank', 'not_blank'] as const
type TextOperator = (typeof operators)[number]

/** A filter of text: contains, begins with, is empty and so on. */
export function TextFilter({ column, filter, onChange }: FilterPartProps) {
  const { filter: texts } = useMessages().tables
  const [operator, setOperator] = useState<TextOperator>(operatorOf(filter))
  const [text, setText] = useState(filter && 'text' in filter ? filter.text : '')
  const change = (nextOperator: TextOperator, nextText: string) => {
    setOperator(nextOperator)
    setText(nextText)
    onChange(textFilter(column.key, nextOperator, nextText))
  }
  return (
    <>
      <NativeSelect
        label={texts.operator}
        size="sm"
        value={operator}
        data={operators.map((value) => ({ value, label: texts.operators[value] }))}
        onChange={(event) => change(operatorNamed(event.currentTarget.value), text)}
      />
      {operator === 'blank' || operator === 'not_blank' ? null : (
        <TextInput
          label={texts.text}
          value={text}
          maxLength={500}
          data-autofocus
          autoComplete="off"
          onChange={(event) => change(operator, event.currentTarget.value)}
        />
      )}
    </>
  )
}

function operatorOf(filter: ColumnFilter | null): TextOperator {
  return operatorNamed(filter?.operator ?? 'contains')
}

function operatorNamed(name: string): TextOperator {
  return operators.find((operator) => operator === name) ?? 'contains'
}

function textFilter(column: string, operator: TextOperator, text: string): ColumnFilter | null {
  if (operator === 'blank' || operator === 'not_blank') return { column, operator }
  return text === '' ? null : { column, operator, text }
}
