import type { Sheet } from '../../preload/contract/sheets.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RenameDialog } from '../ui/rename-dialog.tsx'

interface SheetDialogProps {
  readonly sheet: Sheet
  readonly working: boolean
  readonly failure: Failure | null
  readonly onClose: () => void
}

export interface RenameSheetDialogProps extends SheetDialogProps {
  readonly onRename: (name: string) => void
}

export function RenameSheetDialog({ sheet, working, ...props }: RenameSheetDialogProps) {
  return <RenameDialog {...props} texts={useMessages().sheets.rename} name={sheet.name} busy={working} />
}

export interface ForgetSheetDialogProps extends SheetDialogProps {
  readonly onForget: () => void
}

/** Names the rows that go; the service keeps its own. */
export function ForgetSheetDialog({ sheet, working, failure, onForget, onClose }: ForgetSheetDialogProps) {
  const texts = useMessages().sheets.forget
  return (
    <ConfirmDialog
      opened
      title={texts.title(sheet.name)}
      lost={[texts.loses(sheet.rows), texts.losesArrangement]}
      kept={texts.keeps}
      confirm={texts.confirm}
      busy={working}
      failure={failure ?? undefined}
      onConfirm={onForget}
      onClose={onClose}
    />
  )
}
