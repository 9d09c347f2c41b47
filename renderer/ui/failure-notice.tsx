import { Button, Code, Collapse, CopyButton, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import type { Failure } from '../../preload/contract/wire.ts'
import { failureSentence } from '../../preload/messages/catalogue.ts'
import { useReplaceKey } from './account.tsx'
import { useTexts } from './texts.tsx'

export interface FailureNoticeProps {
  readonly failure: Failure
  /** What stands although it failed, such as the date of the rows that are still shown. */
  readonly kept?: ReactNode
  readonly onRetry?: (() => void) | undefined
  /** Another way on, such as "open the connection". */
  readonly action?: { readonly label: string; readonly onClick: () => void }
  readonly onClose?: (() => void) | undefined
}

/** What happened, what was kept and what to do, with the details behind a button. Announced as soon as it appears. */
export function FailureNotice({ failure, kept, onRetry, action, onClose }: FailureNoticeProps) {
  const texts = useTexts()
  const [open, setOpen] = useState(false)
  const detailsId = useId()
  const details = failureDetails(failure)
  const replaceKey = useReplaceKey()
  return (
    <div className="failure-notice card" role="alert">
      <IconAlertTriangle className="failure-notice-icon" size={18} aria-hidden="true" />
      <div className="words">
        <Text size="md">{failureSentence(texts, failure)}</Text>
        {kept ? (
          <Text size="sm" c="dimmed">
            {kept}
          </Text>
        ) : null}
        <Group gap="sm" mt="sm">
          {onRetry ? (
            <Button variant="default" onClick={onRetry}>
              {texts.common.tryAgain}
            </Button>
          ) : null}
          {replaceKey && failure.code === 'unauthorized' ? (
            <Button variant="default" onClick={replaceKey}>
              {texts.connections.replaceSecret}
            </Button>
          ) : null}
          {action ? (
            <Button variant="default" onClick={action.onClick}>
              {action.label}
            </Button>
          ) : null}
          <Button variant="subtle" aria-expanded={open} aria-controls={detailsId} onClick={() => setOpen(!open)}>
            {open ? texts.common.hideDetails : texts.common.details}
          </Button>
          {onClose ? (
            <Button variant="subtle" onClick={onClose}>
              {texts.common.close}
            </Button>
          ) : null}
        </Group>
        <Collapse expanded={open} id={detailsId} transitionDuration={100}>
          <Group gap="sm" align="flex-start" mt="sm" wrap="nowrap">
            <Code block flex={1}>
              {details}
            </Code>
            <CopyButton value={details}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? texts.common.copied : texts.common.copy}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Collapse>
      </div>
    </div>
  )
}

/** What a person sends to whoever looks after the program: the code, its values and what main added. */
function failureDetails(failure: Failure): string {
  const values = Object.entries(failure.params).map(([name, value]) => `${name}: ${value}`)
  return [failure.code, ...values, failure.details ?? ''].filter((line) => line !== '').join('\n')
}
