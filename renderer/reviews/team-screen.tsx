import './reviews.css'
import { Button, CloseButton, FileButton } from '@mantine/core'
import { IconCircleCheck, IconPackageExport, IconPackageImport, IconUser } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Form } from '../../preload/contract/forms.ts'
import { useFeature, useNavigation } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import type { PlaceOf } from '../kernel/navigation.ts'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { AgreementScreen } from './agreement-screen.tsx'
import { BlindSection } from './blind.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { OpenedPackageView } from './opened-package.tsx'
import { ExportDialog, OpenDialog } from './package-dialogs.tsx'
import { ReviewerField } from './reviewer-field.tsx'
import { RulesDialog } from './spam-rules.tsx'
import { TeamProvider, useTeam } from './team.ts'
import { TeamCard } from './team-parts.tsx'

/** The team's reviews, or how far two reviews agree. */
export function PackagesScreen({ place: { connection, set } }: { readonly place: PlaceOf<'packages'> }) {
  const team = useFeature('reviews').of(connection)
  return (
    <TeamProvider value={team}>
      {set === undefined ? <TeamScreen key={connection} /> : <AgreementScreen key={set} set={set} />}
    </TeamProvider>
  )
}

/** Packages to and from colleagues, second reviews, the rules and the history of an account. */
function TeamScreen() {
  const { packages, store } = useTeam()
  const opened = useStore(packages, (state) => state.opened)
  useEffect(() => {
    void store.getState().open()
    return () => store.getState().close()
  }, [store])
  return opened ? <OpenedPackageView opened={opened} /> : <TeamPage />
}

function TeamPage() {
  const texts = useMessages().reviews
  const { store } = useTeam()
  const [dialog, setDialog] = useState<'rules' | 'history' | null>(null)
  const { sources, loadSources } = useStore(store)
  const name = readyValue(useStore(useFeature('reviews').reviewer, (state) => state.name))
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
      <div className="team-screen pad-16 scroll">
        <div className="team-column stack">
          <MergedNotice />
          <p className="team-sentence">{texts.local}</p>
          <div className="team-pair">
            <LoadableView of={sources} onRetry={() => void loadSources()}>
              {({ forms }) => <SendCard forms={forms} />}
            </LoadableView>
            <ReceiveCard />
          </div>
          <BlindSection />
          <TeamCard icon={<IconUser size={18} aria-hidden="true" />} title={texts.reviewer.title}>
            <ReviewerField />
          </TeamCard>
        </div>
      </div>
      <OpenDialog />
      {dialog === 'rules' ? <RulesDialog onClose={close} /> : null}
      {dialog === 'history' ? <HistoryDialog onClose={close} /> : null}
    </>
  )
}

function SendCard({ forms }: { readonly forms: readonly Form[] }) {
  const texts = useMessages().reviews.send
  const { exporting, dismissExport } = useStore(useTeam().packages)
  const [opened, setOpened] = useState(false)
  const open = () => {
    dismissExport()
    setOpened(true)
  }
  return (
    <TeamCard
      icon={<IconPackageExport size={18} aria-hidden="true" />}
      title={texts.title}
      action={
        <Button variant="default" disabled={forms.length === 0} onClick={open}>
          {texts.action}
        </Button>
      }
    >
      <p className="dim">{forms.length === 0 ? texts.noForms : texts.text}</p>
      {exporting.failure && !opened ? <FailureNotice failure={exporting.failure} onClose={dismissExport} /> : null}
      {opened ? <ExportDialog forms={forms} onClose={() => setOpened(false)} /> : null}
    </TeamCard>
  )
}

/** Chooses a colleague's file. The whole window also accepts a drop. */
function ReceiveCard() {
  const texts = useMessages().reviews.receive
  const { choose } = useTeam().packages.getState()
  return (
    <TeamCard
      className="receive-card"
      icon={<IconPackageImport size={18} aria-hidden="true" />}
      title={texts.title}
      action={
        <FileButton onChange={(file) => file && choose(file)}>
          {(props) => (
            <Button {...props} variant="default">
              {texts.action}
            </Button>
          )}
        </FileButton>
      }
    >
      <p className="dim">{texts.text}</p>
    </TeamCard>
  )
}

/** The result of the last merge, with its undo and a link to the entries; empty before the first. */
function MergedNotice() {
  const { common, reviews } = useMessages()
  const texts = reviews.merged
  const { connection, packages } = useTeam()
  const { go } = useNavigation()
  const { merged, merging, undoMerge, dismissMerged } = useStore(packages)
  if (!merged) return null
  const { batch, set, kind, changed, undone } = merged
  const words = kind === 'review' ? texts.review(changed) : texts[kind]
  return (
    <>
      <div className="merged-notice row card" role="status">
        <IconCircleCheck className="merged-sign" size={18} aria-hidden="true" />
        <span className="grow text-14 figures">{undone === null ? words : texts.undone(undone)}</span>
        {batch !== null ? (
          <Button variant="default" loading={merging.working === 'undo'} onClick={() => void undoMerge()}>
            {common.undo}
          </Button>
        ) : null}
        {kind === 'review' && changed > 0 && undone === null ? (
          <Button variant="default" onClick={() => go({ screen: 'entries', connection })}>
            {texts.entries}
          </Button>
        ) : null}
        {set !== null && kind === 'blind_request' ? (
          <Button onClick={() => go({ screen: 'entries', connection, set })}>{texts.review_set}</Button>
        ) : null}
        {set !== null && kind === 'blind_answer' ? (
          <Button onClick={() => go({ screen: 'packages', connection, set })}>{texts.agreement}</Button>
        ) : null}
        <CloseButton aria-label={common.close} onClick={dismissMerged} />
      </div>
      {merging.failure && batch !== null ? <FailureNotice failure={merging.failure} /> : null}
    </>
  )
}
