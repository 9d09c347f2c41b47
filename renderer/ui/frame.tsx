import type { ReactNode } from 'react'
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
