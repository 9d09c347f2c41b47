import { IconEyeOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { type Slots, useFeature, useNavigation } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { AnswerDialog } from './blind.tsx'
import { TeamProvider, useTeam } from './team.ts'

/** The head of a blind review: who asked for it, its progress, and its actions. Only the reviewer sees its entries. */
export function BlindReview({ connection, ...props }: Slots['blindReview']) {
  return (
    <TeamProvider value={useFeature('reviews').of(connection)}>
      <BlindReviewOf {...props} />
    </TeamProvider>
  )
}

function BlindReviewOf({ set: id, counts, children }: Omit<Slots['blindReview'], 'connection'>) {
  const texts = useMessages().reviews.blind.screen
  const { connection, store } = useTeam()
  const { go } = useNavigation()
  const { sets, loadSets, dismissFailure } = useStore(store)
  const [answering, setAnswering] = useState(false)
  useEffect(() => {
    void store.getState().open()
    return () => store.getState().close()
  }, [store])
  const leave = () => go({ screen: 'packages', connection })
  return (
    <LoadableView of={sets} onRetry={() => void loadSets()}>
      {(list) => {
        const set = list.find((each) => each.id === id)
        if (!set) return <EmptyState title={texts.gone} action={{ label: texts.leave, onClick: leave }} />
        if (set.role !== 'given') {
          return (
            <EmptyState
              title={texts.notOurs}
              text={texts.notOursText}
              action={{ label: texts.leave, onClick: leave }}
            />
          )
        }
        const missing = counts ? set.entries - counts.here : 0
        return (
          <div className="pane narrows">
            <PageHeader
              title={texts.title(set.name)}
              facts={joinFacts([
                set.colleague && texts.asker(set.colleague),
                texts.progress(counts?.decided ?? set.decided, set.entries),
                missing > 0 ? texts.missing(missing) : null,
              ])}
              actions={[
                {
                  label: texts.answer,
                  onClick: () => {
                    dismissFailure()
                    setAnswering(true)
                  },
                },
                { label: texts.leave, onClick: leave },
              ]}
            />
            <p className="blind-band row" role="note">
              <IconEyeOff size={16} aria-hidden="true" />
              {texts.band}
            </p>
            {children}
            {answering ? <AnswerDialog set={set} onClose={() => setAnswering(false)} /> : null}
          </div>
        )
      }}
    </LoadableView>
  )
}
