import type { Preferences } from '../../preload/contract/app.ts'

/** What the page may load and reach, whichever host serves it: its own origin, and nothing else. */
export const pagePolicy = [
  "default-src 'self'",
  // Mantine and the grid write styles into the page (platform-notes.md §8).
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** What the page must know before main answers its first question. */
export type PageAppearance = Pick<Preferences, 'language' | 'theme'>

/** The built index.html in the person's language, and in the theme that they chose; that of the system is its own. */
export function startingPage(html: string, { language, theme }: PageAppearance): string {
  const scheme = theme === 'system' ? '' : ` data-mantine-color-scheme="${theme}"`
  return html.replace('<html lang="pt-BR">', `<html lang="${language}"${scheme}>`)
}
