import './preview.css'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowsJoin, IconHistory } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { ListBudget } from '../../preload/contract/cruzar.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { paceWords } from '../../preload/messages/pace.ts'
import { exportFormats } from '../../preload/values/export-formats.ts'
import { isDamage } from '../../preload/values/key-problems.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { type Answerer, useAnswerer } from './answerers.ts'
import { BudgetStrip, UnusableCells } from './budget-strip.tsx'
import { CombineDialog } from './combine-dialog.tsx'
import { PreviewTable, SettingsBar } from './list-reading.tsx'
import { columnUses, isUnderstood, lastBudget, otherKeysOf, type PreparedList } from './list-state.ts'
import { RecipeNote, SaveRecipeDialog, useRecipeActions } from './recipe-note.tsx'
import { StartPanel } from './start-panel.tsx'

interface ListProps {
  readonly list: PreparedList
}

/** The list before anything is sent: how it was read, its counts, who answers it, and the start button. */
export function ListPreview({ list }: ListProps) {
  const messages = useMessages()
  const { cruzar: texts, recipes } = messages
  const exporting = messages.tables.export
  const { unavailable } = messages.common
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
  const { combine, listFile } = useFeature('cruzar')
  const isCombining = useStore(combine, ({ opened }) => opened)
  const saved = useStore(listFile)
  const isCounting = state.counting || !isUnderstood(state)
  const whyNot = isCounting ? unavailable.busy : !budget?.keys && unavailable.noKeys
  const fileName = state.name.trim() || texts.title
  const formats = exportFormats.map((format) => ({
    label: exporting.formats[format],
    hint: exporting.hints[format],
    onClick: () => void saved.save(list, format, fileName),
  }))
  return (
    <>
      <PageHeader
        title={list.inspection.name === '' ? state.name : list.inspection.name}
        facts={<ListFacts list={list} />}
        actions={[
          { label: recipes.menu, items: recipeActions },
          { label: texts.combine.shortAction, disabled: whyNot, onClick: combine.getState().open },
          { label: texts.combine.save, busy: saved.working !== null, items: formats },
          { label: texts.list.change, onClick: list.combined ? state.leave : state.discard },
        ]}
        onBack={list.combined ? state.leave : state.discard}
      />
      {isCombining ? <CombineDialog /> : null}
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
          <SavingLine />
          {saved.failure ? <FailureNotice failure={saved.failure} onClose={saved.dismissFailure} /> : null}
          <ColumnQuestion list={list} />
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

/** The progress of writing the list to a file, with a stop button. Empty while it is not written. */
function SavingLine() {
  const messages = useMessages()
  const { working, pace, cancel } = useStore(useFeature('cruzar').listFile)
  if (!working) return null
  const { running } = messages.tables.export
  return (
    <div className="table-exporting row">
      <ProgressLine
        label={running}
        done={pace.rows}
        total={pace.total}
        text={pace.rows === 0 ? running : paceWords(pace, messages)}
      />
      <Button size="compact-xs" variant="subtle" onClick={cancel}>
        {messages.common.cancel}
      </Button>
    </div>
  )
}

/** The cost of the keys on the chosen connection; recounted for another one. */
function useCost(answerer: Answerer | undefined, keys: number) {
  const { draft } = useFeature('cruzar')
  const otherKeys = useStore(draft, otherKeysOf)
  const connectionId = answerer?.kind === 'connection' ? answerer.connection.id : null
  useEffect(() => {
    if (connectionId !== null && keys > 0) void draft.getState().estimateCost(connectionId, keys, otherKeys)
  }, [draft, connectionId, keys, otherKeys])
}

/** The kind, size and columns of the file, and which columns are keys. */
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

/**
 * Asks whose phones or e-mails a column has, where headings and values do not decide it. The answer chooses the
 * columns.
 */
function ColumnQuestion({ list }: ListProps) {
  const texts = useMessages().cruzar.list
  const { changeSettings } = useFeature('cruzar').draft.getState()
  const { columns, question } = list.inspection
  const left = columns.find(({ index }) => index === question?.left)
  if (!question || !left || list.settings.key_columns) return null
  const { kind, taken } = question
  const headingOf = ({ name, index }: typeof left) => name || texts.unnamed(index + 1)
  const read = columns.flatMap((column) =>
    column.kind === 'other' ? [] : [{ index: column.index, kind: column.kind }],
  )
  const choose = (key_columns: typeof read) => void changeSettings({ key_columns })
  const all = [...read, { index: left.index, kind }].sort((one, other) => one.index - other.index)
  const [other] = taken.length === 1 ? columns.filter(({ index }) => index === taken[0]) : []
  const example = left.samples[0] ?? ''
  const isOfDigits = left.left === 'other_digits'
  const about = isOfDigits
    ? texts.question.digits(headingOf(left), example)
    : texts.question.repeated(kind, headingOf(left), example)
  const answers = other
    ? [
        { label: texts.question.column(headingOf(other), other.samples[0] ?? ''), keys: read },
        {
          label: texts.question.column(headingOf(left), example),
          keys: all.filter(({ index }) => index !== other.index),
        },
        { label: texts.question.both, keys: all },
      ]
    : [
        { label: texts.question.yes, keys: all },
        { label: isOfDigits ? texts.question.notPhones : texts.question.no, keys: read },
      ]
  return (
    <div className="card rigid pad-8-12">
      <fieldset className="plain-fieldset">
        <legend>{other ? texts.question.which(kind) : about}</legend>
        <div className="row wraps gap-8">
          {answers.map(({ label, keys }) => (
            <Button key={label} size="xs" variant="default" onClick={() => choose(keys)}>
              {label}
            </Button>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

/** The source of the list, and remarks about it. */
function ListNotes({
  list,
  hiddenRows,
  problems,
}: ListProps & { readonly hiddenRows: number } & Pick<ListBudget, 'problems'>) {
  const { now } = useApp()
  const { cruzar } = useMessages()
  const format = useFormat()
  const { changeSettings } = useFeature('cruzar').draft.getState()
  const readAll = () => void changeSettings({ sheet: null, sheets: 'all' })
  const { from, inspection, combined } = list
  const damaged = problems.filter(({ reason }) => isDamage(reason))
  const hints = inspection.hints.flatMap((hint) => {
    const sentence = hint === 'damaged_by_excel' && damaged.length > 0 ? undefined : cruzar.hints[hint]
    return sentence ? [{ hint, sentence }] : []
  })
  const joined = inspection.key_sheets.filter(({ is_read }) => is_read)
  const others = inspection.key_sheets.filter(({ is_read }) => !is_read)
  const hasSheets = joined.length > 1 || others.length > 0
  if (!from && !combined && !hasSheets && hints.length === 0 && hiddenRows === 0 && damaged.length === 0) return null
  const { hiddenRead, hiddenSkipped } = cruzar.list
  return (
    <ul className="list-notes stack plain-list rigid gap-4">
      {from ? (
        <li className="row top pad-8-12" data-kind="origin">
          <IconHistory size={16} aria-hidden="true" />
          {cruzar.list.fromRun(from.name, format.moment(Date.parse(from.started_at), now()))}
        </li>
      ) : null}
      {combined ? (
        <li className="row top pad-8-12" data-kind="origin">
          <IconArrowsJoin size={16} aria-hidden="true" />
          {cruzar.combine.made}
        </li>
      ) : null}
      {joined.length > 1 ? (
        <li className="row top pad-8-12" data-kind="origin">
          <IconArrowsJoin size={16} aria-hidden="true" />
          {cruzar.list.joinedSheets(joined)}
        </li>
      ) : null}
      {others.length > 0 ? (
        <li className="row top pad-8-12">
          <IconAlertTriangle size={16} aria-hidden="true" />
          <span>
            {cruzar.list.otherSheets(inspection.file_kind, others)}{' '}
            <Button size="compact-xs" variant="default" onClick={readAll}>
              {cruzar.list.readAll}
            </Button>
          </span>
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

/** Numbers of the list that lost a part: how many of each kind, and what the person can do about them. */
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
