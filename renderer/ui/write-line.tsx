import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Write } from '../../preload/contract/writes.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { settlesFrom } from '../kernel/writes-store.ts'
import { Mark } from './mark.tsx'
import { useTexts } from './texts.tsx'

const colors: Readonly<Record<Write['state'], string>> = {
  sending: 'status-snoozed',
  confirmed: 'status-open',
  unknown: 'status-pending',
  not_done: 'status-resolved',
  failed: 'outcome-invalida',
}

export interface WriteLineProps {
  readonly write: Write
  /** The shown target; the write's own by default. */
  readonly target?: string | undefined
  /** The account, where writes of several accounts are listed together. */
  readonly account?: string
  /** Epoch ms. */
  readonly now: number
  readonly checking: boolean
  readonly onCheck: () => void
  /** Further actions. */
  readonly more?: ReactNode
}

/** One write to a service: what, when, and its result. An unknown one can be checked. */
export function WriteLine({ write, target = write.target, account, now, checking, onCheck, more }: WriteLineProps) {
  const messages = useTexts()
  const format = useFormat()
  const texts = messages.activity
  const action = texts.kinds[write.kind]
  const color = colors[write.state]
  const from = settlesFrom(write, now)
  return (
    <li className="write-line row">
      <div className="words">
        <Text size="md" fw={600} truncate title={`${action} ${target}`}>
          {action} <span className="write-target">{target}</span>
        </Text>
        <div className="mt-4 text-12 row figures">
          <Mark color={`var(--${color})`} soft={`var(--${color}-soft)`}>
            {texts.states[write.state]}
          </Mark>
          <span className="dim">{joinFacts([format.moment(Date.parse(write.at), now), account])}</span>
        </div>
        {write.failure && write.failure !== 'validation_failed' && from === null ? (
          <Text size="sm" c="dimmed" mt={4}>
            {failureSentence(messages, {
              code: write.failure,
              params: { host: messages.common.theService, status: '5xx' },
            })}
          </Text>
        ) : null}
        {from === null ? null : (
          <Text size="sm" c="dimmed" mt={4}>
            {texts.settling(format.moment(from, now))}
          </Text>
        )}
      </div>
      {write.state === 'unknown' ? (
        <Button variant="default" loading={checking} aria-label={texts.checkNamed(action, target)} onClick={onCheck}>
          {texts.check}
        </Button>
      ) : null}
      {more}
    </li>
  )
}
