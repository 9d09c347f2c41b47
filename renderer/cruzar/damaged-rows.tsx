import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { LikelyContacts as Likely } from '../../preload/contract/damaged-keys.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { isDamage } from '../../preload/values/key-problems.ts'
import { formatPhone } from '../../preload/values/phone-text.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { GridRow } from '../tables/table-state.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { RowsSwitch } from '../ui/rows-switch.tsx'
import { damagedFilter, reasonColumn, showsDamaged } from './damaged.ts'
import { Candidate } from './run-matches.tsx'
import { showOnly } from './shown-rows.ts'

interface RunProps {
  readonly run: Run
}

/** How many rows of a run have a damaged number, by kind; empty until they are counted. */
export function useDamagedRows({ id }: Run) {
  const { counts, count } = useStore(useFeature('cruzar').damaged)
  useEffect(() => void count(id), [count, id])
  const damage = readyValue(counts)
  const kinds = damage?.run === id ? damage.kinds : []
  return { kinds, rows: kinds.reduce((sum, { rows }) => sum + rows, 0) }
}

/** The rows with a damaged number as a group: how many, by kind, and a switch that shows only them. */
export function DamagedRows({ run }: RunProps) {
  const { damaged: texts } = useMessages().cruzar
  const table = useFeature('cruzar').tableOf(run.id)
  const query = useStore(table, (state) => state.query)
  const { kinds, rows } = useDamagedRows(run)
  if (rows === 0) return null
  const shown = showsDamaged(query)
  return (
    <p className="rows-facts damaged-rows note figures">
      <RowsSwitch
        label={
          <>
            <IconAlertTriangle size={14} aria-hidden="true" />
            {texts.rows(rows)}
          </>
        }
        pressed={shown}
        title={shown ? texts.showAll : texts.show}
        onPress={() => void table.getState().apply(showOnly(query, shown ? null : damagedFilter))}
      />
      {joinFacts(kinds.map(({ kind, rows: ofKind }) => texts.kinds[kind](ofKind)))}
    </p>
  )
}

/** The contacts that the damaged number of a row may belong to, to look at and copy. Empty for other rows. */
export function LikelyContacts({ run, row }: RunProps & { readonly row: GridRow }) {
  const { likely, findLikely } = useStore(useFeature('cruzar').damaged)
  const isDamaged = isDamage(String(row.cells[reasonColumn]))
  useEffect(() => {
    if (isDamaged) void findLikely(run.id, row.row)
  }, [isDamaged, findLikely, run.id, row.row])
  if (!isDamaged) return null
  return (
    <LoadableView of={likely} onRetry={() => void findLikely(run.id, row.row)}>
      {({ row: of, found }) => (found && of === row.row ? <LikelyList run={run} found={found} /> : null)}
    </LoadableView>
  )
}

function LikelyList({ run, found }: RunProps & { readonly found: Likely }) {
  const { cruzar } = useMessages()
  const texts = cruzar.damaged.likely
  const { phone, sheets, count, is_vague, contacts } = found
  const several = sheets.length > 1
  return (
    <section className="candidates stack gap-8" aria-label={texts.title}>
      <h3 className="heading">{texts.title}</h3>
      <p className="note figures">
        {joinFacts([texts.written(phone.text), cruzar.reasons[phone.kind]])}
        {is_vague ? null : <span className="block">{knownWords(phone.known, texts.known)}</span>}
      </p>
      {sheets.length === 0 ? (
        <p className="text-14">{run.sheet_id === null ? texts.noSheets : texts.sheetsGone}</p>
      ) : (
        <p className="text-14 figures">{is_vague && count > 0 ? texts.vague(count) : texts.count(count)}</p>
      )}
      {contacts.length > 0 ? (
        <>
          {is_vague ? <p className="text-14">{texts.named}</p> : null}
          <ul className="plain-list stack gap-8">
            {contacts.map(({ lead, sheet_name, has_name, other_ninth }, place) => (
              <Candidate
                // biome-ignore lint/suspicious/noArrayIndexKey: contacts never move, and a service may leave out their numbers
                key={place}
                isLikely
                run={run}
                lead={lead}
                facts={[has_name ? texts.hasName : '', other_ninth ? texts.otherNinth : '', several ? sheet_name : '']}
              />
            ))}
          </ul>
          {!is_vague && count > contacts.length ? (
            <p className="note">{cruzar.run.firstCandidates(contacts.length)}</p>
          ) : null}
          <p className="note">{texts.offered}</p>
        </>
      ) : null}
      <SearchedSheets sheets={sheets} />
    </section>
  )
}

function knownWords(
  remains: Likely['phone']['known'],
  texts: Messages['cruzar']['damaged']['likely']['known'],
): string {
  switch (remains.kind) {
    case 'between':
      return texts.between(formatPhone(remains.from), formatPhone(remains.to))
    case 'joined':
      return texts.joined(formatPhone(remains.digits))
    case 'begins':
    case 'ends':
    case 'same':
      return texts[remains.kind](remains.digits)
  }
}

function SearchedSheets({ sheets }: Pick<Likely, 'sheets'>) {
  const texts = useMessages().cruzar.damaged.likely
  const format = useFormat()
  const { now } = useApp()
  if (sheets.length === 0) return null
  const names = sheets.map(({ name, read_at }) =>
    read_at === null ? texts.sheetNeverWhole(name) : texts.sheet(name, format.moment(Date.parse(read_at), now())),
  )
  return <p className="note figures">{texts.sheets(format.list(names))}</p>
}
