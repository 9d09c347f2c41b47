import { Button, UnstyledButton } from '@mantine/core'
import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ListTable } from '../ui/list-table.tsx'
import { DotsMenu } from '../ui/menu-items.tsx'
import { SheetBadge } from './sheet-badge.tsx'
import { isReading, SheetProgress, taskOf } from './sheet-progress.tsx'
import { canReadAgain, canResume } from './sheet-state.ts'

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
  const withButtons = sheets.some((sheet) => canReadAgain(sheet) || canResume(sheet))
  return (
    <ListTable
      caption={list}
      columns={[
        { label: columns.name },
        { label: columns.rows, width: 92, narrowWidth: 80, number: true },
        { label: columns.size, width: 84, narrowWidth: 80, number: true },
        { label: columns.badge, width: 160, narrowWidth: 140 },
        { label: columns.read, width: 136, narrowWidth: 116 },
        { label: columns.actions, width: withButtons ? 160 : 60, unseen: true },
      ]}
    >
      {sheets.map((sheet) => (
        <SheetLine key={sheet.id} sheet={sheet} {...rest} />
      ))}
    </ListTable>
  )
}

interface SheetLineProps extends Omit<SheetListProps, 'sheets'> {
  readonly sheet: Sheet
}

function SheetLine({ sheet, tasks, taskWords, phrase, now, ...actions }: SheetLineProps) {
  const texts = useMessages().sheets
  const format = useFormat()
  const sentence = phrase(sheet)
  const damaged = sheet.badge.kind === 'damaged'
  // What a file that cannot be read holds is not known.
  const never = damaged ? '—' : texts.never
  const line = (
    <tr>
      <td>
        <UnstyledButton className="list-name" title={sheet.name} onClick={() => actions.onOpen(sheet)}>
          {sheet.name}
        </UnstyledButton>
        <div className="list-sentence dim" title={sentence}>
          {joinFacts([sheet.connection_name || texts.forgottenConnection, sentence])}
        </div>
      </td>
      <td className="list-number">{damaged ? '—' : format.number(sheet.rows)}</td>
      <td className="list-number dim">{format.bytes(sheet.bytes)}</td>
      <td>
        <SheetBadge sheet={sheet} />
      </td>
      <td className="dim">
        {sheet.read_at ? format.moment(Date.parse(sheet.read_at), now) : never}
        {sheet.refreshed_at ? (
          <div className="list-sentence">{texts.refreshedAt(format.moment(Date.parse(sheet.refreshed_at), now))}</div>
        ) : null}
      </td>
      <td className="list-actions">
        {canReadAgain(sheet) ? (
          <Button
            variant="default"
            aria-label={texts.damaged.readAgainNamed(sheet.name)}
            onClick={() => actions.onRefresh(sheet, 'full')}
          >
            {texts.damaged.readAgain}
          </Button>
        ) : null}
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
      <tr className="list-progress">
        <td colSpan={6}>
          <SheetProgress name={sheet.name} task={taskOf(sheet, tasks)} words={taskWords} onCancel={actions.onCancel} />
        </td>
      </tr>
    </>
  )
}

function SheetMenu({ sheet, ...actions }: SheetActions & { readonly sheet: Sheet }) {
  const {
    sheets: { actions: texts },
    common: { unavailable },
  } = useMessages()
  const reading = isReading(sheet)
  return (
    <DotsMenu
      label={texts.more(sheet.name)}
      width={260}
      items={[
        { label: texts.open, onClick: () => actions.onOpen(sheet) },
        {
          label: texts.quick,
          onClick: () => actions.onRefresh(sheet, 'quick'),
          disabled: reading ? unavailable.reading : !sheet.read_at && unavailable.neverRead,
        },
        {
          label: texts.full,
          onClick: () => actions.onRefresh(sheet, 'full'),
          disabled: reading && unavailable.reading,
        },
        {
          label: texts.rename,
          onClick: () => actions.onRename(sheet),
          disabled: sheet.badge.kind === 'damaged' && unavailable.damaged,
        },
        {
          label: texts.exportMore,
          onClick: () => actions.onExport(sheet),
          disabled: sheet.rows === 0 && unavailable.noRows,
        },
        { label: texts.forget, onClick: () => actions.onForget(sheet), dangerous: true },
      ]}
    />
  )
}
