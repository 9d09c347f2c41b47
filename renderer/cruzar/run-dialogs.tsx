import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Outcome, Run } from '../../preload/contract/cruzar.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
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
        opened={kind === 'export'}
        onExport={(chosen, format) => void exportRun(exports, run, chosen, format)}
        onClose={close}
      />
      <RenameDialog
        run={run}
        opened={kind === 'rename'}
        busy={working}
        failure={failure}
        onRename={async (name) => {
          if (await runs.getState().rename(run.id, name)) close()
        }}
        onClose={close}
      />
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

function RenameDialog(props: DialogProps & { readonly onRename: (name: string) => void }) {
  const texts = useMessages().cruzar.rename
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={texts.title} size={440}>
      {props.opened ? <RenameForm {...props} /> : null}
    </Dialog>
  )
}

function RenameForm({
  run,
  busy,
  failure,
  onRename,
  onClose,
}: DialogProps & { readonly onRename: (name: string) => void }) {
  const messages = useMessages()
  const texts = messages.cruzar.rename
  const [name, setName] = useState(run.name)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') onRename(name.trim())
      }}
    >
      <Stack gap="md">
        <TextInput
          data-autofocus
          label={texts.label}
          value={name}
          maxLength={150}
          autoComplete="off"
          onChange={(event) => setName(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        {failure ? <FailureNotice failure={failure} /> : null}
        <Group justify="flex-end" gap="sm">
          <Button size="sm" variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button size="sm" type="submit" disabled={name.trim() === ''} loading={busy}>
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  )
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
