import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AppWeight } from '../../preload/contract/app.ts'
import type { Failure } from '../../preload/contract/wire.ts'
import { lossesOf } from '../../preload/messages/losses.ts'
import { useMessages } from '../kernel/messages.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** What the app store gives to whoever erases everything. */
export interface Erasing {
  readonly working: boolean
  readonly failure: Failure | undefined
  /** What would be lost; undefined where it could not be asked, which is in `failure`. */
  weigh(): Promise<AppWeight | undefined>
  erase(word: string): void
}

/** Asks with a typed word before everything is erased; `open` weighs first, so that the numbers are of now. */
function useEraseDialog({ weigh, erase, working, failure }: Erasing) {
  const texts = useMessages().settings.erase
  const [weight, setWeight] = useState<AppWeight>()
  const dialog = (
    <ConfirmDialog
      opened={weight !== undefined}
      title={texts.title}
      lost={weight ? lossesOf(weight, texts) : []}
      kept={weight ? texts.kept(weight.folder) : null}
      confirm={texts.confirm}
      typed={texts.word}
      busy={working}
      failure={failure}
      onConfirm={() => erase(texts.word)}
      onClose={() => setWeight(undefined)}
    />
  )
  return { dialog, open: async () => setWeight(await weigh()) }
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
