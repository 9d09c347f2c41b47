import './preview.css'
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { useShortcuts } from '../kernel/shortcuts.ts'
import { periodOf, periodProblem } from '../leads/lead-filter.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { type Answerer, AnswererChoice, answererFor, answerersOf } from './answerers.tsx'
import { BudgetStrip, budgetOf, UnusableCells } from './budget-strip.tsx'
import { PreviewTable, SettingsBar } from './list-reading.tsx'
import { columnUses, type ListState, type PreparedList } from './list-state.ts'
import type { CruzarStore } from './list-store.ts'
import type { CruzarScreenProps } from './screen.tsx'
import { StartFilters, StartPanel } from './start-panel.tsx'

interface ListPreviewProps extends CruzarScreenProps {
  readonly list: PreparedList
}

/** The list before anything is sent: how it was understood, what it comes to, where it goes, and the one button. */
export function ListPreview(props: ListPreviewProps) {
  const { draft, list } = props
  const texts = useMessages().cruzar
  const state = useStore(draft)
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  const budget = budgetOf(state.counting)
  const hiddenRows = budget?.hidden_rows ?? 0
  const answerer = answererFor(props, state.sheetIds)
  useCost(draft, answerer, budget?.keys ?? 0)
  return (
    <>
      <PageHeader
        title={list.inspection.name === '' ? state.name : list.inspection.name}
        facts={<ListFacts list={list} />}
        actions={[{ label: texts.list.change, onClick: state.discard }]}
        onBack={state.discard}
      />
      <div className="panes">
        <div className="page narrows">
          <BudgetStrip
            counting={state.counting}
            stale={!isUnderstood(state)}
            cost={state.cost}
            offline={answerer?.kind === 'sheet'}
            open={open}
            detailsId={detailsId}
            onToggle={() => setOpen(!open)}
          />
          {open && budget ? <UnusableCells id={detailsId} budget={budget} /> : null}
          {state.counting.status === 'failed' ? (
            <FailureNotice failure={state.counting.failure} onRetry={() => void state.recount()} />
          ) : null}
          <ListNotes {...props} hiddenRows={hiddenRows} />
          <SettingsBar
            list={list}
            hiddenRows={hiddenRows}
            failed={state.settingsFailure !== undefined}
            onChange={(change) => void state.changeSettings(change)}
            onRecognise={() => void state.resetSettings()}
          />
          {state.settingsFailure ? (
            <FailureNotice
              failure={state.settingsFailure}
              action={{ label: texts.list.reset, onClick: () => void state.resetSettings() }}
            />
          ) : null}
          <PreviewTable list={list} onUse={(index, use) => void state.setColumnUse(index, use)} />
        </div>
        <ListStart {...props} />
      </div>
    </>
  )
}

/** The cost of the keys on the chosen connection; recounted for another one. */
function useCost(draft: CruzarStore, answerer: Answerer | undefined, keys: number) {
  const connectionId = answerer?.kind === 'connection' ? answerer.connection.id : null
  useEffect(() => {
    if (connectionId !== null && keys > 0) void draft.getState().estimateCost(connectionId, keys)
  }, [draft, connectionId, keys])
}

/** What the file is: its kind, size, columns and which of them hold keys. */
function ListFacts({ list }: { readonly list: PreparedList }) {
  const { cruzar } = useMessages()
  const format = useFormat()
  const { file_kind: kind, bytes, columns } = list.inspection
  const uses = [...columnUses(list).values()]
  const count = (targetUse: string) => uses.filter((use) => use === targetUse).length
  return joinFacts([
    cruzar.list.kinds[kind],
    format.bytes(bytes),
    cruzar.columnCount(columns.length),
    cruzar.list.keyColumns(count('phone'), count('email')),
  ])
}

/** Where the list came from, and what was noticed about it. */
function ListNotes({ list, now, hiddenRows }: ListPreviewProps & { readonly hiddenRows: number }) {
  const { cruzar } = useMessages()
  const format = useFormat()
  const { from, inspection } = list
  const hints = inspection.hints.flatMap((hint) => {
    const sentence = cruzar.hints[hint]
    return sentence ? [{ hint, sentence }] : []
  })
  if (!from && hints.length === 0 && hiddenRows === 0) return null
  const { hiddenRead, hiddenSkipped } = cruzar.list
  return (
    <ul className="list-notes stack plain-list rigid gap-s">
      {from ? (
        <li data-kind="origin">
          <IconHistory size={16} aria-hidden="true" />
          {cruzar.list.fromRun(from.name, format.moment(Date.parse(from.started_at), now()))}
        </li>
      ) : null}
      {hiddenRows > 0 ? (
        <li>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {inspection.hidden_rows === 'skip' ? hiddenSkipped(hiddenRows) : hiddenRead(hiddenRows)}
        </li>
      ) : null}
      {hints.map(({ hint, sentence }) => (
        <li key={hint}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {sentence}
        </li>
      ))}
    </ul>
  )
}

/** Whether the list was read by the settings that stand. */
function isUnderstood({ inspecting, settingsFailure }: ListState): boolean {
  return !inspecting && settingsFailure === undefined
}

function ListStart(props: ListPreviewProps) {
  const { draft, names, now, badgeOf, onConnect } = props
  const { cruzar: texts, tables } = useMessages()
  const state = useStore(draft)
  const answerers = answerersOf(props)
  const answerer = answererFor(answerers, state.sheetIds)
  const keys = state.counting.status === 'counted' && isUnderstood(state) ? state.counting.budget.keys : null
  const hasSoundDays = answerer?.kind !== 'connection' || periodProblem(periodOf(state.filter), false) === null
  const ready = answerer !== undefined && keys !== null && keys > 0 && state.name.trim() !== '' && hasSoundDays
  const button = useRef<HTMLButtonElement>(null)
  const start = () => {
    if (answerer && ready) void state.start(answerer)
  }
  useShortcuts([{ keys: 'mod+enter', label: texts.start.confirm, run: start }])
  useFirstFocus(button, ready)
  return (
    <aside className="list-preview-side" aria-label={texts.start.confirm}>
      <StartPanel
        name={state.name}
        answerer={
          answerer ? (
            <AnswererChoice
              answerers={answerers}
              chosen={answerer}
              gone={
                answerer.kind === 'sheet' ? state.sheetIds.length - 1 - answerer.others.length : state.sheetIds.length
              }
              now={now}
              badgeOf={badgeOf}
              onChoose={state.setAnswerer}
            />
          ) : null
        }
        offline={answerer?.kind === 'sheet'}
        keys={keys}
        busy={state.starting}
        ready={ready}
        button={button}
        filters={
          answerer?.kind === 'connection' ? (
            <StartFilters
              connectionId={answerer.connection.id}
              filter={state.filter}
              names={names}
              now={now}
              onChange={state.setFilter}
            />
          ) : null
        }
        failure={
          <>
            {hasSoundDays ? null : <p className="start-problem">{tables.day.mend}</p>}
            {keys === 0 ? <p className="start-problem">{texts.budget.nothing}</p> : null}
            {state.startFailure ? <FailureNotice failure={state.startFailure} /> : null}
          </>
        }
        onName={state.setName}
        onConnect={onConnect}
        onStart={start}
      />
    </aside>
  )
}

/** Puts the keyboard on the button once it can be pressed, so that Enter is all it takes; never away from a field. */
function useFirstFocus(button: { readonly current: HTMLButtonElement | null }, ready: boolean) {
  const done = useRef(false)
  useEffect(() => {
    if (!ready || done.current) return
    done.current = true
    const { activeElement } = document
    const idle = !activeElement || activeElement === document.body || activeElement.matches('main, h1')
    if (idle) button.current?.focus({ preventScroll: true })
  }, [button, ready])
}
