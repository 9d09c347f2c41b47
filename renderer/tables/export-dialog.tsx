import { Button, Checkbox, Radio, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { ExportFormat, SavedFile } from '../../preload/contract/saved-files.ts'
import { paceWords } from '../../preload/messages/pace.ts'
import { excelLimits } from '../../preload/values/excel.ts'
import { exportFormats, isCsv } from '../../preload/values/export-formats.ts'
import { messagesNow, useMessages } from '../kernel/messages.ts'
import { usePreferences } from '../kernel/preferences.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { everyColumn, hiddenCount } from './columns.ts'
import { selectedCount } from './selection.ts'
import type { ExportedRows, ExportScope, TableStore } from './table-state.ts'

export interface ExportDialogProps {
  readonly store: TableStore
  /** The proposed name of the file, without an extension. */
  readonly name: string
  readonly onClose: () => void
}

/** Asks for the contents and the format of the file. Pressing a format starts the export. */
export function ExportDialog(props: ExportDialogProps) {
  const messages = useMessages()
  return (
    <Dialog onClose={props.onClose} title={messages.common.export} size={460}>
      <ExportForm {...props} />
    </Dialog>
  )
}

const scopes = ['shown', 'selection', 'all'] as const satisfies readonly ExportScope[]

function ExportForm({ store: rows, name, onClose }: ExportDialogProps) {
  // The groups are exported while they are shown in place of the rows.
  const store = useStore(rows, ({ groups }) => groups) ?? rows
  const texts = useMessages().tables.export
  const sizes = useExportSizes(store)
  const [chosen, setChosen] = useState<ExportScope | null>(null)
  const scope = chosen ?? (sizes.shown.rows > 0 ? 'shown' : 'all')
  const start = (format: ExportFormat) => {
    onClose()
    void exportTable(store, scope, format, name)
  }
  const sizeOf = (each: ExportScope) =>
    each === 'selection' && sizes.selection.rows === 0
      ? texts.noSelection
      : texts.size(sizes[each].rows, sizes[each].columns, sizes[each].hidden)
  const hintOf = (format: ExportFormat) =>
    isCsv(format) && sizes[scope].rows >= excelLimits.rows ? texts.beyondHint : texts.hints[format]
  return (
    <Stack gap="md">
      <Radio.Group
        label={texts.what}
        value={scope}
        onChange={(value) => setChosen(scopes.find((each) => each === value) ?? null)}
      >
        <Stack gap="sm" mt="sm">
          {scopes.map((each) => (
            <Radio
              key={each}
              value={each}
              size="sm"
              label={texts.scopes[each]}
              description={sizeOf(each)}
              disabled={sizes[each].rows === 0}
            />
          ))}
        </Stack>
      </Radio.Group>
      <ExportFormats store={store} hintOf={hintOf} onStart={start} />
    </Stack>
  )
}

/** The formats. Pressing one starts the export. They are disabled during an export. */
export function ExportFormats({
  store,
  isDisabled = false,
  focused,
  hintOf,
  onStart,
}: {
  readonly store: TableStore
  readonly isDisabled?: boolean
  /** The format that has the focus when the dialog opens. */
  readonly focused?: ExportFormat
  readonly hintOf: (format: ExportFormat) => string
  readonly onStart: (format: ExportFormat) => void
}) {
  const texts = useMessages().tables.export
  const running = useStore(store, ({ exporting }) => exporting.working !== null)
  return (
    <>
      {running ? (
        <div role="status">
          <Text size="sm">{texts.oneAtATime}</Text>
          <ExportProgress store={store} />
        </div>
      ) : null}
      <div className="stack">
        {exportFormats.map((format) => {
          const button = {
            'data-autofocus': format === focused || undefined,
            disabled: isDisabled || running,
            onClick: () => onStart(format),
          }
          // Few want it: it takes a line.
          if (format === 'parquet') {
            return (
              <Button
                key={format}
                justify="flex-start"
                variant="subtle"
                size="compact-sm"
                leftSection={<IconDownload size={16} aria-hidden="true" />}
                {...button}
              >
                {texts.formats[format]}, {hintOf(format)}
              </Button>
            )
          }
          return (
            <UnstyledButton key={format} className="table-export-format row" {...button}>
              <IconDownload size={16} aria-hidden="true" />
              <span>
                <span className="table-export-name block text-14 medium">{texts.formats[format]}</span>
                <span className="dim">{hintOf(format)}</span>
              </span>
            </UnstyledButton>
          )
        })}
      </div>
      <WithOrigin />
    </>
  )
}

/** Whether files state the origin of their rows. The choice is kept for later exports. */
function WithOrigin() {
  const texts = useMessages().tables.export
  const app = usePreferences()
  if (!app) return null
  const { host, preferences, prefer } = app
  return (
    <Checkbox
      size="sm"
      label={texts.withOrigin}
      description={host === 'browser' ? texts.originHintBrowser : texts.originHint}
      checked={preferences.export_origin}
      onChange={(event) => prefer({ export_origin: event.currentTarget.checked })}
    />
  )
}

function useExportSizes(store: TableStore) {
  const { view, columns, shape, selection } = useStore(store)
  const hidden = hiddenCount(columns)
  const shown = columns.filter((column) => !column.hidden).length
  const matching = view?.matching ?? 0
  return {
    shown: { rows: matching, columns: shown, hidden },
    selection: { rows: selectedCount(selection, matching), columns: shown, hidden },
    all: { rows: shape.status === 'ready' ? shape.value.total : 0, columns: everyColumn(columns).length, hidden: 0 },
  }
}

/** Exports, and shows a notice of the saved file with what a spreadsheet does not show of it. */
export async function exportTable(
  store: TableStore,
  scope: ExportScope | ExportedRows,
  format: ExportFormat,
  name: string,
) {
  const saved = await store.getState().save(scope, format, name)
  if (!saved) return
  const isEveryColumn = scope === 'all' || (typeof scope === 'object' && scope.columns === null)
  noticeExported(saved, isEveryColumn ? 0 : hiddenCount(store.getState().columns))
}

/** Shows a notice of a saved file with rows; `hidden` is the number of columns that it lacks. */
export function noticeExported(saved: SavedFile, hidden: number): void {
  const texts = messagesNow().tables.export
  const message = `${texts.saved(saved.name, saved.rows, hidden)}. ${texts.origins[saved.origin](saved.name)}`.trim()
  noticeSaved({ title: texts.savedTitle, message, notes: texts.notes(saved), file: saved.file })
}

/** The progress or the failure of a table's export, for a screen that does not show the table. */
export function ExportLine({ store }: { readonly store: TableStore }) {
  const { failure } = useStore(store, (state) => state.exporting)
  if (!failure) return <ExportProgress store={store} />
  return <FailureNotice failure={failure} onClose={store.getState().dismissSave} />
}

/** The progress of a running export and the button that stops it; nothing without one. */
export function ExportProgress({ store }: { readonly store: TableStore }) {
  const messages = useMessages()
  const texts = messages.tables.export
  const { working, pace } = useStore(store, (state) => state.exporting)
  if (!working) return null
  return (
    <div className="table-exporting row">
      <ProgressLine
        label={texts.running}
        done={pace.rows}
        total={pace.total}
        text={pace.total === null ? texts.running : paceWords(pace, messages)}
      />
      <Button size="compact-xs" variant="subtle" onClick={store.getState().cancelSave}>
        {messages.common.cancel}
      </Button>
    </div>
  )
}
