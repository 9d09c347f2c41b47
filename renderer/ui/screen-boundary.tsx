import { Component, type ReactNode } from 'react'
import type { Failure } from '../../preload/contract/wire.ts'
import { FailureNotice } from './failure-notice.tsx'

export interface ScreenBoundaryProps {
  /** What is shown; another one is tried anew. */
  readonly place: string
  readonly children: ReactNode
}

interface ScreenBoundaryState {
  readonly failure: Failure | null
}

/**
 * Stands around a screen: when its code cannot be read in, or it breaks, the reason takes its place and everything around
 * it goes on. A class because React has no hook for it.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): ScreenBoundaryState {
    return { failure: failureOfScreen(error) }
  }

  override componentDidUpdate(before: ScreenBoundaryProps) {
    if (before.place !== this.props.place && this.state.failure) this.setState({ failure: null })
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    return (
      <div className="loadable-failed">
        <FailureNotice failure={failure} onRetry={() => window.location.reload()} />
      </div>
    )
  }
}

/** The code of a screen comes from the host, so that what does not come means that the host is gone. */
function failureOfScreen(error: unknown): Failure {
  const details = error instanceof Error ? String(error.stack) : String(error)
  const missing = /dynamically imported module|preload CSS|importing a module/i.test(details)
  return { code: missing ? 'host_gone' : 'internal', params: {}, details }
}
