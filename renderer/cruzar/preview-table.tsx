import { NativeSelect } from '@mantine/core'
import { IconAt, IconPhone } from '@tabler/icons-react'
import { useMessages } from '../kernel/messages.ts'
import type { PreparedList } from './draft.ts'
import { type ColumnUse, columnUses } from './list-settings.ts'

export interface PreviewTableProps {
  readonly list: PreparedList
  readonly onUse: (index: number, use: ColumnUse) => void
}

/** Enough to see what a column holds; the whole list is seen after the run. */
const shownRows = 30
const uses = ['other', 'phone', 'email'] as const satisfies readonly ColumnUse[]

/** The first rows as they stand in the file, under what each column is taken for: the key columns stand out. */
export function PreviewTable({ list, onUse }: PreviewTableProps) {
  const texts = useMessages().cruzar.list
  const { columns, preview } = list.inspection
  const taken = columnUses(list)
  const rows = preview.slice(0, shownRows)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard
    <section className="preview-scroll" tabIndex={0} aria-label={texts.preview(rows.length, columns.length)}>
      <table className="preview-table">
        <thead>
          <tr>
            {columns.map(({ index, name }) => {
              const heading = name === '' ? texts.unnamed(index + 1) : name
              const use = taken.get(index) ?? 'other'
              return (
                <th key={index} scope="col" data-use={use}>
                  <span className="preview-heading" title={heading}>
                    <UseIcon use={use} />
                    {heading}
                  </span>
                  <NativeSelect
                    size="xs"
                    aria-label={texts.use(heading)}
                    value={use}
                    data={uses.map((value) => ({ value, label: texts.uses[value] }))}
                    onChange={(event) => {
                      const chosen = uses.find((each) => each === event.currentTarget.value)
                      if (chosen) onUse(index, chosen)
                    }}
                  />
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody className="figures">
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name than their place
            <tr key={place}>
              {columns.map(({ index }) => (
                <td key={index} data-use={taken.get(index) ?? 'other'} title={row[index] ?? ''}>
                  {row[index] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function UseIcon({ use }: { readonly use: ColumnUse }) {
  if (use === 'phone') return <IconPhone size={14} aria-hidden="true" />
  return use === 'email' ? <IconAt size={14} aria-hidden="true" /> : null
}
