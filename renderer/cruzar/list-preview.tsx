import './preview.css'
import { IconAlertTriangle, IconHistory } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ListBudget } from '../../preload/contract/cruzar.ts'
import { isDamage } from '../../preload/contract/key-problems.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { type Answerer, useAnswerer } from './answerers.ts'
import { BudgetStrip, UnusableCells } from './budget-strip.tsx'
import { PreviewTable, SettingsBar } from './list-reading.tsx'
import { columnUses, lastBudget, type PreparedList } from './list-state.ts'
import { RecipeNote, SaveRecipeDialog, useRecipeActions } from './recipe-note.tsx'
import { StartPanel } from './start-panel.tsx'

interface ListProps {
  readonly list: PreparedList
}

/** The list before anything is sent: how it was understood, what it comes to, where it goes, and the one button. */
export function ListPreview({ list }: ListProps) {
  const { cruzar: texts, recipes } = useMessages()
  const state = useStore(useFeature('cruzar').draft)
  const [open, setOpen] = useState(false)
  const [saving, setSaving] = useState(false)
  const detailsId = useId()
  const budget = lastBudget(state)
  const hiddenRows = budget?.hidden_rows ?? 0
  const shortPhones = budget?.problems.some(({ reason }) => reason === 'no_area_code') ?? false
  const { failure } = state.inspecting
  const counted = state.budget
  const answerer = useAnswerer()
  const recipeActions = useRecipeActions(() => setSaving(true))
  useCost(answerer, budget?.keys ?? 0)
  return (
    <>
      <PageHeader
        title={list.inspection.name === '' ? state.name : list.inspection.name}
        facts={<ListFacts list={list} />}
        actions={[
          { label: recipes.menu, items: recipeActions },
          { label: texts.list.change, onClick: state.discard },
        ]}
        onBack={state.discard}
      />
      <div className="panes">
        <div className="page narrows">
          <BudgetStrip
            offline={answerer?.kind === 'sheets'}
            open={open}
            detailsId={detailsId}
            onToggle={() => setOpen(!open)}
          />
          {open && budget ? <UnusableCells id={detailsId} budget={budget} /> : null}
          {!state.counting && 'failure' in counted && counted.failure ? (
            <FailureNotice failure={counted.failure} onRetry={() => void state.recount()} />
          ) : null}
          <RecipeNote />
          <ListNotes list={list} hiddenRows={hiddenRows} problems={budget?.problems ?? []} />
          <SettingsBar list={list} hiddenRows={hiddenRows} shortPhones={shortPhones} />
          {failure ? (
            <FailureNotice
              failure={failure}
              action={{ label: texts.list.reset, onClick: () => void state.resetSettings() }}
            />
          ) : null}
          <PreviewTable list={list} />
        </div>
        <StartPanel />
      </div>
      {saving ? <SaveRecipeDialog list={list} onClose={() => setSaving(false)} /> : null}
    </>
  )
}

/** The cost of the keys on the chosen connection; recounted for another one. */
function useCost(answerer: Answerer | undefined, keys: number) {
  const { draft } = useFeature('cruzar')
  const connectionId = answerer?.kind === 'connection' ? answerer.connection.id : null
  useEffect(() => {
    if (connectionId !== null && keys > 0) void draft.getState().estimateCost(connectionId, keys)
  }, [draft, connectionId, keys])
}

/** What the file is: its kind, size, columns and which of them hold keys. */
function ListFacts({ list }: ListProps) {
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
function ListNotes({
  list,
  hiddenRows,
  problems,
}: ListProps & { readonly hiddenRows: number } & Pick<ListBudget, 'problems'>) {
  const { now } = useApp()
  const { cruzar } = useMessages()
  const format = useFormat()
  const { from, inspection } = list
  const damaged = problems.filter(({ reason }) => isDamage(reason))
  const hints = inspection.hints.flatMap((hint) => {
    const sentence = hint === 'damaged_by_excel' && damaged.length > 0 ? undefined : cruzar.hints[hint]
    return sentence ? [{ hint, sentence }] : []
  })
  if (!from && hints.length === 0 && hiddenRows === 0 && damaged.length === 0) return null
  const { hiddenRead, hiddenSkipped } = cruzar.list
  return (
    <ul className="list-notes stack plain-list rigid gap-4">
      {from ? (
        <li className="row top pad-8-12" data-kind="origin">
          <IconHistory size={16} aria-hidden="true" />
          {cruzar.list.fromRun(from.name, format.moment(Date.parse(from.started_at), now()))}
        </li>
      ) : null}
      {hiddenRows > 0 ? (
        <li className="row top pad-8-12">
          <IconAlertTriangle size={16} aria-hidden="true" />
          {inspection.hidden_rows === 'skip' ? hiddenSkipped(hiddenRows) : hiddenRead(hiddenRows)}
        </li>
      ) : null}
      {damaged.length > 0 ? <DamagedCells problems={damaged} /> : null}
      {hints.map(({ hint, sentence }) => (
        <li key={hint} className="row top pad-8-12">
          <IconAlertTriangle size={16} aria-hidden="true" />
          {sentence}
        </li>
      ))}
    </ul>
  )
}

/** Numbers of the list that lost a part: how many of each kind, and what to do about them. */
function DamagedCells({ problems }: Pick<ListBudget, 'problems'>) {
  const { damaged: texts } = useMessages().cruzar
  const kinds = problems.flatMap(({ reason, cells }) => (isDamage(reason) ? [{ kind: reason, cells }] : []))
  return (
    <li className="row top pad-8-12">
      <IconAlertTriangle size={16} aria-hidden="true" />
      <span className="figures">
        <strong>{texts.cells(kinds.reduce((sum, { cells }) => sum + cells, 0))}</strong>
        {kinds.map(({ kind, cells }) => (
          <span key={kind} className="block">
            {texts.kinds[kind](cells)}: {texts.advice[kind]}
          </span>
        ))}
      </span>
    </li>
  )
}
