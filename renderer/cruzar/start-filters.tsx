import { Button, Checkbox, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Sheet } from '../../preload/contract/sheets.ts'
import {
  emptyFilter,
  isFiltered,
  isNarrower,
  isOfAccount,
  mayHideOlder,
  withoutAccount,
} from '../../preload/values/lead-filters.ts'
import { useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { filterPhrase, withoutHalfDays } from '../leads/lead-filter.ts'
import { LeadFilterFields } from '../leads/lead-filter-fields.tsx'
import { type Answerer, accountOf } from './answerers.ts'
import { runFilterPhrase } from './runs.ts'

/** The optional filters: a summary line, and the fields below it. */
export function StartFilters({ answerer }: { readonly answerer: Answerer }) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.cruzar.start
  const { filter, match, otherNinth, setFilter, setOtherNinth } = useStore(useFeature('cruzar').draft)
  // A chosen rung decides about the ninth digit.
  const asksNinth = answerer.kind === 'connection' && match === null
  const connection = accountOf(answerer)
  useOneAccount(connection)
  const names = useFeature('sheets').useNames(connection)
  const [open, setOpen] = useState(false)
  const id = useId()
  const sentence = runFilterPhrase(withoutHalfDays(filter), { messages, format, known: names }) || texts.noFilters
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
          {messages.common.filters}: {asksNinth && !otherNinth ? `${sentence}; ${texts.noOtherNinth}` : sentence}
        </span>
      </UnstyledButton>
      {answerer.kind === 'sheets' ? <SheetLimits sheets={answerer.sheets} /> : null}
      <div id={id} hidden={!open}>
        {open ? (
          <Stack gap="md" pt="sm">
            {asksNinth ? (
              <Checkbox
                size="sm"
                label={texts.otherNinth}
                description={texts.otherNinthHint}
                checked={otherNinth}
                onChange={(event) => setOtherNinth(event.currentTarget.checked)}
              />
            ) : null}
            <Text size="sm" c="dimmed">
              {texts.filtersHint}
            </Text>
            <LeadFilterFields filter={filter} known={names} onChange={setFilter} forExport={false} />
            {isFiltered(filter) ? (
              <Button variant="default" onClick={() => setFilter(emptyFilter)}>
                {messages.common.clearFilters}
              </Button>
            ) : null}
          </Stack>
        ) : null}
      </div>
    </div>
  )
}

/** Removes numbers of inboxes and agents when the account changes. Those that a run or a link brought stay. */
function useOneAccount(connection: string | null) {
  const { draft } = useFeature('cruzar')
  const previousConnection = useRef(connection)
  useEffect(() => {
    if (previousConnection.current === connection) return
    previousConnection.current = connection
    const { filter, setFilter } = draft.getState()
    if (isOfAccount(filter)) setFilter(withoutAccount(filter))
  }, [connection, draft])
}

/** What the answer lacks because of the filters that the sheets were read with. */
function SheetLimits({ sheets }: { readonly sheets: readonly Sheet[] }) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.cruzar.start
  const { filter } = useStore(useFeature('cruzar').draft)
  const names = useFeature('sheets').useNames(sheets[0]?.connection_id ?? null)
  const narrower = sheets.filter((sheet) => isNarrower(sheet.filter, filter))
  const hidesOlder = sheets.some((sheet) => mayHideOlder(sheet.filter, filter))
  return (
    <Text size="sm" c="dimmed" component="div" className="stack gap-4" mt={4}>
      {narrower.map((sheet) => (
        <span key={sheet.id}>
          {texts.sheetReadWith(
            sheet.name,
            filterPhrase({ ...sheet.filter, agrupar: 'contato' }, { messages, format, known: names }),
          )}
        </span>
      ))}
      {hidesOlder ? <span>{texts.newestOnly}</span> : null}
    </Text>
  )
}
