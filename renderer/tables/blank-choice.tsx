import { NativeSelect } from '@mantine/core'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'

const choices = ['between', 'blank', 'not_blank'] as const
export type BlankChoiceValue = (typeof choices)[number]

export interface BlankChoiceProps {
  readonly value: BlankChoiceValue
  readonly onChange: (value: BlankChoiceValue) => void
}

/** Whether a range is meant, or what is missing, or what is there. */
export function BlankChoice({ value, onChange }: BlankChoiceProps) {
  const { filter: texts } = useMessages().tables
  return (
    <NativeSelect
      label={texts.operator}
      size="sm"
      value={value}
      data={choices.map((choice) => ({ value: choice, label: texts.operators[choice] }))}
      onChange={(event) => onChange(choiceNamed(event.currentTarget.value))}
    />
  )
}

export function blankChoiceOf(filter: ColumnFilter | null): BlankChoiceValue {
  return choiceNamed(filter?.operator ?? 'between')
}

function choiceNamed(name: string): BlankChoiceValue {
  return choices.find((choice) => choice === name) ?? 'between'
}
