import { Group, NumberInput } from '@mantine/core'
import { useState } from 'react'
import type { ColumnFilter } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import { RangeOrText } from './blank-choice.tsx'
import { isIdentifier } from './cell-text.ts'
import type { FilterPartProps } from './filter-form.tsx'

interface NumberRange {
  readonly min: number | null
  readonly max: number | null
}

/** A filter of numbers from one to another, both included; or a part of them, or those that are missing. */
export function NumberFilter({ column, filter, onChange }: FilterPartProps) {
  const { filter: texts } = useMessages().tables
  const [range, setRange] = useState<NumberRange>(filter?.operator === 'between' ? filter : { min: null, max: null })
  const change = (next: NumberRange) => {
    setRange(next)
    onChange(numbersBetween(column.key, next))
  }
  const field = {
    size: 'sm',
    hideControls: true,
    allowDecimal: column.type === 'number',
    thousandSeparator: isIdentifier(column.key) ? '' : '.',
    decimalSeparator: ',',
  } as const
  return (
    <RangeOrText column={column} filter={filter} range={numbersBetween(column.key, range)} onChange={onChange}>
      <Group grow gap="sm">
        <NumberInput
          {...field}
          label={texts.min}
          value={range.min ?? ''}
          data-autofocus
          onChange={(value) => change({ ...range, min: numberOf(value) })}
        />
        <NumberInput
          {...field}
          label={texts.max}
          value={range.max ?? ''}
          onChange={(value) => change({ ...range, max: numberOf(value) })}
        />
      </Group>
    </RangeOrText>
  )
}

function numberOf(value: number | string): number | null {
  return typeof value === 'number' ? value : null
}

/** Numbers the wrong way round are meant the right way round. */
function numbersBetween(column: string, { min, max }: NumberRange): ColumnFilter | null {
  if (min === null && max === null) return null
  const swapped = min !== null && max !== null && min > max
  return { column, operator: 'between', min: swapped ? max : min, max: swapped ? min : max }
}
