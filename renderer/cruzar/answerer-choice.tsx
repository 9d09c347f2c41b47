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
  readonly now: () => number
  /** Whether a sheet's rows are all that the service has. */
  readonly badgeOf: (sheet: Sheet) => ReactNode
  readonly onChoose: (chosen: ChosenAnswerer) => void
}

/** Whom the list is asked: the service through a connection, or a cached sheet, with its date and badge. */
export function AnswererChoice({ answerers, chosen, now, badgeOf, onChoose }: AnswererChoiceProps) {
  const texts = useMessages().cruzar.start
  const format = useFormat()
  const { connections, sheets } = answerers
  const readAt = chosen?.kind === 'sheet' ? readMoment(chosen.sheet) : null
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
          ...sheets.map((sheet) => ({ value: optionOf({ kind: 'sheet', sheet }), label: texts.sheet(sheet.name) })),
        ]}
        onChange={(event) => onChoose(choiceOf(event.currentTarget.value))}
      />
      {chosen?.kind === 'sheet' ? (
        <Text size="sm" c="dimmed" component="div" className="answerer-sheet">
          <span>
            {readAt === null ? texts.sheetNeverWhole : texts.sheetRead(format.moment(readAt, now()))}{' '}
            {badgeOf(chosen.sheet)}
          </span>
          <span>{texts.sheetHint}</span>
        </Text>
      ) : null}
    </div>
  )
}

function optionOf(answerer: Answerer): string {
  return answerer.kind === 'sheet' ? `sheet ${answerer.sheet.id}` : `connection ${answerer.connection.id}`
}

function choiceOf(value: string): ChosenAnswerer {
  const [kind, id = ''] = value.split(' ')
  return kind === 'sheet' ? { connectionId: null, sheetId: id } : { connectionId: id, sheetId: null }
}
