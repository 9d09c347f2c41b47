import { Select } from '@mantine/core'
import { useStore } from 'zustand'
import type { EntryFigures } from '../../preload/contract/entries.ts'
import type { TableColumn } from '../../preload/contract/tables.ts'
import { useMessages } from '../kernel/messages.ts'
import type { FiguresStore } from './figures-store.ts'
import { plainBar } from './plain-bar.tsx'
import { ShareBars } from './share-bars.tsx'

export interface FieldPanelProps {
  readonly store: FiguresStore
  readonly figures: Pick<EntryFigures, 'field' | 'field_more' | 'total'>
  readonly wide: boolean
}

/** The answers of a field that the person chooses, or its metadata; nothing where the table has none. */
export function FieldPanel({ store, figures, wide }: FieldPanelProps) {
  const texts = useMessages().reviews.figures
  const { fields, field } = useStore(store)
  if (fields.length === 0) return null
  const values = figures.field ?? []
  const bars = values.map((value) => plainBar(value, texts.blank))
  // An entry may answer a list with several values: the shares are of the answers, where all of them are counted here.
  const counted = values.reduce((sum, { count }) => sum + count, 0)
  const most = figures.field_more ? texts.mostFrequent(values.length) : null
  const groups = [
    { group: texts.answers, items: itemsOf(fields, 'campo:') },
    { group: texts.metadata, items: itemsOf(fields, 'meta:') },
  ]
  return (
    <ShareBars
      wide={wide}
      title={texts.byField}
      total={figures.field_more ? figures.total : counted}
      bars={field === null ? [] : bars}
      tools={
        <Select
          w={220}
          size="xs"
          aria-label={texts.field}
          placeholder={texts.chooseField}
          value={field}
          data={groups.filter(({ items }) => items.length > 0)}
          searchable={fields.length > 8}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          onChange={(chosen) => void store.getState().show(chosen)}
        />
      }
      hint={field === null ? texts.chooseField : most}
    />
  )
}

function itemsOf(fields: readonly TableColumn[], kind: 'campo:' | 'meta:') {
  const chosen = fields.filter(({ key }) => key.startsWith(kind))
  return chosen.map(({ key, heading }) => ({ value: key, label: heading ?? key.slice(kind.length) }))
}
