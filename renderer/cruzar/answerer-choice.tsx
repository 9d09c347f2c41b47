import { NativeSelect, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { type Answerer, type Answerers, type ChosenAnswerer, readMoment } from './answerers.ts'

export interface AnswererChoiceProps {
  /** Those that can answer; at least one. */
  readonly answerers: Answerers
  readonly chosen: Answerer | undefined
  /** Sheets of an earlier run that cannot answer any more. */
  readonly gone: number
  readonly now: () => number
  /** Whether a sheet's rows are all that the service has. */
  readonly badgeOf: (sheet: Sheet) => ReactNode
  readonly onChoose: (chosen: ChosenAnswerer) => void
}

/** Whom the list is asked: the service through a connection, or a cached sheet, with its date and badge. */
export function AnswererChoice({ answerers, chosen, gone, now, badgeOf, onChoose }: AnswererChoiceProps) {
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
