import { NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'

/** What a list is matched against: the service of a connection, or a cached sheet, offline. */
export type Answerer =
  | { readonly kind: 'connection'; readonly connection: Connection }
  | {
      readonly kind: 'sheet'
      readonly sheet: Sheet
      /** Further sheets that answer with it. */
      readonly others: readonly Sheet[]
    }

export interface Answerers {
  readonly connections: readonly Connection[]
  readonly sheets: readonly Sheet[]
}

/** What the person chose. */
export type ChosenAnswerer =
  | { readonly kind: 'connection'; readonly id: string }
  | { readonly kind: 'sheets'; readonly ids: readonly string[] }

/** The connections to agent platforms, and the sheets that have rows and are not being read for the first time. */
export function answerersOf({ connections, sheets }: Answerers): Answerers {
  return {
    connections: connections.filter(({ service }) => service === 'platform'),
    sheets: sheets.filter(({ badge, rows, read_at }) => badge.kind !== 'reading' && (rows > 0 || read_at !== null)),
  }
}

/** The chosen sheets that still can answer, else the connection in use, else the first sheet. */
export function answererFor(all: Answerers, sheetIds: readonly string[]): Answerer | undefined {
  const { connections, sheets } = answerersOf(all)
  const [chosen, ...others] = sheetIds.flatMap((sheetId) => sheets.find(({ id }) => id === sheetId) ?? [])
  if (chosen) return { kind: 'sheet', sheet: chosen, others }
  const connection = connections.find(({ current }) => current)
  if (connection) return { kind: 'connection', connection }
  const [first] = sheets
  return first && { kind: 'sheet', sheet: first, others: [] }
}

/** When the rows of a sheet were read or refreshed last, epoch ms; null for a sheet that was never read whole. */
export function readMoment({ read_at, refreshed_at }: Pick<Sheet, 'read_at' | 'refreshed_at'>): number | null {
  const moment = refreshed_at ?? read_at
  return moment === null ? null : Date.parse(moment)
}

/** Whom the list is asked: the service through a connection, or a cached sheet, with its date and badge. */
export function AnswererChoice({
  answerers,
  chosen,
  gone,
  now,
  badgeOf,
  onChoose,
}: {
  /** Those that can answer; at least one. */
  readonly answerers: Answerers
  readonly chosen: Answerer | undefined
  /** Sheets of an earlier run that cannot answer any more. */
  readonly gone: number
  readonly now: () => number
  /** Whether a sheet's rows are all that the service has. */
  readonly badgeOf: (sheet: Sheet) => ReactNode
  readonly onChoose: (chosen: ChosenAnswerer) => void
}) {
  const texts = useMessages().cruzar.start
  const format = useFormat()
  const { connections, sheets } = answerers
  const answering = chosen?.kind === 'sheet' ? [chosen.sheet, ...chosen.others] : []
  const moments = answering.map(readMoment)
  const readAt = moments.some((moment) => moment === null) ? null : Math.min(...moments.map(Number))
  return (
    <div>
      <NativeSelect
        size="sm"
        label={texts.connection}
        value={chosen ? optionOf(chosen) : ''}
        data={[
          ...connections.map((connection) => ({
            value: optionOf({ kind: 'connection', connection }),
            label: connection.name,
          })),
          ...(answering.length > 1
            ? [{ value: optionOfSheets(answering), label: texts.sheets(answering.map(({ name }) => name)) }]
            : []),
          ...sheets.map((sheet) => ({ value: optionOfSheets([sheet]), label: texts.sheet(sheet.name) })),
        ]}
        onChange={(event) => onChoose(choiceOf(event.currentTarget.value))}
      />
      {gone > 0 ? <Text size="sm">{texts.sheetsGone(gone)}</Text> : null}
      {answering.length > 0 ? (
        <Text size="sm" c="dimmed" component="div" className="answerer-sheet">
          <span>
            {readAt === null ? texts.sheetNeverWhole : texts.sheetRead(format.moment(readAt, now()))}{' '}
            {answering.map((sheet) => (
              <span key={sheet.id}>{badgeOf(sheet)}</span>
            ))}
          </span>
          <span>{texts.sheetHint}</span>
        </Text>
      ) : null}
    </div>
  )
}

function optionOf(answerer: Answerer): string {
  return answerer.kind === 'sheet'
    ? optionOfSheets([answerer.sheet, ...answerer.others])
    : `connection ${answerer.connection.id}`
}

function optionOfSheets(sheets: readonly Sheet[]): string {
  return ['sheet', ...sheets.map(({ id }) => id)].join(' ')
}

function choiceOf(value: string): ChosenAnswerer {
  const [kind, ...ids] = value.split(' ')
  return kind === 'sheet' ? { kind: 'sheets', ids } : { kind: 'connection', id: ids[0] ?? '' }
}
