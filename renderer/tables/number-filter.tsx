import { Group, NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import { BlankChoice, type BlankChoiceValue, blankChoiceOf } from './blank-choice.tsx'
import { isIdentifier } from './cell-text.ts'
import type { FilterPartProps } from './filter-form.tsx'

interface NumberRange {
  readonly min: number | null
  readonly max: number | null
}

/** A filter of numbers from one to another, both included; or those that are missing. */
export function NumberFilter({ column, filter, onChange }: FilterPartProps) {
  const { filter: texts } = useMessages().tables
  const [choice, setChoice] = useState<BlankChoiceValue>(blankChoiceOf(filter))
  const [range, setRange] = useState<NumberRange>(filter?.operator === 'between' ? filter : { min: null, max: null })
  const change = (next: BlankChoiceValue, min: number | null, max: number | null) => {
    setChoice(next)
    setRange({ min, max })
    onChange(next === 'between' ? numbersBetween(column.key, min, max) : { column: column.key, operator: next })
  }
  const field = {
    size: 'sm',
    hideControls: true,
    allowDecimal: column.type === 'number',
    thousandSeparator: isIdentifier(column.key) ? '' : '.',
    decimalSeparator: ',',
  } as const
  return (
    <>
      <BlankChoice value={choice} onChange={(next) => change(next, range.min, range.max)} />
      {choice === 'between' ? (
        <Group grow gap="sm">
          <NumberInput
            {...field}
            label={texts.min}
            value={range.min ?? ''}
            data-autofocus
            onChange={(value) => change(choice, numberOf(value), range.max)}
          />
          <NumberInput
            {...field}
            label={texts.max}
            value={range.max ?? ''}
            onChange={(value) => change(choice, range.min, numberOf(value))}
          />
        </Group>
      ) : null}
    </>
  )
}

function numberOf(value: number | string): number | null {
  return typeof value === 'number' ? value : null
}

/** Numbers the wrong way round are meant the right way round. */
function numbersBetween(column: string, min: number | null, max: number | null): ColumnFilter | null {
  if (min === null && max === null) return null
  const swapped = min !== null && max !== null && min > max
  return { column, operator: 'between', min: swapped ? max : min, max: swapped ? min : max }
}
