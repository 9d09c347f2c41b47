import { Button, Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { type RefObject, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { holdUnusableKeys } from '../../preload/values/key-problems.ts'
import { isOfAccount } from '../../preload/values/lead-filters.ts'
import { longestFileName } from '../../preload/values/names.ts'
import { phoneRungs } from '../../preload/values/rungs.ts'
import { useApp, useFeature, useNavigation, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText, useShortcuts } from '../kernel/shortcuts.ts'
import { dateProblem } from '../leads/lead-filter.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { type Answerer, accountOf, isSilent, readMoment, useAnswerer, useAnswerers } from './answerers.ts'
import { asksAsBefore, isUnderstood, lastBudget } from './list-state.ts'
import { sharePhrase } from './runs.ts'
import { SheetOffer } from './sheet-offer.tsx'
import { StartFilters } from './start-filters.tsx'

/** Who answers the list, its name, and the start button. */
export function StartPanel() {
  const { cruzar, tables, common } = useMessages()
  const texts = cruzar.start
  const { go } = useNavigation()
  const state = useStore(useFeature('cruzar').draft)
  const answerer = useAnswerer()
  const { name, counting, starting } = state
  const budget = !counting && isUnderstood(state) ? lastBudget(state) : null
  const isKeyless = budget?.keys === 0
  const hasResult = budget !== null && (!isKeyless || holdUnusableKeys(budget.problems))
  const hasSoundDays = dateProblem(state.filter, false) === null
  const isOfOneAccount = !isOfAccount(state.filter) || !answerer || accountOf(answerer) !== null
  const isSound = hasSoundDays && isOfOneAccount
  const ready = answerer !== undefined && hasResult && name.trim() !== '' && isSound
  const confirm = isKeyless && hasResult ? texts.keep : texts.confirm
  const busy = starting.working !== null
  const button = useRef<HTMLButtonElement>(null)
  const start = () => {
    if (answerer && ready) void state.start(answerer)
  }
  useShortcuts([{ keys: 'mod+enter', label: confirm, run: start }])
  useFirstFocus(button, ready)
  return (
    <aside className="list-preview-side" aria-label={texts.confirm}>
      <form
        className="start-panel gap-16 stack"
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        <TextInput
          label={common.fields.name}
          value={name}
          maxLength={longestFileName}
          autoComplete="off"
          error={name.trim() === '' ? texts.nameMissing : null}
          onChange={(event) => state.setName(event.currentTarget.value)}
        />
        {answerer ? (
          <AnswererChoice chosen={answerer} />
        ) : (
          <div>
            <Text size="sm">{texts.noConnection}</Text>
            <Button variant="default" mt={8} onClick={() => go({ screen: 'connections', create: true })}>
              {common.connectAccount}
            </Button>
          </div>
        )}
        {answerer ? <StartFilters answerer={answerer} /> : null}
        {answerer?.kind === 'sheets' || state.match !== null ? <MatchChoice /> : null}
        <ListChoice />
        {hasSoundDays ? null : <p className="start-problem">{tables.day.mend}</p>}
        {isOfOneAccount ? null : <p className="start-problem">{texts.severalAccounts}</p>}
        {isKeyless ? (
          <p className="start-problem">
            {hasResult ? cruzar.budget.nobody(budget.rows, budget.problems) : cruzar.budget.nothing}
          </p>
        ) : null}
        {starting.failure ? <FailureNotice failure={starting.failure} /> : null}
        {starting.failure && isSilent(starting.failure.code) && answerer?.kind === 'connection' ? (
          <SheetOffer
            connection={answerer.connection.id}
            busy={busy}
            onAnswer={(sheet) => {
              state.askSheets([sheet.id])
              void state.start({ kind: 'sheets', sheets: [sheet] })
            }}
          />
        ) : null}
        <Button
          ref={button}
          type="submit"
          size="md"
          fullWidth
          loading={busy}
          disabled={!ready && !busy}
          title={keyText('mod+enter')}
        >
          {confirm}
        </Button>
        {budget && !isKeyless ? (
          <Text size="sm" c="dimmed" className="figures">
            {answerer?.kind === 'sheets' ? texts.staying(budget.keys) : texts.sending(budget.keys)}
          </Text>
        ) : null}
      </form>
    </aside>
  )
}

/** Focuses the button once it can be pressed, so that Enter is enough. It never takes the focus from a field. */
function useFirstFocus(button: RefObject<HTMLButtonElement | null>, ready: boolean) {
  const done = useRef(false)
  useEffect(() => {
    if (!ready || done.current) return
    done.current = true
    const { activeElement } = document
    const idle = !activeElement || activeElement === document.body || activeElement.matches('main, h1')
    if (idle) button.current?.focus({ preventScroll: true })
  }, [button, ready])
}

/** Chooses who answers: the service through a connection, or cached sheets, with their date and badges. */
function AnswererChoice({ chosen }: { readonly chosen: Answerer }) {
  const texts = useMessages().cruzar.start
  const format = useFormat()
  const { now } = useApp()
  const SheetBadge = useSlot('sheetBadge')
  const { connections, sheets } = useAnswerers()
  const { sheetIds, askConnection, askSheets } = useStore(useFeature('cruzar').draft)
  const answering = chosen.kind === 'sheets' ? chosen.sheets : []
  // Sheets of an earlier run that can no longer answer.
  const gone = sheetIds.length - answering.filter(({ id }) => sheetIds.includes(id)).length
  const moments = answering.map(readMoment)
  const readAt = moments.includes(null) ? null : Math.min(...moments.map(Number))
  const ofSheets = (all: readonly Sheet[]) => ['sheets', ...all.map(({ id }) => id)].join(' ')
  return (
    <div>
      <NativeSelect
        size="sm"
        label={texts.connection}
        value={chosen.kind === 'sheets' ? ofSheets(answering) : `connection ${chosen.connection.id}`}
        data={[
          ...connections.map(({ id, name }) => ({ value: `connection ${id}`, label: name })),
          ...(answering.length > 1
            ? [{ value: ofSheets(answering), label: texts.sheets(answering.map(({ name }) => name)) }]
            : []),
          ...sheets.map((sheet) => ({ value: ofSheets([sheet]), label: texts.sheet(sheet.name) })),
        ]}
        onChange={(event) => {
          const [kind, first = '', ...others] = event.currentTarget.value.split(' ')
          if (kind === 'sheets') askSheets([first, ...others])
          else askConnection(first)
        }}
      />
      {gone > 0 ? <Text size="sm">{texts.sheetsGone(gone)}</Text> : null}
      {answering.length > 0 ? (
        <Text size="sm" c="dimmed" component="div" className="answerer-sheet">
          <span>
            {readAt === null ? texts.sheetNeverWhole : texts.sheetRead(format.moment(readAt, now()))}{' '}
            {answering.map((sheet) => (
              <span key={sheet.id}>
                <SheetBadge sheet={sheet} />
              </span>
            ))}
          </span>
          <span>{texts.sheetHint}</span>
        </Text>
      ) : null}
    </div>
  )
}

/**
 * Chooses how far a phone of the list and one of the base may differ and still be of one person. For a service, only a
 * run or recipe can set it.
 */
function MatchChoice() {
  const texts = useMessages().cruzar.match
  const { list, match, setMatch } = useStore(useFeature('cruzar').draft)
  const inspection = readyValue(list)?.inspection
  const hasArea = inspection ? inspection.area_column !== null || inspection.area_code !== null : false
  const rungs = phoneRungs.filter((rung) => hasArea || rung !== 'area')
  const chosen = rungs.findLast((rung) => rung === match) ?? rungs.at(-1) ?? 'ninth'
  return (
    <NativeSelect
      size="sm"
      label={texts.label}
      description={texts.hints[chosen]}
      value={chosen}
      data={rungs.map((rung) => ({ value: rung, label: texts.names[rung] }))}
      onChange={(event) => {
        const rung = rungs.find((each) => each === event.currentTarget.value)
        if (rung) setMatch(rung)
      }}
    />
  )
}

/** Chooses whether it is a list that was crossed before, whose changes the run will show. Empty for a new one. */
function ListChoice() {
  const texts = useMessages().cruzar.recognised
  const format = useFormat()
  const { now } = useApp()
  const state = useStore(useFeature('cruzar').draft)
  const recognised = lastBudget(state)?.recognised
  if (!recognised) return null
  const { name, runs, last_at, alike } = recognised
  const share = alike === null ? '' : sharePhrase(Math.round(alike * 1000), 1000)
  const hint = texts.hint(runs, format.moment(Date.parse(last_at), now()), share)
  return (
    <Checkbox
      size="sm"
      label={texts.label(name)}
      description={asksAsBefore(state) ? `${hint} ${texts.asBefore}` : hint}
      checked={!state.isNewList}
      onChange={(event) => state.setNewList(!event.currentTarget.checked)}
    />
  )
}
