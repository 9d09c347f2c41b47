import { Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { AppDeletionImpact, AppState } from '../../preload/contract/app.ts'
import { lossesOf } from '../../preload/messages/catalogue.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { LoneScreen, Words } from './lone-screen.tsx'

/** Asks for a typed word before everything is erased. It reads the losses first, so that its numbers are current. */
export function EraseButton() {
  const texts = useMessages().settings.erase
  const { working, failure, deletionImpact, erase } = useStore(useFeature('app').store)
  const [impact, setImpact] = useState<AppDeletionImpact>()
  return (
    <>
      <Button variant="default" onClick={async () => setImpact(await deletionImpact())}>
        {texts.button}
      </Button>
      {impact ? (
        <ConfirmDialog
          title={texts.title}
          lost={lossesOf(impact, texts)}
          kept={texts.kept(impact.folder)}
          confirm={texts.confirm}
          typed={texts.word}
          busy={working !== null}
          failure={failure}
          onConfirm={() => void erase(texts.word)}
          onClose={() => setImpact(undefined)}
        />
      ) : null}
    </>
  )
}

/** The last page: it says that everything was erased, or names what could not be. */
export function ErasedScreen({ app: { details } }: { readonly app: AppState }) {
  const messages = useMessages()
  const texts = messages.settings.erase
  const { working, retryVault, quit } = useStore(useFeature('app').store)
  const [hasEnded, setHasEnded] = useState(false)
  const isWhole = details === null
  const end = () => {
    setHasEnded(true)
    void quit()
  }
  return (
    <LoneScreen
      icon={
        isWhole ? (
          <IconCheck size={28} color="var(--accent)" aria-hidden="true" />
        ) : (
          <IconAlertTriangle size={28} color="var(--outcome-invalida)" aria-hidden="true" />
        )
      }
    >
      <Words title={isWhole ? texts.doneTitle : texts.partTitle} text={isWhole ? texts.doneText : texts.partText} />
      {isWhole ? null : (
        <Text size="sm" ff="monospace" className="erased-left">
          {details}
        </Text>
      )}
      {hasEnded ? (
        <Text size="md" role="status">
          {texts.ended}
        </Text>
      ) : (
        <Group gap="sm">
          <Button size="sm" onClick={end}>
            {texts.quit}
          </Button>
          {isWhole ? null : (
            <Button size="sm" variant="default" onClick={() => void retryVault()} loading={working !== null}>
              {messages.common.tryAgain}
            </Button>
          )}
        </Group>
      )}
    </LoneScreen>
  )
}
