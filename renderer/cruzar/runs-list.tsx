import { Button, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { foldText } from '../../preload/values/text.ts'
import { CollectionList } from '../collections/collection-list.tsx'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { SearchField } from '../ui/search-field.tsx'
import { OutcomeBar } from './outcome-figures.tsx'
import { changesPhrase } from './run-changes.tsx'
import { RunExportDialog } from './run-export.tsx'
import { outcomesIn, runTexts } from './runs.ts'

/** The lists that were crossed before, the newest first, each with its earlier runs; empty while there is none. */
export function RunsList() {
  const { draft, runs, tableOf } = useFeature('cruzar')
  const { now } = useApp()
  const { go } = useNavigation()
  const onOpen = ({ id }: Run) => go({ screen: 'run', id })
  const messages = useMessages()
  const format = useFormat()
  const { cruzar } = messages
  const texts = cruzar.runs
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const groups = groupsOf(readyValue(useStore(runs, ({ list }) => list)) ?? [])
  const toggle = (list: string) => {
    const others = new Set(opened)
    if (!others.delete(list)) others.add(list)
    setOpened(others)
  }
  const moment = (at: string) => format.moment(Date.parse(at), now())
  return (
    <CollectionList
      store={runs}
      texts={runTexts(messages)}
      caption={texts.title}
      columns={() => [
        { label: messages.common.fields.name },
        { label: messages.common.fields.when, width: 150, narrowWidth: 138 },
        { label: texts.answerer, width: 190, narrowWidth: 130 },
        { label: messages.common.fields.rows, width: 90, narrowWidth: 72, number: true },
        { label: texts.outcomes, width: 160, narrowWidth: 100 },
        { label: texts.state, width: 130, narrowWidth: 106 },
        { label: messages.common.fields.actions, width: 60, unseen: true },
      ]}
      line={(run, openDialog) => {
        const group = groups.get(run.list_id) ?? []
        const answerer = run.sheet_name ?? run.connection_name
        return {
          sentence: { text: figuresPhrase(run, messages) },
          isNested: group[0] !== run,
          progress:
            run.changes || (group[0] === run && group.length > 1) ? (
              <span className="row run-history">
                {run.changes ? (
                  <span className="note">
                    {cruzar.changes.since(moment(run.changes.since.started_at))}:{' '}
                    {changesPhrase(run.changes, cruzar.changes)}
                  </span>
                ) : null}
                {group[0] === run && group.length > 1 ? (
                  <EarlierRuns
                    count={group.length - 1}
                    isOpen={opened.has(run.list_id)}
                    onToggle={() => toggle(run.list_id)}
                  />
                ) : null}
              </span>
            ) : undefined,
          cells: (
            <>
              <td className="dim">{moment(run.started_at)}</td>
              <td className="cut dim" title={answerer}>
                {answerer}
              </td>
              <td className="list-number">{format.number(run.rows)}</td>
              <td>
                <OutcomeBar counts={run.outcomes} running={run.state === 'running'} size="small" />
              </td>
              <td className="dim">
                {run.state === 'finished' && run.outcomes.sem_resposta > 0
                  ? cruzar.unansweredState(run.outcomes.sem_resposta)
                  : cruzar.states[run.state]}
              </td>
            </>
          ),
          menu: [
            { label: messages.common.open, onClick: () => onOpen(run) },
            { label: texts.again, onClick: () => void draft.getState().stageRun(run) },
            { label: messages.common.exportMore, onClick: () => openDialog('export') },
            { label: messages.common.renameMore, onClick: () => openDialog('rename') },
            { label: messages.common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
          ],
        }
      }}
      menu={{ label: texts.actionsOf, width: 220 }}
      empty={null}
      tableOf={({ id }) => tableOf(id)}
      renderExport={(run, onClose) => <RunExportDialog run={run} query={emptyQuery} onClose={onClose} />}
      onOpen={onOpen}
    >
      {(all, renderTable) => <RunsSection runs={all} opened={opened} renderTable={renderTable} />}
    </CollectionList>
  )
}

function groupsOf(runs: readonly Run[]): ReadonlyMap<string, readonly Run[]> {
  const groups = new Map<string, Run[]>()
  for (const run of runs) groups.set(run.list_id, [...(groups.get(run.list_id) ?? []), run])
  return groups
}

/** The figures of a run in words: "4.012 com conversa, 300 ausentes". */
function figuresPhrase({ outcomes }: Run, { cruzar }: Messages): string {
  return outcomesIn(outcomes)
    .filter((outcome) => outcomes[outcome] > 0)
    .map((outcome) => {
      const rows = outcomes[outcome]
      return cruzar.runs.figure(rows === 1 ? cruzar.outcomes[outcome] : cruzar.run.figures[outcome], rows)
    })
    .join(', ')
}

interface EarlierRunsProps {
  readonly count: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function EarlierRuns({ count, isOpen, onToggle }: EarlierRunsProps) {
  const texts = useMessages().cruzar.runs
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <UnstyledButton className="earlier-runs row dim" aria-expanded={isOpen} onClick={onToggle}>
      <Chevron size={14} aria-hidden="true" />
      {texts.earlier(count)}
    </UnstyledButton>
  )
}

/** So many lists are shown at first; a button shows all. */
const firstShown = 30
/** From so many runs on there is a search field. */
const searchFrom = 8

function RunsSection({
  runs,
  opened,
  renderTable,
}: {
  readonly runs: readonly Run[]
  /** The lists whose earlier runs are shown. */
  readonly opened: ReadonlySet<string>
  readonly renderTable: (runs: readonly Run[]) => ReactNode
}) {
  const texts = useMessages().cruzar.runs
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  // The search also finds earlier runs of a list.
  const groups = [...groupsOf(runs)].filter(([, group]) => group.some((run) => isNamed(run, search)))
  const shown = all ? groups : groups.slice(0, firstShown)
  const lines = shown.flatMap(([list, group]) => (opened.has(list) ? group : group.slice(0, 1)))
  return (
    <section className="runs" aria-labelledby="runs-title">
      <div className="runs-head row">
        <h2 id="runs-title">{texts.title}</h2>
        {runs.length >= searchFrom ? (
          <SearchField label={texts.filterPlaceholder} width={240} value={search} onChange={setSearch} />
        ) : null}
      </div>
      {groups.length === 0 ? <p className="spaced dim">{texts.noneFound}</p> : renderTable(lines)}
      {shown.length < groups.length ? (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {texts.showAll(groups.length)}
        </Button>
      ) : null}
    </section>
  )
}

function isNamed(run: Run, search: string): boolean {
  return foldText(`${run.name} ${run.list_name}`).includes(foldText(search.trim()))
}
