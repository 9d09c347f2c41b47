import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import type { FilterPartProps } from './filter-form.tsx'

const choices = ['between', 'contains', 'blank', 'not_blank'] as const
type Choice = (typeof choices)[number]

export interface BlankChoiceProps extends FilterPartProps {
  /** The filter that the fields of the range make. */
  readonly range: ColumnFilter | null | undefined
  /** The fields of the range. */
  readonly children: ReactNode
}

/** Whether a range is meant, or a part of the text as it came (also of what is no number or date), or what is missing or there. */
export function RangeOrText({ column, filter, range, children, onChange }: BlankChoiceProps) {
  const { filter: texts } = useMessages().tables
  const [choice, setChoice] = useState<Choice>(choiceNamed(filter?.operator ?? 'between'))
  const [text, setText] = useState(filter && 'text' in filter ? filter.text : '')
  const change = (next: Choice, part: string) => {
    setChoice(next)
    setText(part)
    onChange(filterOf(next, part))
  }
  const filterOf = (next: Choice, part: string): ColumnFilter | null | undefined => {
    if (next === 'between') return range
    if (next !== 'contains') return { column: column.key, operator: next }
    return part === '' ? null : { column: column.key, operator: next, text: part }
  }
  return (
    <>
      <NativeSelect
        label={texts.operator}
        size="sm"
        value={choice}
        data={choices.map((value) => ({ value, label: texts.operators[value] }))}
        onChange={(event) => change(choiceNamed(event.currentTarget.value), text)}
      />
      {choice === 'between' ? children : null}
      {choice === 'contains' ? (
        <TextInput
          label={texts.textAsCame}
          value={text}
          maxLength={500}
          data-autofocus
          autoComplete="off"
          onChange={(event) => change(choice, event.currentTarget.value)}
        />
      ) : null}
    </>
  )
}

function choiceNamed(name: string): Choice {
  return choices.find((choice) => choice === name) ?? 'between'
}
