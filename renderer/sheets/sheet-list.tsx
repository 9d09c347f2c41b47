import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { MenuItems } from '../ui/page-header.tsx'
import { SheetBadge } from './sheet-badge.tsx'
import { isReading, SheetProgress, taskOf } from './sheet-progress.tsx'
import { canResume } from './sheet-state.ts'

export interface SheetActions {
  readonly onOpen: (sheet: Sheet) => void
  readonly onResume: (sheet: Sheet) => void
  readonly onRefresh: (sheet: Sheet, mode: 'quick' | 'full') => void
  readonly onRename: (sheet: Sheet) => void
  readonly onExport: (sheet: Sheet) => void
  readonly onForget: (sheet: Sheet) => void
  readonly onCancel: (task: Task) => void
}

export interface SheetListProps extends SheetActions {
  readonly sheets: readonly Sheet[]
  readonly tasks: readonly Task[]
  readonly taskWords: (task: Task) => string
  /** The filter of a sheet as a sentence. */
  readonly phrase: (sheet: Sheet) => string
  /** Epoch ms. */
  readonly now: number
}

/** The sheets of this computer, a line each. */
export function SheetList({ sheets, ...rest }: SheetListProps) {
  const { list, columns } = useMessages().sheets
  return (
    <table className="sheet-table figures">
      <caption className="sheet-hidden">{list}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.name}</th>
          <th scope="col" className="sheet-number">
            {columns.rows}
          </th>
          <th scope="col" className="sheet-number">
            {columns.size}
          </th>
          <th scope="col">{columns.badge}</th>
          <th scope="col">{columns.read}</th>
          <th scope="col">
            <span className="sheet-hidden">{columns.actions}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sheets.map((sheet) => (
          <SheetLine key={sheet.id} sheet={sheet} {...rest} />
        ))}
      </tbody>
    </table>
  )
}

interface SheetLineProps extends Omit<SheetListProps, 'sheets'> {
  readonly sheet: Sheet
}

function SheetLine({ sheet, tasks, taskWords, phrase, now, ...actions }: SheetLineProps) {
  const texts = useMessages().sheets
  const format = useFormat()
  const sentence = phrase(sheet)
  const line = (
    <tr>
      <td className="sheet-words">
        <UnstyledButton className="sheet-name" title={sheet.name} onClick={() => actions.onOpen(sheet)}>
          {sheet.name}
        </UnstyledButton>
        <div className="sheet-sentence dim" title={sentence}>
          {sheet.connection_name || texts.forgottenConnection} · {sentence}
        </div>
      </td>
      <td className="sheet-number">{format.number(sheet.rows)}</td>
      <td className="sheet-number dim">{format.bytes(sheet.bytes)}</td>
      <td>
        <SheetBadge sheet={sheet} />
      </td>
      <td className="dim sheet-when">{sheet.read_at ? format.moment(Date.parse(sheet.read_at), now) : texts.never}</td>
      <td className="sheet-actions">
        {canResume(sheet) ? (
          <Button variant="default" aria-label={texts.resumeNamed(sheet.name)} onClick={() => actions.onResume(sheet)}>
            {texts.resume}
          </Button>
        ) : null}
        <SheetMenu sheet={sheet} {...actions} />
      </td>
    </tr>
  )
  if (!isReading(sheet)) return line
  return (
    <>
      {line}
      <tr className="sheet-progress-line">
        <td colSpan={6}>
          <SheetProgress name={sheet.name} task={taskOf(sheet, tasks)} words={taskWords} onCancel={actions.onCancel} />
        </td>
      </tr>
    </>
  )
}

function SheetMenu({ sheet, ...actions }: SheetActions & { readonly sheet: Sheet }) {
  const texts = useMessages().sheets.actions
  const reading = isReading(sheet)
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={texts.more(sheet.name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuItems
          items={[
            { label: texts.open, onClick: () => actions.onOpen(sheet) },
            {
              label: texts.quick,
              onClick: () => actions.onRefresh(sheet, 'quick'),
              disabled: reading || !sheet.read_at,
            },
            { label: texts.full, onClick: () => actions.onRefresh(sheet, 'full'), disabled: reading },
            { label: texts.rename, onClick: () => actions.onRename(sheet) },
            { label: texts.exportMore, onClick: () => actions.onExport(sheet), disabled: sheet.rows === 0 },
            { label: texts.forget, onClick: () => actions.onForget(sheet), dangerous: true },
          ]}
        />
      </Menu.Dropdown>
    </Menu>
  )
}
