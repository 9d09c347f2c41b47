import type { Preferences } from '../../preload/contract/app.ts'

/** What the page must know before main answers its first question. */
export type PageLook = Pick<Preferences, 'language' | 'theme'>

/** The built index.html in the person's language, and in the theme that they chose; that of the system is its own. */
export function startingPage(html: string, { language, theme }: PageLook): string {
  const scheme = theme === 'system' ? '' : ` data-mantine-color-scheme="${theme}"`
  return html.replace('<html lang="pt-BR">', `<html lang="${language}"${scheme}>`)
}
