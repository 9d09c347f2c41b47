import { Button, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { SheetDifference } from '../../preload/contract/sheets.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import type { TableStore } from '../tables/table-state.ts'
import { conversationStatusWord } from '../tables/words.ts'
import { RowsSwitch } from '../ui/rows-switch.tsx'
import {
  type DifferenceFigure,
  figureOfKind,
  figureOfLabel,
  figureOfMove,
  type MovedField,
  showOnly,
  shows,
} from './differences.ts'

interface StripProps {
  readonly table: TableStore
  readonly difference: SheetDifference
}

/** What changed, as switches that show only its records, with the movements behind them and what is not known. */
export function DifferenceStrip({ table, difference }: StripProps) {
  const { differences: texts } = useMessages()
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const { kinds, moves, labels } = difference
  const hasMoves = moves.status.length + moves.agente.length + labels.length > 0
  return (
    <section className="difference-strip" aria-label={texts.filterLabel}>
      <div className="difference-figures row">
        {kinds.map(({ kind, rows }) => (
          <Figure key={kind} table={table} figure={figureOfKind(kind)} label={texts.counts[kind](rows)} />
        ))}
        {hasMoves ? (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={open}
            aria-controls={panelId}
            onClick={() => setOpen(!open)}
          >
            {texts.movements}
          </Button>
        ) : null}
      </div>
      <Notes difference={difference} />
      <div id={panelId} hidden={!open}>
        {open ? <Movements table={table} difference={difference} /> : null}
      </div>
    </section>
  )
}

function Figure({ table, figure, label }: Pick<StripProps, 'table'> & { figure: DifferenceFigure; label: string }) {
  const query = useStore(table, (state) => state.query)
  const pressed = shows(query, figure)
  return (
    <RowsSwitch
      label={label}
      pressed={pressed}
      onPress={() => void table.getState().apply(showOnly(query, pressed ? [] : figure))}
    />
  )
}

/** What may be missing, and why; empty where nothing is. */
function Notes({ difference: { from, to, unclear, without_key, quick } }: Pick<StripProps, 'difference'>) {
  const { differences: texts } = useMessages()
  return (
    <>
      {quick ? <p className="note">{texts.quick}</p> : null}
      {from.whole ? null : <p className="note">{texts.earlierPart(unclear.later)}</p>}
      {to.whole || quick ? null : <p className="note">{texts.laterPart(unclear.earlier)}</p>}
      {without_key > 0 ? <p className="note">{texts.withoutKey(without_key)}</p> : null}
    </>
  )
}

/** So many movements of each field are offered. */
const mostMoves = 8

/** Where records came from and where they are: of each field its most frequent movements, as buttons. */
function Movements({ table, difference: { moves, labels } }: StripProps) {
  const messages = useMessages()
  const texts = messages.differences
  const word = (field: MovedField, value: string | null) => {
    if (field === 'status') return value === null ? texts.noStatus : conversationStatusWord(messages, value)
    return value ?? texts.nobody
  }
  const columns = (['status', 'agente'] as const).filter((field) => moves[field].length > 0)
  const labelMoves = labels.flatMap(({ label, won, lost }) => [
    ...(won > 0 ? [{ label, change: 'won' as const, rows: won }] : []),
    ...(lost > 0 ? [{ label, change: 'lost' as const, rows: lost }] : []),
  ])
  return (
    <fieldset className="plain-fieldset difference-moves row top" aria-label={texts.movesLabel}>
      {columns.map((field) => (
        <Column key={field} title={texts.fields[field]}>
          {moves[field].slice(0, mostMoves).map((move) => {
            const [from, to] = [word(field, move.from), word(field, move.to)]
            return (
              <MoveButton
                key={`${from} ${to}`}
                table={table}
                figure={figureOfMove(field, move)}
                rows={move.rows}
                label={texts.moveLabel(from, to, move.rows)}
              >
                {texts.move(from, to)}
              </MoveButton>
            )
          })}
        </Column>
      ))}
      {labelMoves.length > 0 ? (
        <Column title={texts.fields.etiquetas}>
          {labelMoves
            .toSorted((one, other) => other.rows - one.rows)
            .slice(0, mostMoves)
            .map(({ label, change, rows }) => (
              <MoveButton
                key={`${change} ${label}`}
                table={table}
                figure={figureOfLabel(label, change)}
                rows={rows}
                label={texts.labelMoves[change].long(label, rows)}
              >
                {texts.labelMoves[change].short(label)}
              </MoveButton>
            ))}
        </Column>
      ) : null}
    </fieldset>
  )
}

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="difference-column">
      <div className="note">{title}</div>
      {children}
    </div>
  )
}

interface MoveProps extends Pick<StripProps, 'table'> {
  readonly figure: DifferenceFigure
  readonly rows: number
  readonly label: string
  readonly children: string
}

function MoveButton({ table, figure, rows, label, children }: MoveProps) {
  const format = useFormat()
  const query = useStore(table, (state) => state.query)
  const pressed = shows(query, figure)
  return (
    <UnstyledButton
      className="difference-move hoverable row"
      aria-pressed={pressed}
      aria-label={label}
      onClick={() => void table.getState().apply(showOnly(query, pressed ? [] : figure))}
    >
      <span className="figures difference-count">{format.number(rows)}</span>
      <span className="cut">{children}</span>
    </UnstyledButton>
  )
}
