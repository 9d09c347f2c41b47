import { createContext, type ReactNode, useContext } from 'react'

/** Opens an address in the person's browser. Main refuses other than web and mail addresses. */
export type OpenOutside = (url: string) => void

/** For components with links. The shell provides the function. */
export const OutsideContext = createContext<OpenOutside>(() => undefined)

/**
 * Opens an address that main has checked, if this page is in the person's browser. Null means that main has opened it.
 */
export function openInPage(address: string | null): void {
  if (address !== null) window.open(address, '_blank', 'noopener,noreferrer')
}

export interface OutsideLinkProps {
  /** Checked by `webAddress`. */
  readonly url: string
  /** Distinguishes the link from others, such as its target. */
  readonly title: string
  readonly children: ReactNode
}

/** A link that opens in the person's browser, never in this page. */
export function OutsideLink({ url, title, children }: OutsideLinkProps) {
  const open = useContext(OutsideContext)
  return (
    <a
      className="outside-link"
      href={url}
      title={title}
      target="_blank"
      rel="noopener noreferrer nofollow"
      draggable={false}
      onClick={(event) => {
        event.preventDefault()
        open(url)
      }}
    >
      {children}
    </a>
  )
}

/** The canonical form of a web or mail address, absolute or relative to `base`; undefined for all else. */
export function webAddress(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.username || url.password) return undefined
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}
