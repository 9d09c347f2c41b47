/** agent-platform.md, "Limits". */
const pageSize = 25

/**
 * Whether a page after this one is worth requesting: not after an empty page, nor after a short one unless the service counts
 * more. A full page is followed by another whatever is counted: some builds count a page alone (features.md §8.3).
 */
export function hasMore(page: number, received: number, allCount: number | null): boolean {
  if (received === 0 || received >= pageSize) return received > 0
  return allCount !== null && (page - 1) * pageSize + received < allCount
}
