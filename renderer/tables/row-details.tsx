import { ActionIcon, CopyButton, Group, ScrollArea, Text } from '@mantine/core'
import { IconCheck, IconChevronDown, IconChevronUp, IconCopy, IconX } from '@tabler/icons-react'
import { Fragment, type KeyboardEvent, type ReactNode } from 'react'
import type { Cell } from '../../preload/contract/tables.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { cellOriginal, cellText } from './cells.ts'
import { everyColumn } from './columns.ts'
import { useTable, useTableState } from './table-context.ts'
import type { ArrangedColumn, GridRow } from './table-state.ts'

export interface RowDetailsProps {
  /** The actions on the row, shown above its fields. */
  readonly actions?: ((row: GridRow) => ReactNode) | undefined
  /** Called when the panel is closed from inside. The focus returns to the row. */
  readonly onClose: () => void
}

/** A panel beside the grid with every field of one row. Arrows go to the neighbours, Escape closes. */
export function RowDetails({ actions, onClose }: RowDetailsProps) {
  const { common } = useMessages()
  const texts = useMessages().tables.details
  const { details, columns, view, stepDetails, openDetails } = useTableState((state) => state)
  if (!details) return null
  const { position } = details
  const matching = view?.matching ?? 0
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'ArrowUp') void stepDetails(-1)
    else if (event.key === 'ArrowDown') void stepDetails(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <aside className="table-details column" aria-label={texts.title} onKeyDown={onKeyDown}>
      <Group className="table-details-head" gap={4} wrap="nowrap">
        <Text size="sm" fw={600} flex={1} truncate>
          {texts.title}
        </Text>
        {position === null ? null : <span className="figures dim">{common.outOf(position + 1, matching)}</span>}
        <ActionIcon
          size="sm"
          aria-label={texts.previous}
          disabled={position === null || position === 0}
          onClick={() => void stepDetails(-1)}
        >
          <IconChevronUp size={16} />
        </ActionIcon>
        <ActionIcon
          size="sm"
          aria-label={texts.next}
          disabled={position === null || position + 1 >= matching}
          onClick={() => void stepDetails(1)}
        >
          <IconChevronDown size={16} />
        </ActionIcon>
        <ActionIcon size="sm" aria-label={texts.close} onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </Group>
      <ScrollArea flex={1} mih={0} type="auto">
        <LoadableView of={details.row} onRetry={() => position !== null && void openDetails(position)}>
          {(row) => (
            <>
              {actions ? <div className="table-row-actions pad-8-16 line-below">{actions(row)}</div> : null}
              <dl className="table-fields">
                {/* A column that was shown since is not read yet. */}
                {everyColumn(columns)
                  .filter(({ key }) => key in row.cells)
                  .map((column) => (
                    <Field key={column.key} column={column} cell={row.cells[column.key]} />
                  ))}
              </dl>
            </>
          )}
        </LoadableView>
      </ScrollArea>
    </aside>
  )
}

interface FieldProps {
  readonly column: ArrangedColumn
  readonly cell: Cell | undefined
}

function Field({ column, cell }: FieldProps) {
  const { words } = useTable()
  const { common } = useMessages()
  const texts = useMessages().tables.details
  const format = useFormat()
  const by = { words, format }
  const heading = words.heading(column)
  const text = cellText(cell, column, by)
  return (
    <>
      <dt>{heading}</dt>
      <dd data-column={column.key}>
        <span className="verbatim words figures">
          {text === '' ? (
            <span className="dim">{texts.empty}</span>
          ) : (
            <FieldValue cell={cell} text={text} column={column} />
          )}
        </span>
        {text === '' ? null : (
          <CopyButton value={cellOriginal(cell, column, by)}>
            {({ copied, copy }) => (
              <ActionIcon size="sm" className="on-hover" aria-label={common.copyNamed(heading)} onClick={copy}>
                {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
              </ActionIcon>
            )}
          </CopyButton>
        )}
      </dd>
    </>
  )
}

function FieldValue({ cell, text, column }: FieldProps & { readonly text: string }) {
  const { words } = useTable()
  const texts = useMessages().tables.details
  if (Array.isArray(cell)) {
    return cell.map((value) => (
      <Fragment key={value}>
        <span className="table-chip cut">{words.value(column, value)}</span>{' '}
      </Fragment>
    ))
  }
  if (column.type === 'status' || column.type === 'outcome') {
    const color = `var(--${column.type}-${String(cell).replaceAll('_', '-')})`
    return (
      <span className="table-word inline-row" style={{ color }}>
        <span className="table-dot" aria-hidden="true" />
        {text}
      </span>
    )
  }
  if (cell !== null && typeof cell === 'object') {
    return (
      <>
        {text}
        <span className="block note">{texts.original(cell.original)}</span>
      </>
    )
  }
  return text
}
