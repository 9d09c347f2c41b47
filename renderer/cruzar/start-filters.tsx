import { Button, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { LeadFilter } from '../../preload/contract/leads.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { LeadFilterFields } from '../leads/lead-filter-fields.tsx'
import { PeriodFields } from '../leads/period-fields.tsx'
import { emptyFilter, periodOf, withoutHalfDays, withPeriod } from '../leads/periods.ts'
import { isFiltered, runFilterPhrase } from './filters.ts'
import type { NamesStore } from './names.ts'

export interface StartFiltersProps {
  readonly connectionId: string
  readonly filter: LeadFilter
  readonly names: NamesStore
  readonly now: () => number
  readonly onChange: (filter: LeadFilter) => void
}

/** The optional filters: a line that says what is chosen, and the fields behind it. */
export function StartFilters({ connectionId, filter, names, now, onChange }: StartFiltersProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.cruzar.start
  const known = useStore(names, (state) => state.known[connectionId])
  const [open, setOpen] = useState(false)
  const id = useId()
  useEffect(() => void names.getState().loadNames(connectionId), [names, connectionId])
  const sentence = runFilterPhrase(withoutHalfDays(filter), { messages, format, known })
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <div className="start-filters">
      <UnstyledButton
        className="start-filters-head"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <Chevron size={14} aria-hidden="true" />
        <span>
          {texts.filters}: {sentence === '' ? texts.noFilters : sentence}
        </span>
      </UnstyledButton>
      <div id={id} hidden={!open}>
        {open ? (
          <Stack gap="md" pt="sm">
            <Text size="sm" c="dimmed">
              {texts.filtersHint}
            </Text>
            <PeriodFields
              period={periodOf(filter)}
              required={false}
              today={new Date(now())}
              onChange={(period) => onChange(withPeriod(filter, period))}
            />
            <LeadFilterFields filter={filter} known={known} onChange={onChange} grouping={false} />
            {isFiltered(filter) ? (
              <Button variant="default" onClick={() => onChange(emptyFilter)}>
                {texts.clearFilters}
              </Button>
            ) : null}
          </Stack>
        ) : null}
      </div>
    </div>
  )
}
