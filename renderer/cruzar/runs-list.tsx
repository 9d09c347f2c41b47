import { Anchor, Button, TextInput, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { Run } from '../../preload/contract/cruzar.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { foldText } from '../tables/fold-text.ts'
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
    <table className="plain-table runs-table">
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.when}</th>
          <th scope="col">{texts.list}</th>
          <th scope="col" className="number">
            {texts.rowCount}
          </th>
          <th scope="col">{texts.outcomes}</th>
          <th scope="col">{texts.state}</th>
          <th scope="col">
            <VisuallyHidden>{texts.actions}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} {...rest} />
        ))}
      </tbody>
    </table>
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
      <td className="runs-name">
        <Anchor component="button" type="button" inherit onClick={() => onOpen(run)} title={run.name}>
          {run.name}
        </Anchor>
      </td>
      <td className="figures runs-when">{format.moment(Date.parse(run.started_at), now)}</td>
      <td className="runs-source" title={run.list_name}>
        {run.list_name}
      </td>
      <td className="number">{format.number(run.rows)}</td>
      <td className="runs-bar">
        <OutcomeBar counts={run.outcomes} running={run.state === 'running'} size="small" />
      </td>
      <td className="figures runs-state">
        {run.state === 'finished' && run.outcomes.sem_resposta > 0
          ? cruzar.unansweredState(run.outcomes.sem_resposta)
          : cruzar.states[run.state]}
      </td>
      <td>
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
