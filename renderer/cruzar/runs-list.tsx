import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { Run } from '../../preload/contract/cruzar.ts'
import { foldText } from '../../preload/contract/text.ts'
import { CollectionList } from '../collections/collection-list.tsx'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { SearchField } from '../ui/search-field.tsx'
import { OutcomeBar } from './outcome-figures.tsx'
import { RunExportDialog } from './run-export.tsx'
import { runTexts } from './runs.ts'

/** The lists that were crossed before, the newest first; nothing at all while there is none. */
export function RunsList() {
  const { draft, runs, tableOf } = useFeature('cruzar')
  const { now } = useApp()
  const { go } = useNavigation()
  const onOpen = ({ id }: Run) => go({ screen: 'run', id })
  const messages = useMessages()
  const format = useFormat()
  const { cruzar } = messages
  const texts = cruzar.runs
  return (
    <CollectionList
      store={runs}
      texts={runTexts(messages)}
      caption={texts.title}
      columns={() => [
        { label: messages.common.fields.name },
        { label: messages.common.fields.when, width: 150, narrowWidth: 138 },
        { label: messages.common.fields.list, width: 220, narrowWidth: 110 },
        { label: messages.common.fields.rows, width: 90, narrowWidth: 72, number: true },
        { label: texts.outcomes, width: 180, narrowWidth: 120 },
        { label: texts.state, width: 140, narrowWidth: 116 },
        { label: messages.common.fields.actions, width: 60, unseen: true },
      ]}
      line={(run, openDialog) => ({
        cells: (
          <>
            <td className="dim">{format.moment(Date.parse(run.started_at), now())}</td>
            <td className="cut dim" title={run.list_name}>
              {run.list_name}
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
      })}
      menu={{ label: texts.actionsOf, width: 220 }}
      empty={null}
      tableOf={({ id }) => tableOf(id)}
      renderExport={(run, onClose) => <RunExportDialog run={run} outcomes={[]} onClose={onClose} />}
      onOpen={onOpen}
    >
      {(all, renderTable) => <RunsSection runs={all} renderTable={renderTable} />}
    </CollectionList>
  )
}

/** So many are drawn before the person asks for all of them. */
const firstShown = 30
/** From so many on there is a field that finds one. */
const searchFrom = 8

function RunsSection({
  runs,
  renderTable,
}: {
  readonly runs: readonly Run[]
  readonly renderTable: (runs: readonly Run[]) => ReactNode
}) {
  const texts = useMessages().cruzar.runs
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  const found = runs.filter((run) => isNamed(run, search))
  const shown = all ? found : found.slice(0, firstShown)
  return (
    <section className="runs" aria-labelledby="runs-title">
      <div className="runs-head row">
        <h2 id="runs-title">{texts.title}</h2>
        {runs.length >= searchFrom ? (
          <SearchField label={texts.filterPlaceholder} width={240} value={search} onChange={setSearch} />
        ) : null}
      </div>
      {found.length === 0 ? <p className="spaced dim">{texts.noneFound}</p> : renderTable(shown)}
      {shown.length < found.length ? (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {texts.showAll(found.length)}
        </Button>
      ) : null}
    </section>
  )
}

function isNamed(run: Run, search: string): boolean {
  return foldText(`${run.name} ${run.list_name}`).includes(foldText(search.trim()))
}
