import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { useApp, useFeature, useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { InfoNotice } from '../ui/info-notice.tsx'
import { useIsMounted } from '../ui/use-is-mounted.ts'
import { readMoment, useNewestSheet } from './answerers.ts'

interface OfferProps {
  readonly connection: string
  readonly busy: boolean
  readonly onAnswer: (sheet: Sheet) => void
}

/** Offers the newest cached sheet of a connection in place of its service, with its age; empty where there is none. */
export function SheetOffer({ connection, busy, onAnswer }: OfferProps) {
  const texts = useMessages().cruzar.offer
  const format = useFormat()
  const { now } = useApp()
  const sheet = useNewestSheet(connection)
  const read = sheet ? readMoment(sheet) : null
  if (!sheet || read === null) return null
  const action = { label: texts.answer, onClick: () => onAnswer(sheet), busy }
  return <InfoNotice text={texts.text(sheet.name, format.moment(read, now()))} action={action} />
}

/** The same offer for a run that the service does not continue: the same list gets a run of its own. */
export function RunSheetOffer({ run }: { readonly run: Run }) {
  const { go } = useNavigation()
  const isMounted = useIsMounted()
  const { answering, answerWith } = useStore(useFeature('cruzar').checking)
  const answer = async (sheet: Sheet) => {
    const made = await answerWith(sheet.id, run.id)
    if (made && isMounted()) go({ screen: 'run', id: made.id })
  }
  return (
    <>
      <SheetOffer
        connection={run.connection_id}
        busy={answering.working === run.id}
        onAnswer={(sheet) => void answer(sheet)}
      />
      {answering.failure ? <FailureNotice failure={answering.failure} /> : null}
    </>
  )
}
