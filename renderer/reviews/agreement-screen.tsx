import './team.css'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Agreement } from '../../preload/contract/reviews.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { AgreementMatrix } from './agreement-matrix.tsx'
import { kappaWord } from './agreement-words.ts'
import { DisagreementList } from './disagreement-list.tsx'
import { sharePhrase } from './shares.ts'
import type { Team } from './team.ts'

export interface AgreementScreenProps {
  readonly team: Team
  /** The id of an answered blind review. */
  readonly set: string
  readonly onEntry: (id: number) => void
  readonly onBack: () => void
}

/** How far two people agree who decided the same entries without seeing each other's decisions. */
export function AgreementScreen({ team, set, onEntry, onBack }: AgreementScreenProps) {
  const texts = useMessages().reviews.agreement
  const { sets, agreements, compare, load } = useStore(team.sets)
  const agreement = agreements[set] ?? { status: 'idle' }
  const found = readyValue(sets)?.find(({ id }) => id === set)
  const both = readyValue(agreement)?.both
  useEffect(() => {
    void compare(set)
    void load()
    return team.watch()
  }, [team, set, compare, load])
  return (
    <>
      <PageHeader
        title={texts.title(found?.name ?? '…')}
        facts={both === undefined ? null : texts.facts(found?.colleague ?? texts.someone, both)}
        onBack={onBack}
      />
      <div className="team-screen">
        <LoadableView of={agreement} onRetry={() => void compare(set)}>
          {(ready) =>
            ready.both === 0 ? (
              <EmptyState icon={<IconArrowsDiff size={32} stroke={1.5} />} title={texts.none} text={texts.noneText} />
            ) : (
              <div className="agreement">
                <AgreementFigures agreement={ready} />
                <AgreementMatrix pairs={ready.pairs} />
                <DisagreementList disagreed={ready.disagreed} onEntry={onEntry} />
              </div>
            )
          }
        </LoadableView>
      </div>
    </>
  )
}

function AgreementFigures({ agreement }: { readonly agreement: Agreement }) {
  const texts = useMessages().reviews.agreement
  const format = useFormat()
  const { agreed, both, kappa } = agreement
  return (
    <section className="team-card agreement-figures figures">
      <p className="agreement-figure">
        <strong>{sharePhrase(agreed, both, format)}</strong> {texts.rate}
        <span className="dim">{texts.agreed(agreed, both)}</span>
      </p>
      {kappa === null ? (
        <p className="dim">{texts.kappaNone}</p>
      ) : (
        <p className="agreement-figure">
          <strong>{format.number(Math.round(kappa * 100) / 100)}</strong>{' '}
          {joinFacts([texts.kappa, texts.kappas[kappaWord(kappa)]])}
          <span className="dim">{texts.kappaText}</span>
        </p>
      )}
    </section>
  )
}
