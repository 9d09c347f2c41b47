import { Button, TextInput, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Run } from '../../preload/contract/cruzar.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { foldText } from '../tables/words.ts'
import { ListTable } from '../ui/list-table.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { OutcomeBar } from './outcome-bar.tsx'
import type { AboutRun } from './run-dialogs.tsx'

export interface RunsListProps {
  readonly runs: readonly Run[]
  /** Epoch milliseconds. */
  readonly now: number
  readonly onOpen: (run: Run) => void
  readonly onAgain: (run: Run) => void
  readonly onAsk: (kind: AboutRun['kind'], run: Run) => void
}

/** So many are drawn before the person asks for all of them. */
const firstShown = 30
/** From so many on, finding one by eye is work. */
const searchFrom = 8

/** The lists that were crossed before, the newest first; nothing at all while there is none. */
export function RunsList({ runs, ...rest }: RunsListProps) {
  const texts = useMessages().cruzar.runs
  const [search, setSearch] = useState('')
  const [all, setAll] = useState(false)
  if (runs.length === 0) return null
  const found = runs.filter((run) => isNamed(run, search))
  const shown = all ? found : found.slice(0, firstShown)
  return (
    <section className="runs" aria-labelledby="runs-title">
      <div className="runs-head">
        <h2 id="runs-title">{texts.title}</h2>
        {runs.length >= searchFrom ? (
          <TextInput
            size="xs"
            w={240}
            aria-label={texts.filterPlaceholder}
            placeholder={texts.filterPlaceholder}
            leftSection={<IconSearch size={14} aria-hidden="true" />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        ) : null}
      </div>
      {found.length === 0 ? <p className="dim">{texts.noneFound}</p> : <RunsTable runs={shown} {...rest} />}
      {shown.length < found.length ? (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {texts.showAll(found.length)}
        </Button>
      ) : null}
    </section>
  )
}

function RunsTable({ runs, ...rest }: RunsListProps) {
  const texts = useMessages().cruzar.runs
  return (
    <ListTable
      caption={texts.title}
      columns={[
        { label: texts.name },
        { label: texts.when, width: 150, narrowWidth: 138 },
        { label: texts.list, width: 220, narrowWidth: 110 },
        { label: texts.rowCount, width: 90, narrowWidth: 72, number: true },
        { label: texts.outcomes, width: 180, narrowWidth: 120 },
        { label: texts.state, width: 140, narrowWidth: 116 },
        { label: texts.actions, width: 60, unseen: true },
      ]}
    >
      {runs.map((run) => (
        <RunRow key={run.id} run={run} {...rest} />
      ))}
    </ListTable>
  )
}

interface RunRowProps extends Omit<RunsListProps, 'runs'> {
  readonly run: Run
}

function RunRow({ run, now, onOpen, onAgain, onAsk }: RunRowProps) {
  const { cruzar } = useMessages()
  const format = useFormat()
  const texts = cruzar.runs
  return (
    <tr>
      <td>
        <UnstyledButton className="list-name" title={run.name} onClick={() => onOpen(run)}>
          {run.name}
        </UnstyledButton>
      </td>
      <td className="dim">{format.moment(Date.parse(run.started_at), now)}</td>
      <td className="runs-source dim" title={run.list_name}>
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
      <td className="list-actions">
        <DotsMenu
          label={texts.actionsOf(run.name)}
          width={220}
          items={[
            { label: texts.open, onClick: () => onOpen(run) },
            { label: texts.again, onClick: () => onAgain(run) },
            { label: texts.export, onClick: () => onAsk('export', run) },
            { label: texts.rename, onClick: () => onAsk('rename', run) },
            { label: texts.forget, onClick: () => onAsk('forget', run), dangerous: true },
          ]}
        />
      </td>
    </tr>
  )
}

function isNamed(run: Run, search: string): boolean {
  return foldText(`${run.name} ${run.list_name}`).includes(foldText(search.trim()))
}
