import './reviews.css'
import { IconUser } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { requestChoices } from './blind-dialogs.tsx'
import { BlindSection } from './blind-section.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { OpenedPackageView } from './opened-package.tsx'
import { MergedNotice, OpenDialog, ReceiveCard, SendCard } from './packages.tsx'
import { ReviewerField } from './reviewer-field.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import type { ReviewerStore, Team } from './team.ts'
import { TeamCard } from './team-card.tsx'

export interface TeamScreenProps {
  readonly team: Team
  readonly reviewer: ReviewerStore
  readonly now: () => number
  readonly onEntries: () => void
  /** Opens the entries of a blind review. */
  readonly onReview: (set: string) => void
  readonly onAgreement: (set: string) => void
}

/** Reviewing together: packages to and from colleagues, second reviews, the rules and the history of an account. */
export function TeamScreen(props: TeamScreenProps) {
  const { team, now } = props
  const opened = useStore(team.packages, (state) => state.opened)
  useEffect(() => {
    void team.sources.getState().load()
    void team.sets.getState().load()
    return team.watch()
  }, [team])
  if (opened) return <OpenedPackageView store={team.packages} opened={opened} now={now} />
  return <TeamPage {...props} />
}

function TeamPage(props: TeamScreenProps) {
  const { team, reviewer, now, onEntries, onReview, onAgreement } = props
  const messages = useMessages()
  const texts = messages.reviews
  const [dialog, setDialog] = useState<'rules' | 'history' | null>(null)
  const { sources, load } = useStore(team.sources)
  const name = readyValue(useStore(reviewer, (state) => state.name))
  const ready = readyValue(sources)
  const choices = useMemo(
    () => (ready ? requestChoices(team.connection, ready, messages) : []),
    [team.connection, ready, messages],
  )
  const close = () => setDialog(null)
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={name === undefined ? null : texts.reviewingAs(name || texts.anonymous)}
        actions={[
          { label: texts.history.action, onClick: () => setDialog('history') },
          { label: texts.rules.action, onClick: () => setDialog('rules') },
        ]}
      />
      <div className="team-screen scroll">
        <div className="team-column stack">
          <MergedNotice store={team.packages} onEntries={onEntries} onReview={onReview} onAgreement={onAgreement} />
          <p className="team-sentence">{texts.local}</p>
          <div className="team-pair">
            <LoadableView of={sources} onRetry={() => void load()}>
              {(found) => <SendCard store={team.packages} forms={found.forms} now={now} />}
            </LoadableView>
            <ReceiveCard store={team.packages} />
          </div>
          <BlindSection store={team.sets} choices={choices} now={now} onReview={onReview} onAgreement={onAgreement} />
          <TeamCard icon={<IconUser size={18} aria-hidden="true" />} title={texts.reviewer.title}>
            <ReviewerField store={reviewer} />
          </TeamCard>
        </div>
      </div>
      <OpenDialog store={team.packages} />
      {dialog === 'rules' ? <RulesDialog store={team.rules} onClose={close} /> : null}
      {dialog === 'history' ? <HistoryDialog store={team.history} now={now} onClose={close} /> : null}
    </>
  )
}
