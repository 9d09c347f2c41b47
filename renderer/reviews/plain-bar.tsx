import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { ShareBar } from './share-bars.tsx'

/** A value as it came: texts of customers are text and nothing else. What has none is said in dim words. */
export function plainBar({ value, count }: EntryFigures['sources'][number], blank: string): ShareBar {
  if (value !== null && value.trim() !== '') return { key: value, label: value, title: value, count }
  return { key: '', label: <span className="dim">{blank}</span>, title: blank, count, color: 'var(--line-strong)' }
}
