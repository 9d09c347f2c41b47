import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Sheet, SheetSnapshots } from '../../preload/contract/sheets.ts'
import { useApp, useFeature } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { SubmitForm } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { useReadings } from './differences.ts'

interface KeptReadingsProps {
  readonly sheet: Sheet
  readonly onClose: () => void
}

/** Asks how many readings of a sheet stay, with the room that they take, and says what goes. */
export function KeptReadingsDialog({ sheet, onClose }: KeptReadingsProps) {
  const { ask } = useApp()
  const { keep: texts } = useMessages().differences
  const { store } = useFeature('sheets')
  const readings = useReadings(ask, [sheet])
  return (
    <Dialog onClose={onClose} title={texts.title}>
      <LoadableView of={readings} onRetry={() => void store.getState().load()}>
        {(bySheet) => {
          const readingsOfSheet = bySheet.get(sheet.id)
          return readingsOfSheet ? <KeptReadings sheet={sheet} readings={readingsOfSheet} onClose={onClose} /> : null
        }}
      </LoadableView>
    </Dialog>
  )
}

const choices = [1, 2, 3, 5, 10] as const

function KeptReadings({ sheet, readings, onClose }: KeptReadingsProps & { readonly readings: SheetSnapshots }) {
  const { keep: texts } = useMessages().differences
  const format = useFormat()
  const { store } = useFeature('sheets')
  const { failure, working, keepSnapshots } = useStore(store)
  const { snapshots, keep, standard, stays } = readings
  const [chosen, setChosen] = useState(keep)
  const bytes = snapshots.reduce((sum, one) => sum + one.bytes, 0)
  const left = stays[(chosen ?? standard) - 1] ?? { readings: snapshots.length, bytes }
  const goes = snapshots.length - left.readings
  const submit = async () => {
    if (await keepSnapshots(sheet.id, chosen)) onClose()
  }
  return (
    <SubmitForm
      confirm={goes > 0 ? texts.forget : texts.save}
      dangerous={goes > 0}
      ready={chosen !== keep || goes > 0}
      busy={working !== null}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Text size="md">{texts.text}</Text>
      <NativeSelect
        label={texts.field}
        data-autofocus
        value={String(chosen ?? 0)}
        data={[
          { value: '0', label: texts.standard(standard) },
          ...choices.map((value) => ({
            value: String(value),
            label:
              value <= snapshots.length
                ? texts.option(value, format.bytes(stays[value - 1]?.bytes ?? bytes))
                : texts.readings(value),
          })),
        ]}
        onChange={(event) => setChosen(Number(event.currentTarget.value) || null)}
      />
      <Text size="sm" c="dimmed" className="figures">
        {texts.now(snapshots.length, format.bytes(bytes))}
      </Text>
      {goes > 0 ? (
        <Text size="md" className="figures" role="status">
          {texts.frees(goes, format.bytes(bytes - left.bytes))}
        </Text>
      ) : null}
    </SubmitForm>
  )
}
