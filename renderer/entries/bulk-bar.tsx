import { Button, CloseButton } from '@mantine/core'
import { useStore } from 'zustand'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { selectedCount } from '../tables/selection.ts'
import type { EntriesStore } from './entries-store.ts'
import type { ReviewCommands } from './review-commands.ts'
import { pickedCount } from './selected.ts'

export interface BulkBarProps {
  readonly store: EntriesStore
  readonly commands: ReviewCommands
  readonly onCruzar: () => void
}

/** What can be done with what is picked, while something is. */
export function BulkBar({ store, commands, onCruzar }: BulkBarProps) {
  const texts = useMessages().entries
  const presentation = useStore(store, (state) => state.presentation)
  const listed = useStore(store, (state) => readyValue(state.list)?.length ?? 0)
  const selected = useStore(store, (state) => state.selected)
  const working = useStore(store, (state) => state.working)
  const { rows } = store.getState()
  const selection = useStore(rows, (state) => state.selection)
  const matching = useStore(rows, (state) => state.view?.matching ?? 0)
  const inList = presentation === 'list'
  const count = inList ? pickedCount(selected, listed) : selectedCount(selection, matching)
  const all = inList ? selected.kind === 'all' : selection.kind === 'all'
  const total = inList ? listed : matching
  if (count === 0) return null
  const { pickAll, pickNone } = store.getState()
  const { selectAll, clearSelection } = rows.getState()
  const only =
    !inList && selection.kind === 'rows' && selection.rows.size === 1 ? [...selection.rows.values()][0] : null
  return (
    <div className="entries-bulk" role="toolbar" aria-label={texts.bulk.bar} aria-busy={working}>
      <CloseButton
        size="sm"
        aria-label={texts.bulk.none}
        title={texts.bulk.none}
        onClick={inList ? pickNone : clearSelection}
      />
      <strong className="figures">{texts.list.picked(count)}</strong>
      <Button size="compact-sm" variant="default" onClick={() => commands.decide('aprovada')}>
        {texts.decide.verbs.aprovada}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => commands.decide('rejeitada')}>
        {texts.decide.verbs.rejeitada}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => commands.decide('duvida')}>
        {texts.decide.verbs.duvida}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => commands.decide('spam')}>
        {texts.decide.verbs.spam}
      </Button>
      <Button size="compact-sm" variant="default" onClick={commands.tag}>
        {texts.bulk.tag}
      </Button>
      <Button size="compact-sm" variant="default" onClick={commands.assign}>
        {texts.bulk.assign}
      </Button>
      <Button size="compact-sm" variant="default" onClick={commands.note}>
        {texts.bulk.note}
      </Button>
      <Button size="compact-sm" variant="default" className="entries-bulk-cruzar" onClick={onCruzar}>
        {texts.actions.cruzar}
      </Button>
      {only === null || only === undefined ? null : (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            store.getState().present('list')
            store.getState().peek(only)
          }}
        >
          {texts.bulk.openInList}
        </Button>
      )}
      <span className="entries-space" />
      {all || count === total ? null : (
        <Button size="compact-sm" variant="subtle" onClick={inList ? pickAll : selectAll}>
          {texts.bulk.all(total)}
        </Button>
      )}
    </div>
  )
}
