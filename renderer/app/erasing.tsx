import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { AppDeletionImpact, AppState } from '../../preload/contract/app.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { lossesOf } from '../../preload/messages/catalogue.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** What the app store gives to whoever erases everything. */
export interface Erasing {
  readonly working: boolean
  readonly failure: Failure | null
  /** What would be lost; undefined where it could not be asked, which is in `failure`. */
  deletionImpact(): Promise<AppDeletionImpact | undefined>
  erase(word: string): void
}

/** Asks with a typed word before everything is erased; `open` asks first what would be lost, so that the numbers are of now. */
function useEraseDialog({ deletionImpact, erase, working, failure }: Erasing) {
  const texts = useMessages().settings.erase
  const [impact, setImpact] = useState<AppDeletionImpact>()
  const dialog = (
    <ConfirmDialog
      opened={impact !== undefined}
      title={texts.title}
      lost={impact ? lossesOf(impact, texts) : []}
      kept={impact ? texts.kept(impact.folder) : null}
      confirm={texts.confirm}
      typed={texts.word}
      busy={working}
      failure={failure}
      onConfirm={() => erase(texts.word)}
      onClose={() => setImpact(undefined)}
    />
  )
  return { dialog, open: async () => setImpact(await deletionImpact()) }
}

export function EraseButton(erasing: Erasing) {
  const { dialog, open } = useEraseDialog(erasing)
  return (
    <>
      <Button variant="default" onClick={() => void open()}>
        {useMessages().settings.erase.button}
      </Button>
      {dialog}
    </>
  )
}

interface ErasedScreenProps {
  readonly app: AppState
  readonly working: boolean
  readonly onRetry: () => void
  readonly onQuit: () => void
}
/** The last page: everything was erased, or what could not be, by its name. */
export function ErasedScreen({ app, working, onRetry, onQuit }: ErasedScreenProps) {
  const messages = useMessages()
  const texts = messages.settings.erase
  const [ended, setEnded] = useState(false)
  const isWhole = app.details === null
  return (
    <main className="lone-screen" id="screen">
      <Stack gap="md" w="100%" maw={440}>
        {isWhole ? (
          <IconCheck size={28} color="var(--accent)" aria-hidden="true" />
        ) : (
          <IconAlertTriangle size={28} color="var(--outcome-invalida)" aria-hidden="true" />
        )}
        <div>
          <Title order={1} size={20} data-page-title tabIndex={-1}>
            {isWhole ? texts.doneTitle : texts.partTitle}
          </Title>
          <Text size="md" c="dimmed" mt={4}>
            {isWhole ? texts.doneText : texts.partText}
          </Text>
        </div>
        {app.details === null ? null : (
          <Text size="sm" ff="monospace" className="erased-left">
            {app.details}
          </Text>
        )}
        {ended ? (
          <Text size="md" role="status">
            {texts.ended}
          </Text>
        ) : (
          <Group gap="sm">
            <Button
              size="sm"
              onClick={() => {
                setEnded(true)
                onQuit()
              }}
            >
              {texts.quit}
            </Button>
            {isWhole ? null : (
              <Button size="sm" variant="default" onClick={onRetry} loading={working}>
                {messages.common.tryAgain}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </main>
  )
}
