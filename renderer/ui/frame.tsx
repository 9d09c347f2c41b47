import { Component, type ReactNode, useEffect } from 'react'
import type { Failure } from '../../preload/values/failures.ts'
import { FailureNotice } from './failure-notice.tsx'
import { useTexts } from './texts.tsx'

export interface FrameProps {
  /** What stands in the bar of 40 px at the top. */
  readonly top: ReactNode
  /** A slim line below it (.frame-band) that stays while something holds, such as the demonstration. */
  readonly band?: ReactNode
  readonly navigation: ReactNode
  /** The navigation is folded to icons. */
  readonly narrow: boolean
  readonly children: ReactNode
}

/** The window: top bar, navigation at the left, and the screen, each a landmark; the first Tab jumps to the screen. */
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

/** Moves the focus to the screen's heading, or to the screen: screen readers announce it and Tab goes on there. */
export function focusScreen() {
  const screen = document.getElementById('screen')
  // A screen that put the keyboard into a field of its own keeps it there.
  const { activeElement } = document
  if (activeElement?.matches('input, textarea') && screen?.contains(activeElement)) return
  // The screen before may still be in the page, hidden, until the next one is read in.
  const title = [...(screen?.querySelectorAll<HTMLElement>('[data-page-title]') ?? [])].find((each) =>
    each.checkVisibility(),
  )
  const target = title ?? screen
  target?.focus({ preventScroll: true })
}

export interface ScreenBoundaryProps {
  /** What is shown; another one is tried anew. */
  readonly place: string
  readonly children: ReactNode
}

interface ScreenBoundaryState {
  readonly failure: Failure | null
}

/**
 * Stands around a screen: when its code cannot be read in, or it breaks, the reason takes its place and everything
 * around it goes on. A class because React has no hook for it.
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

/** The code of a screen comes from the host, so that what does not come means that the host is gone. */
function failureOfScreen(error: unknown): Failure {
  const details = error instanceof Error ? String(error.stack) : String(error)
  const missing = /dynamically imported module|preload CSS|importing a module/i.test(details)
  return { code: missing ? 'host_gone' : 'internal', params: {}, details }
}

/** Marks a hint that was set here, so that it is updated or removed when the text or the space changes. */
const hintKey = 'cutHint'
/** So many elements around the pointer can cut what is under it. */
const levels = 4

/**
 * Everywhere in the window: a truncated text shows the whole in a hint on hover or focus.
 * What has a `title` of its own keeps it.
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
