import './team.css'
import { Button } from '@mantine/core'
import { IconPackageExport, IconUser } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { BlindSection } from './blind-section.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { OpenedPackageView } from './opened-package.tsx'
import { MergedNotice, OpenDialog, ReceiveCard } from './receive-card.tsx'
import { requestChoices } from './request-dialog.tsx'
import { ReviewerField } from './reviewer-field.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import type { ReviewerStore, Sources, Team } from './team.ts'

export interface TeamScreenProps {
  readonly team: Team
  readonly reviewer: ReviewerStore
  readonly now: () => number
  readonly onEntries: () => void
  /** Opens the entries of a blind review. */
  readonly onReview: (set: string) => void
  readonly onAgreement: (set: string) => void
}

type Asking = 'export' | 'rules' | 'history'
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
  const [asking, setAsking] = useState<Asking | null>(null)
  const { sources, load } = useStore(team.sources)
  const name = readyValue(useStore(reviewer, (state) => state.name))
  const ready = readyValue(sources)
  const choices = useMemo(
    () => (ready ? requestChoices(team.connection, ready, messages) : []),
    [team.connection, ready, messages],
  )
  const close = () => setAsking(null)
  return (
    <>
      <PageHeader
        title={texts.title}
        facts={name === undefined ? null : texts.reviewingAs(name || texts.anonymous)}
        actions={[
          { label: texts.history.action, onClick: () => setAsking('history') },
          { label: texts.rules.action, onClick: () => setAsking('rules') },
        ]}
      />
      <div className="team-screen">
        <div className="team-column">
          <MergedNotice store={team.packages} onEntries={onEntries} onReview={onReview} onAgreement={onAgreement} />
          <p className="team-sentence">{texts.local}</p>
          <div className="team-pair">
            <LoadableView of={sources} onRetry={() => void load()}>
              {(found) => (
                <SendCard
                  sources={found}
                  onExport={() => {
                    team.packages.getState().dismissFailure()
                    setAsking('export')
                  }}
                />
              )}
            </LoadableView>
            <ReceiveCard store={team.packages} />
          </div>
          <BlindSection store={team.sets} choices={choices} now={now} onReview={onReview} onAgreement={onAgreement} />
          <ReviewerCard store={reviewer} />
        </div>
      </div>
      <OpenDialog store={team.packages} />
      {asking === 'export' && ready ? (
        <ExportDialog store={team.packages} forms={ready.forms} now={now} onClose={close} />
      ) : null}
      {asking === 'rules' ? <RulesDialog store={team.rules} onClose={close} /> : null}
      {asking === 'history' ? <HistoryDialog store={team.history} now={now} onClose={close} /> : null}
    </>
  )
}

function SendCard({ sources, onExport }: { readonly sources: Sources; readonly onExport: () => void }) {
  const texts = useMessages().reviews.send
  const id = useId()
  const none = sources.forms.length === 0
  return (
    <section className="team-card" aria-labelledby={id}>
      <div className="team-card-head">
        <h2 id={id}>
          <IconPackageExport size={18} aria-hidden="true" />
          {texts.title}
        </h2>
        <Button variant="default" disabled={none} onClick={onExport}>
          {texts.action}
        </Button>
      </div>
      <p className="dim">{none ? texts.noForms : texts.text}</p>
    </section>
  )
}

function ReviewerCard({ store }: { readonly store: ReviewerStore }) {
  const texts = useMessages().reviews.reviewer
  const id = useId()
  return (
    <section className="team-card" aria-labelledby={id}>
      <div className="team-card-head">
        <h2 id={id}>
          <IconUser size={18} aria-hidden="true" />
          {texts.title}
        </h2>
      </div>
      <ReviewerField store={store} />
    </section>
  )
}
