import { useStore } from 'zustand'
import type { Outcome, Run } from '../../preload/contract/cruzar.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RenameDialog } from '../ui/rename-dialog.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { exportRun } from './export-run.ts'
import type { RunExportStore } from './run-export-store.ts'
import type { RunsStore } from './runs-store.ts'

/** A dialog about one run. */
export interface AboutRun {
  readonly kind: 'export' | 'rename' | 'forget'
  readonly run: Run
}

export interface RunDialogsProps {
  readonly about: AboutRun | null
  readonly runs: RunsStore
  readonly exports: RunExportStore
  /** Outcomes that the export begins with; none for all. */
  readonly outcomes?: readonly Outcome[]
  readonly onClose: () => void
  readonly onForgotten?: () => void
}

/** Export, rename and forget, wherever a run is shown. */
export function RunDialogs({ about, runs, exports, outcomes = [], onClose, onForgotten }: RunDialogsProps) {
  const texts = useMessages().cruzar
  const { working, failure } = useStore(runs)
  const close = () => {
    runs.getState().forgetFailure()
    onClose()
  }
  if (!about) return null
  const { kind, run } = about
  return (
    <>
      <ExportDialog
        run={run}
        outcomes={outcomes}
        exports={exports}
        opened={kind === 'export'}
        onExport={(chosen, format) => void exportRun(exports, run, chosen, format)}
        onClose={close}
      />
      {kind === 'rename' ? (
        <RenameDialog
          texts={texts.rename}
          name={run.name}
          most={150}
          busy={working}
          failure={failure}
          onRename={async (name) => {
            if (await runs.getState().rename(run.id, name)) close()
          }}
          onClose={close}
        />
      ) : null}
      <ForgetDialog
        run={run}
        opened={kind === 'forget'}
        busy={working}
        failure={failure}
        onForget={async () => {
          if (!(await runs.getState().forget(run.id))) return
          close()
          onForgotten?.()
        }}
        onClose={close}
      />
    </>
  )
}

interface DialogProps {
  readonly run: Run
  readonly opened: boolean
  readonly busy: boolean
  readonly failure: Failure | undefined
  readonly onClose: () => void
}

function ForgetDialog({
  run,
  opened,
  busy,
  failure,
  onForget,
  onClose,
}: DialogProps & { readonly onForget: () => void }) {
  const texts = useMessages().cruzar.forget
  const lost = [texts.list(run.rows), texts.answers(run.answered_keys)]
  return (
    <ConfirmDialog
      opened={opened}
      title={texts.title(run.name)}
      lost={run.state === 'running' ? [...lost, texts.running] : lost}
      kept={texts.kept}
      confirm={texts.confirm}
      busy={busy}
      failure={failure}
      onConfirm={onForget}
      onClose={onClose}
    />
  )
}
