import type { Format } from '../kernel/format.ts'

/** 12,4% of a total; what is there but hardly so is said as less than the smallest share. */
export function sharePhrase(count: number, total: number, format: Format): string {
  if (total <= 0) return '0%'
  const share = Math.round((count / total) * 1000) / 10
  if (share === 0 && count > 0) return `<${format.number(0.1)}%`
  return `${format.number(share)}%`
}
