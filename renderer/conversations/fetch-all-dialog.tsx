import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type {
  ConversationFilter,
  ConversationSet,
  SavedConversationFilter,
} from '../../preload/contract/conversations.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { type BuiltInFilter, builtInFilters, builtInOrder } from './built-in-filters.ts'
import { isSameFilter } from './conditions.ts'
import type { ConversationsStore } from './conversations-store.ts'
import { filterPhrase } from './filter-phrase.ts'
import type { SetsStore } from './sets-store.ts'

export interface FetchAllDialogProps {
  readonly store: ConversationsStore
  readonly sets: SetsStore
  readonly onKept: (set: ConversationSet) => void
  readonly onClose: () => void
}

/** agent-platform.md, "Limits": conversation filter page size. */
const pageSize = 25

/** Until a page that is not full: behind a full last page there is an empty one. */
const requestsFor = (all: number) => Math.floor(all / pageSize) + 1
/** The contract's longest name of a set. */
const longestName = 120

/** Keeps all conversations of the present filter on this computer: says what it costs, and asks for a name. */
export function FetchAllDialog({ store, sets, onKept, onClose }: FetchAllDialogProps) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.conversations.sets
  const { filter, known, saved: savedStore } = useStore(store)
  const saved = readyValue(useStore(savedStore, (state) => state.filters)) ?? []
  const all = useStore(store, ({ list }) => readyValue(list)?.all_count ?? null)
  const { list, working, failure } = useStore(sets)
  const phrase = filterPhrase(filter, { messages, format, known })
  const [name, setName] = useState(() => {
    const called = filterName(filter, saved, messages.conversations.saved.names) ?? phrase
    return freeName(called, new Set(readyValue(list)?.map((set) => set.name)))
  })
  const wanted = name.trim()
  const isMounted = useIsMounted()
  const close = () => {
    sets.getState().dismissFailure()
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (wanted === '') return
    const set = await sets.getState().create(filter, wanted)
    if (!set || !isMounted()) return
    onClose()
    onKept(set)
  }
  return (
    <Dialog opened onClose={close} title={texts.title}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Text size="md">{phrase}</Text>
          <Text size="sm" c="dimmed" className="figures">
            {all === null ? texts.planUnknown : texts.plan(all, requestsFor(all))}
          </Text>
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            value={name}
            maxLength={longestName}
            autoComplete="off"
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" size="sm" onClick={close}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={wanted === ''} loading={working !== null}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** What the filter is called, where it is one that has a name. */
function filterName(
  filter: ConversationFilter,
  saved: readonly SavedConversationFilter[],
  names: Readonly<Record<BuiltInFilter, string>>,
): string | undefined {
  const own = saved.find((each) => isSameFilter(each.filter, filter))
  const builtIn = builtInOrder.find((each) => isSameFilter(builtInFilters[each], filter))
  return own?.name ?? (builtIn && names[builtIn])
}

/** A name that no other set has: "…", then "… (2)". */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const short = name.length > longestName - 6 ? `${name.slice(0, longestName - 7)}…` : name
  for (let place = 1; ; place += 1) {
    const proposed = place === 1 ? short : `${short} (${place})`
    if (!taken.has(proposed)) return proposed
  }
}
