import { Loader, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { Loadable } from '../kernel/loadable.ts'
import { FailureNotice } from './failure-notice.tsx'
import { useTexts } from './texts.tsx'

export interface LoadableViewProps<T> {
  readonly of: Loadable<T>
  readonly children: (value: T) => ReactNode
  readonly onRetry?: (() => void) | undefined
  /** Replaces the sentence while loading: figures, a list of steps. */
  readonly loading?: ReactNode
  /** What stays if a newer value cannot be read. */
  readonly kept?: ReactNode
}

/** The four states of a requested value. A stale value stays on screen, under its failure. */
export function LoadableView<T>({ of, children, onRetry, loading, kept }: LoadableViewProps<T>) {
  switch (of.status) {
    case 'idle':
      return null
    case 'loading':
      return loading ?? <Waiting />
    case 'failed':
      return (
        <div className="loadable-failed">
          <FailureNotice failure={of.failure} onRetry={onRetry} />
        </div>
      )
    case 'ready':
      return (
        <>
          {of.failure ? <FailureNotice failure={of.failure} kept={kept} onRetry={onRetry} /> : null}
          {children(of.value)}
        </>
      )
  }
}

/** Shows nothing for the first 200 ms, since most answers arrive by then. */
function Waiting() {
  const texts = useTexts()
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="loadable-waiting row" role="status">
      {slow ? (
        <>
          <Loader size="xs" aria-hidden="true" />
          <Text size="sm" c="dimmed">
            {texts.common.loading}
          </Text>
        </>
      ) : null}
    </div>
  )
}
