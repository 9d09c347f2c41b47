import { AppFailure } from '../kernel/failure.ts'
import type { HttpStream } from '../kernel/http.ts'
import { looksLikeHtml } from '../kernel/http-refusal.ts'
import { type SaveTarget, saveFile } from '../kernel/save-file.ts'

const progressEveryBytes = 256 * 1024

/**
 * Asks for the service's own spreadsheet, saves it byte by byte as it comes, and gives its size. The page of a captive portal or a JSON
 * answer is never saved, whatever it calls itself: the first bytes are looked at too (features.md §9.13). Throws
 * `captive_portal`, `unexpected_body`, what the network fails with, and what `saveFile` throws.
 */
export async function saveServerCsv(
  ask: () => Promise<HttpStream>,
  target: SaveTarget,
  progress: (value: { bytes: number }) => void,
): Promise<number> {
  const { bytes } = await saveFile(target, async (sink) => {
    const { headers, body } = await ask()
    let reported = 0
    for await (const block of body) {
      if (sink.length === 0) requireCsv(headers, block)
      await sink.write(block)
      if (sink.length - reported < progressEveryBytes) continue
      reported = sink.length
      progress({ bytes: reported })
    }
    // Nothing came at all: even an export without rows has its headings.
    if (sink.length === 0) throw new AppFailure('unexpected_body', { place: 'csv' })
  })
  progress({ bytes })
  return bytes
}

function requireCsv(headers: Headers, block: Uint8Array): void {
  const kind = headers.get('content-type') ?? ''
  const start = new TextDecoder().decode(block.subarray(0, 200))
  if (/html/i.test(kind) || looksLikeHtml(start)) throw new AppFailure('captive_portal')
  if (/json/i.test(kind) || /^\s*[{[]/.test(start)) throw new AppFailure('unexpected_body', { place: 'content-type' })
}
