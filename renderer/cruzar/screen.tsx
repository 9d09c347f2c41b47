import './cruzar.css'
import { Button } from '@mantine/core'
import { IconTable } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Connection } from '../../preload/contract/connections.ts'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { useMessages } from '../kernel/messages.ts'
import { keyText, useShortcuts } from '../kernel/shortcuts.ts'
import type { TableStore } from '../tables/table-state.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { answerersOf } from './answerers.tsx'
import { ListPreview } from './list-preview.tsx'
import { DropZone, PasteDialog, usePasted } from './list-sources.tsx'
import { lossesOnLeave } from './list-state.ts'
import type { CruzarStore } from './list-store.ts'
import type { NamesStore } from './run-words.ts'
import { RunsList } from './runs-list.tsx'
import type { RunsStore } from './runs-store.ts'

export interface CruzarScreenProps {
  readonly draft: CruzarStore
  readonly runs: RunsStore
  /** The table of a run, for exporting from the list. */
  readonly runTable: (run: Run) => TableStore
  readonly connections: readonly Connection[]
  /** The sheets of this computer, which can answer offline. */
  readonly sheets: readonly Sheet[]
  /** Whether a sheet's rows are all that the service has, as the sheets' own screen shows it. */
  readonly badgeOf: (sheet: Sheet) => ReactNode
  /** The demonstration is open, which has an example list. */
  readonly demo: boolean
  readonly now: () => number
  readonly names: NamesStore
  readonly onOpen: (run: Run) => void
  readonly onConnect: () => void
}

/** Takes a list, previews it and sends it; earlier lists are below. */
export function CruzarScreen(props: CruzarScreenProps) {
  const { draft } = props
  const staged = useStore(draft, (state) => state.list)
  const { stageFile, stageText } = draft.getState()
  usePasted({ onText: (text) => void stageText(text), onFile: (file) => void stageFile(file) })
  return (
    <>
      {staged.status === 'ready' ? <ListPreview {...props} list={staged.value} /> : <CruzarStart {...props} />}
      <LeaveDialog draft={draft} />
    </>
  )
}

/** Asks before a list is left that something would be lost of. */
function LeaveDialog({ draft }: Pick<CruzarScreenProps, 'draft'>) {
  const texts = useMessages().cruzar.leave
  const state = useStore(draft)
  // A user who left the screen meanwhile gets no confirmation on return.
  useEffect(() => () => draft.getState().cancelLeave(), [draft])
  return (
    <ConfirmDialog
      opened={state.leaving}
      title={texts.title}
      lost={lossesOnLeave(state).map((lost) => texts.lost[lost])}
      kept={texts.kept}
      confirm={texts.confirm}
      onConfirm={state.confirmLeave}
      onClose={state.cancelLeave}
    />
  )
}

/** The sheet that answers the next list, where its own button led here. */
function OwnSheet({ draft, sheets, connections }: Pick<CruzarScreenProps, 'draft' | 'sheets' | 'connections'>) {
  const texts = useMessages().cruzar.start
  const { ownSheet, setOwnSheet } = useStore(draft)
  const answerers = answerersOf({ sheets, connections })
  const sheet = answerers.sheets.find(({ id }) => id === ownSheet)
  if (!sheet) return null
  return (
    <p className="own-sheet row flush">
      <IconTable size={16} aria-hidden="true" />
      <span>{texts.ownSheet(sheet.name)}</span>
      {answerers.connections.length > 0 ? (
        <Button variant="subtle" size="compact-xs" onClick={() => setOwnSheet(null)}>
          {texts.askServiceInstead}
        </Button>
      ) : null}
    </p>
  )
}

function CruzarStart(props: CruzarScreenProps) {
  const { draft, runs, demo } = props
  const texts = useMessages().cruzar
  const staged = useStore(draft, (state) => state.list)
  const [pasting, setPasting] = useState(false)
  const { stageFile, stageText, stageExample, stageRun, discard } = draft.getState()
  useEffect(() => void runs.getState().load(), [runs])
  useShortcuts([{ keys: 'v', label: texts.paste.shortcut(keyText), run: () => setPasting(true) }])
  return (
    <>
      <PageHeader title={texts.title} facts={texts.intro} />
      <div className="cruzar-start stack">
        {staged.status === 'failed' ? <FailureNotice failure={staged.failure} onClose={discard} /> : null}
        <OwnSheet {...props} />
        <DropZone
          busy={staged.status === 'loading'}
          example={demo}
          onFile={(file) => void stageFile(file)}
          onPaste={() => setPasting(true)}
          onExample={() => void stageExample()}
        />
        <RunsList {...props} onAgain={(run) => void stageRun(run)} />
      </div>
      <PasteDialog opened={pasting} onPaste={(text) => void stageText(text)} onClose={() => setPasting(false)} />
    </>
  )
}
