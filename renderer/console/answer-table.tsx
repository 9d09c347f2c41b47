import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import type { AnswerStore } from './answer-store.ts'

/** A list of the answer as a table, a hundred rows at a time; the grid with all that it can opens from what was saved. */
export function AnswerTable({ store }: { readonly store: AnswerStore }) {
  const texts = useMessages().console.answer
  const { look, rows, moreRows, retry } = useStore(store)
  return (
    <LoadableView of={look} onRetry={() => void retry()}>
      {({ table }) => {
        if (!table) return <EmptyState title={texts.noTable} text={texts.noTableText} />
        if (table.rows === 0) return <EmptyState title={texts.emptyList} />
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach what does
          <section className="console-table" aria-label={texts.views.table} tabIndex={0}>
            <table className="figures">
              <thead>
                <tr>
                  {table.columns.map((column) => (
                    <th key={column} scope="col">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.map((cells, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other name than their place
                  <tr key={row}>
                    {cells.map((cell, column) => (
                      <td key={table.columns[column]} title={cell}>
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {rows.length < table.rows ? (
              <Button variant="subtle" m="sm" onClick={() => void moreRows()}>
                {texts.moreRows}
              </Button>
            ) : null}
          </section>
        )
      }}
    </LoadableView>
  )
}
