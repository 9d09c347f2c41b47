import { Button, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText } from '../kernel/shortcuts.ts'
import { emptyFilter, periodOf, withoutHalfDays, withPeriod } from '../leads/lead-filter.ts'
import { LeadFilterFields, PeriodFields } from '../leads/lead-filter-fields.tsx'
import { isFiltered, type NamesStore, runFilterPhrase } from './run-words.ts'

export interface StartPanelProps {
  readonly name: string
  /** The choice of whom to ask; null when there is nobody yet. */
  readonly answerer: ReactNode
  /** A cached sheet answers. */
  readonly offline: boolean
  /** How many keys would be sent, or null while nobody knows. */
  readonly keys: number | null
  readonly busy: boolean
  readonly ready: boolean
  readonly filters: ReactNode
  readonly failure: ReactNode
  readonly button: Ref<HTMLButtonElement>
  readonly onName: (name: string) => void
  readonly onConnect: () => void
  readonly onStart: () => void
}
/** Where the list goes, under which name, and the one button. */
export function StartPanel(props: StartPanelProps) {
  const texts = useMessages().cruzar.start
  const { name, keys, filters, failure } = props
  return (
    <form
      className="start-panel stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (props.ready) props.onStart()
      }}
    >
      <TextInput
        label={texts.name}
        value={name}
        maxLength={150}
        autoComplete="off"
        error={name.trim() === '' ? texts.nameMissing : null}
        onChange={(event) => props.onName(event.currentTarget.value)}
      />
      {props.answerer ?? (
        <div>
          <Text size="sm">{texts.noConnection}</Text>
          <Button variant="default" mt={8} onClick={props.onConnect}>
            {texts.connect}
          </Button>
        </div>
      )}
      {filters}
      {failure}
      <Button
        ref={props.button}
        type="submit"
        size="md"
        fullWidth
        loading={props.busy}
        disabled={!props.ready && !props.busy}
        title={keyText('mod+enter')}
      >
        {texts.confirm}
      </Button>
      {keys ? (
        <Text size="sm" c="dimmed" className="figures">
          {props.offline ? texts.staying(keys) : texts.sending(keys)}
        </Text>
      ) : null}
    </form>
  )
}
/** The optional filters: a summary line, and the fields behind it. */
export function StartFilters({
  connectionId,
  filter,
  names,
  now,
  onChange,
}: {
  readonly connectionId: string
  readonly filter: LeadFilter
  readonly names: NamesStore
  readonly now: () => number
  readonly onChange: (filter: LeadFilter) => void
}) {
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
