import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy, IconUserQuestion } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { ColumnFilter, TableQuery } from '../../preload/contract/table-queries.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { useFeature, useSlot } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { filterOf } from '../tables/query.ts'
import type { GridRow } from '../tables/table-state.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { InfoNotice } from '../ui/info-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { RowsSwitch } from '../ui/rows-switch.tsx'
import { reasonColumn } from './damaged.ts'
import { otherMatchesFilter } from './matching.ts'
import { useIsOfOneAccount } from './run-lead.tsx'
import { keyColumn, otherNameColumn, outcomeColumn } from './runs.ts'
import { showOnly, useRowCount } from './shown-rows.ts'

interface RunProps {
  readonly run: Run
}

/**
 * Absent keys that may be registered with the other ninth digit: the cost of asking for them, and a button that does.
 */
export function OtherForms({ run }: RunProps) {
  const { cruzar } = useMessages()
  const format = useFormat()
  const { cost, asking, estimate, askOtherForms } = useStore(useFeature('cruzar').matching)
  useEffect(() => void estimate(run), [estimate, run])
  const costEstimate = readyValue(cost)
  const words =
    costEstimate &&
    cruzar.budget.cost(costEstimate.requests, format.duration(costEstimate.seconds), costEstimate.measured)
  const action = {
    label: cruzar.run.askOtherForms,
    onClick: () => void askOtherForms(run.id),
    busy: asking.working === run.id,
  }
  return (
    <>
      <InfoNotice text={cruzar.run.otherForms(run.other_forms)} kept={words} action={action} />
      {asking.failure ? <FailureNotice failure={asking.failure} /> : null}
    </>
  )
}

/** The rows that match although their digits differ: how many, why, and a switch that shows only them. */
export function OtherMatches({ run }: RunProps) {
  const { cruzar } = useMessages()
  const texts = cruzar.otherMatches
  const format = useFormat()
  const feature = useFeature('cruzar')
  const { otherMatches, countOtherMatches } = useStore(feature.matching)
  const table = feature.tableOf(run.id)
  const query = useStore(table, (state) => state.query)
  const shown = JSON.stringify(filterOf(query, reasonColumn)) === JSON.stringify(otherMatchesFilter)
  const { id, state, finished_at } = run
  useEffect(() => {
    if (state === 'finished' && finished_at !== null) void countOtherMatches(id)
  }, [countOtherMatches, id, state, finished_at])
  const otherCandidates = readyValue(otherMatches)
  const reasons = otherCandidates?.run === id ? otherCandidates.reasons : []
  if (state !== 'finished' || reasons.length === 0) return null
  return (
    <p className="rows-facts note figures">
      <RowsSwitch
        label={texts.rows(reasons.reduce((sum, { rows }) => sum + rows, 0))}
        pressed={shown}
        title={shown ? texts.showAll : texts.show}
        onPress={() => void table.getState().apply(showOnly(query, shown ? null : otherMatchesFilter))}
      />
      {joinFacts(reasons.map(({ reason, rows }) => `${cruzar.reasons[reason]}: ${format.number(rows)}`))}
    </p>
  )
}

const otherNameFilter: ColumnFilter = { column: otherNameColumn, operator: 'not_blank' }
const otherNameQuery: TableQuery = { ...emptyQuery, filters: [otherNameFilter] }

/**
 * The rows whose name in the list has no word in common with the one in the base: how many, and a switch. It shows only
 * them, with the other name beside.
 */
export function OtherNames({ run: { id, state } }: RunProps) {
  const { otherNames: texts } = useMessages().cruzar
  const table = useFeature('cruzar').tableOf(id)
  const query = useStore(table, (state) => state.query)
  const column = useStore(table, ({ columns }) => columns.find(({ key }) => key === otherNameColumn))
  const rows = useRowCount(table, column && state !== 'running' ? otherNameQuery : null)
  if (!column || !rows) return null
  const shown = filterOf(query, otherNameColumn) !== null
  const press = () => {
    const { arrange, apply } = table.getState()
    if (!shown && column.hidden) arrange(otherNameColumn, { hidden: false })
    void apply(showOnly(query, shown ? null : otherNameFilter))
  }
  return (
    <p className="rows-facts note figures">
      <RowsSwitch
        label={
          <>
            <IconUserQuestion size={14} aria-hidden="true" />
            {texts.rows(rows)}
          </>
        }
        pressed={shown}
        title={shown ? texts.showAll : texts.show}
        onPress={press}
      />
    </p>
  )
}

/** The contacts that match a row equally well, or are cards of its person, side by side. Empty for other rows. */
export function Candidates({ run, row }: RunProps & { readonly row: GridRow }) {
  const texts = useMessages().cruzar.run
  const { candidates, loadCandidates } = useStore(useFeature('cruzar').matching)
  const hasSeveral = row.cells[outcomeColumn] === 'ambigua' || row.cells[reasonColumn] === 'two_cards'
  useEffect(() => {
    if (hasSeveral) void loadCandidates(run.id, row.row)
  }, [hasSeveral, loadCandidates, run.id, row.row])
  if (!hasSeveral) return null
  return (
    <LoadableView of={candidates} onRetry={() => void loadCandidates(run.id, row.row)}>
      {({ count, leads }) => (
        <section className="candidates stack gap-8" aria-label={texts.candidates(count)}>
          <h3 className="heading">{texts.candidates(count)}</h3>
          <ul className="plain-list stack gap-8">
            {leads.map((lead, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: candidates never move, and a service may leave out their numbers
              <Candidate key={place} run={run} lead={lead} />
            ))}
          </ul>
          {count > leads.length ? <p className="note">{texts.firstCandidates(leads.length)}</p> : null}
        </section>
      )}
    </LoadableView>
  )
}

/** A Brazilian mobile with or without its ninth digit, as keys are written. */
const mobileKey = /^55[1-9]\d(?:9[6-9]|[6-9])\d{7}$/

/**
 * Only keys that are absent or without a conversation are asked for in their other form. A second card of a person with
 * a conversation is not found; the open row says so.
 */
export function UnseenCard({ run, row: { cells } }: RunProps & { readonly row: GridRow }) {
  const { cruzar } = useMessages()
  const hasBothAsked = String(cells[reasonColumn]).endsWith('_ninth') || cells[reasonColumn] === 'two_cards'
  const isMobile = mobileKey.test(String(cells[keyColumn]))
  if (run.sheet_id !== null || cells[outcomeColumn] !== 'com_conversa' || !isMobile || hasBothAsked) return null
  return <p className="note">{cruzar.run.unseenCard}</p>
}

interface CandidateProps extends RunProps {
  readonly lead: Readonly<Record<string, unknown>>
  /** Why it is listed; empty facts are left out. */
  readonly facts?: readonly string[]
  /** It is only a likely contact: it cannot be written to from here. */
  readonly isLikely?: boolean
}

/** A contact that a row may mean: who it is, and its phone to copy. */
export function Candidate({ run, lead, facts = [], isLikely = false }: CandidateProps) {
  const LeadActions = useSlot('leadActions')
  const { leads, common, cruzar } = useMessages()
  const text = (key: string) => (typeof lead[key] === 'string' ? lead[key] : '')
  const name = text('nome') || common.blank
  const phone = text('telefone') || text('telefone_digitos')
  const numbers = Object.fromEntries(
    ['contato_id', ...(isLikely ? [] : ['conversa_id'])].flatMap((key) =>
      typeof lead[key] === 'number' ? [[key, lead[key]]] : [],
    ),
  )
  const status: Readonly<Record<string, string>> = leads.status
  return (
    <li className="card pad-8-12 stack gap-4">
      <strong>{name}</strong>
      <span className="note figures">
        {phone}
        {phone === '' ? null : (
          <CopyButton value={phone}>
            {({ copied, copy }) => (
              <ActionIcon size="xs" ml={4} aria-label={cruzar.damaged.likely.copy(name)} onClick={copy}>
                {copied ? <IconCheck size={12} /> : <IconCopy size={12} />}
              </ActionIcon>
            )}
          </CopyButton>
        )}
      </span>
      <span className="note">{text('email')}</span>
      <span className="note">
        {joinFacts([status[text('status')] ?? text('status'), text('agente'), text('caixa')])}
      </span>
      {facts.some((fact) => fact !== '') ? <span className="note">{joinFacts(facts)}</span> : null}
      <LeadActions
        connection={run.connection_id}
        row={{ row: 0, cells: numbers }}
        inPlatform={useIsOfOneAccount(run)}
      />
    </li>
  )
}
