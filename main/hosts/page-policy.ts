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
