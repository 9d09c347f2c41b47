import { createContext, type ReactNode, useContext } from 'react'

/** Gives an address to the person's own browser; main refuses what is no address of the web or of mail. */
export type OpenOutside = (url: string) => void

/** For the parts that hold links; the shell gives the way out. */
export const OutsideContext = createContext<OpenOutside>(() => undefined)

/**
 * Opens what main has checked and handed back, since this page is in the person's own browser; null is open already.
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

/** A link that the person's own browser opens, and never this page. */
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

/**
 * The address made canonical where it is one of the web or of mail, alone or beside another one; undefined for all
 * else.
 */
export function webAddress(text: string, base?: string): string | undefined {
  if (!URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  if (url.username || url.password) return undefined
  return ['https:', 'http:', 'mailto:'].includes(url.protocol) ? url.href : undefined
}
