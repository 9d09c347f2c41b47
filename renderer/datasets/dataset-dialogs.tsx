import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Dataset } from '../../preload/contract/datasets.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { RenameDialog } from '../ui/rename-dialog.tsx'
import { guessedJoin, type Join, joinWays } from './guessed-join.ts'

interface DatasetDialogProps {
  readonly dataset: Dataset
  readonly working: boolean
  readonly failure: Failure | null
  readonly onClose: () => void
}

export interface RenameDatasetDialogProps extends DatasetDialogProps {
  readonly onRename: (name: string) => void
}

export function RenameDatasetDialog({ dataset, working, ...props }: RenameDatasetDialogProps) {
  return <RenameDialog {...props} texts={useMessages().datasets.rename} name={dataset.name} busy={working} />
}

export interface ForgetDatasetDialogProps extends DatasetDialogProps {
  readonly onForget: () => void
}

/** Names the rows that go; the service keeps its own. */
export function ForgetDatasetDialog({ dataset, working, failure, onForget, onClose }: ForgetDatasetDialogProps) {
  const texts = useMessages().datasets.forget
  return (
    <ConfirmDialog
      opened
      title={texts.title(dataset.name)}
      lost={[texts.loses(dataset.rows), texts.losesArrangement]}
      kept={texts.keeps}
      confirm={texts.confirm}
      busy={working}
      failure={failure ?? undefined}
      onConfirm={onForget}
      onClose={onClose}
    />
  )
}

export interface JoinDialogProps extends DatasetDialogProps {
  readonly onJoin: (join: Dataset['join']) => void
}

/** Asks which column tells whose row it is, and how. */
export function JoinDialog({ dataset, working, failure, onJoin, onClose }: JoinDialogProps) {
  const messages = useMessages()
  const texts = messages.datasets.join
  const [join, setJoin] = useState<Join>(() => dataset.join ?? guessedJoin(dataset.columns))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onJoin(join)
  }
  return (
    <Dialog opened onClose={onClose} title={texts.title} size={480}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.text}
          </Text>
          <Select
            label={texts.column}
            data={dataset.columns.map((column) => ({ value: column, label: column }))}
            value={join.column}
            searchable
            // The dialog begins here: an open list would lie over everything else that is asked.
            openOnFocus={false}
            allowDeselect={false}
            data-autofocus
            onChange={(column) => column !== null && setJoin({ ...join, column })}
          />
          <Radio.Group
            label={texts.by}
            value={join.by}
            onChange={(value) => setJoin({ ...join, by: joinWays.find((way) => way === value) ?? join.by })}
          >
            <Stack gap="sm" mt="sm">
              {joinWays.map((way) => (
                <Radio key={way} value={way} size="sm" label={texts.ways[way]} />
              ))}
            </Stack>
          </Radio.Group>
          {failure ? <FailureNotice failure={failure} /> : null}
          <Group justify="flex-end" gap="sm">
            {dataset.join ? (
              <Button variant="subtle" size="sm" mr="auto" onClick={() => onJoin(null)}>
                {texts.remove}
              </Button>
            ) : null}
            <Button variant="default" size="sm" onClick={onClose}>
              {messages.common.cancel}
            </Button>
            <Button type="submit" size="sm" loading={working}>
              {texts.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
