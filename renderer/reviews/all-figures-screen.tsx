import { useStore } from 'zustand'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { FiguresScreen } from './figures-screen.tsx'
import type { FiguresStore } from './figures-store.ts'

export interface AllFiguresScreenProps {
  readonly store: FiguresStore
  readonly now: () => number
  readonly onBack: () => void
}

/** The pictures of every kept form together, as a screen of their own. */
export function AllFiguresScreen({ store, now, onBack }: AllFiguresScreenProps) {
  const texts = useMessages().reviews.figures
  const total = readyValue(useStore(store, (state) => state.figures))?.total
  return (
    <>
      <PageHeader title={texts.title} facts={total === undefined ? null : texts.total(total)} onBack={onBack} />
      <FiguresScreen store={store} now={now} />
    </>
  )
}
