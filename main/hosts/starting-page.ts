import path from 'node:path'
import type { Preferences } from '../../preload/contract/app.ts'

/** The page may load and reach only its own origin, in every host. */
export const pagePolicy = [
  "default-src 'self'",
  // Mantine and the grid write styles into the page (docs/decisions/hosts-and-security.md §4).
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "frame-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The preferences that the page needs before main answers its first question. */
export type PageAppearance = Pick<Preferences, 'language' | 'theme'>

/** The built index.html in the person's language and chosen theme. The page applies the system's theme itself. */
export function startingPage(html: string, { language, theme }: PageAppearance): string {
  const scheme = theme === 'system' ? '' : ` data-mantine-color-scheme="${theme}"`
  return html.replace('<html lang="pt-BR">', `<html lang="${language}"${scheme}>`)
}

/** The content types of the page's files, by their endings. */
export const pageKinds: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** The file for a path of the page; only below the folder. */
export function fileBelow(folder: string, name: string): string | undefined {
  const file = path.join(folder, path.normalize(decodeURIComponent(name)))
  return file.startsWith(folder + path.sep) && pageKinds[path.extname(file)] ? file : undefined
}
