import { Component, type ReactNode, useEffect } from 'react'
import type { Failure } from '../../preload/values/failures.ts'
import { FailureNotice } from './failure-notice.tsx'
import { useTexts } from './texts.tsx'

export interface FrameProps {
  /** The contents of the top bar. */
  readonly top: ReactNode
  /** A band below it (.frame-band) for a lasting state, such as the demonstration. */
  readonly band?: ReactNode
  readonly navigation: ReactNode
  /** Whether the navigation shows icons only. */
  readonly narrow: boolean
  readonly children: ReactNode
}

/**
 * The window: top bar, navigation at the left, and the screen, each a landmark. The first Tab reaches a link to the
 * screen.
 */
export function Frame({ top, band, navigation, narrow, children }: FrameProps) {
  const texts = useTexts()
  return (
    <div className="frame" data-narrow={narrow || undefined}>
      <a className="skip-link" href="#screen">
        {texts.app.skipToContent}
      </a>
      <header className="frame-top row">{top}</header>
      {band}
      <nav className="frame-navigation stack" aria-label={texts.app.navigation.label}>
        {navigation}
      </nav>
      <main className="frame-screen column" id="screen" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

/**
 * Moves the focus to the screen's heading, or to the screen, so that screen readers announce it and Tab continues
 * there.
 */
export function focusScreen() {
  const screen = document.getElementById('screen')
  // A screen that already has the focus in a field keeps it.
  const { activeElement } = document
  if (activeElement?.matches('input, textarea') && screen?.contains(activeElement)) return
  // The previous screen may still be on the page, hidden, until the next one is loaded.
  const title = [...(screen?.querySelectorAll<HTMLElement>('[data-page-title]') ?? [])].find((each) =>
    each.checkVisibility(),
  )
  const target = title ?? screen
  target?.focus({ preventScroll: true })
}

export interface ScreenBoundaryProps {
  /** The shown place. Another place resets the boundary. */
  readonly place: string
  readonly children: ReactNode
}

interface ScreenBoundaryState {
  readonly failure: Failure | null
}

/**
 * Shows a failure in place of a screen whose code cannot be loaded or that throws. The rest of the window continues to
 * work. It is a class because React has no hook for it.
 */
export class ScreenBoundary extends Component<ScreenBoundaryProps, ScreenBoundaryState> {
  override state: ScreenBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): ScreenBoundaryState {
    return { failure: failureOfScreen(error) }
  }

  override componentDidUpdate(previous: ScreenBoundaryProps) {
    if (previous.place !== this.props.place && this.state.failure) this.setState({ failure: null })
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

/** A screen's code comes from the host, so a failed load means that the host is gone. */
function failureOfScreen(error: unknown): Failure {
  const details = error instanceof Error ? String(error.stack) : String(error)
  const missing = /dynamically imported module|preload CSS|importing a module/i.test(details)
  return { code: missing ? 'host_gone' : 'internal', params: {}, details }
}

/** Marks a hint that was set here, so that it is updated or removed when the text or the space changes. */
const hintKey = 'cutHint'
/** The number of ancestors that are checked for cutting off a text. */
const levels = 4

/**
 * Everywhere in the window: a truncated text shows the whole in a hint on hover or focus. An element with its own
 * `title` keeps it.
 */
export function useCutHints() {
  useEffect(() => {
    const showHint = ({ target }: Event) => {
      let element = target instanceof HTMLElement ? target : null
      for (let level = 0; element && level < levels; level += 1) {
        hint(element)
        element = element.parentElement
      }
    }
    for (const event of ['pointerover', 'focusin']) document.addEventListener(event, showHint)
    return () => {
      for (const event of ['pointerover', 'focusin']) document.removeEventListener(event, showHint)
    }
  }, [])
}

function hint(element: HTMLElement) {
  const isTitled = element.dataset[hintKey] === undefined
  if (isTitled && element.closest('[title]')) return
  if (isCut(element)) {
    element.title = textOf(element).trim()
    element.dataset[hintKey] = ''
  } else if (!isTitled) {
    element.removeAttribute('title')
    delete element.dataset[hintKey]
  }
}

function textOf(element: HTMLElement): string {
  if (element instanceof HTMLSelectElement) return element.selectedOptions[0]?.text ?? ''
  return element.innerText || element.textContent || ''
}

function isCut(element: HTMLElement): boolean {
  // The text width of a select is unknown, so it always has its hint.
  if (element instanceof HTMLSelectElement) return true
  const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (overflowX === 'visible') return false
  if (textOverflow === 'ellipsis') return element.scrollWidth > element.clientWidth
  return webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight
}
