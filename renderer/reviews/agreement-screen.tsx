import './agreement.css'
import { Button } from '@mantine/core'
import { IconArrowsDiff } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { useStore } from 'zustand'
import type { Agreement } from '../../preload/contract/reviews.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { type ReviewState, reviewStates } from '../../preload/values/entries-table.ts'
import { useNavigation } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { type Loadable, readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { ReviewMark } from '../ui/mark.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { sharePhrases } from './figures-panels.tsx'
import { useTeam } from './team.ts'
import { TableHead, useShown } from './team-parts.tsx'

/** How far two people agree who decided the same entries without seeing each other's decisions. */
export function AgreementScreen({ set }: { readonly set: string }) {
  const texts = useMessages().reviews.agreement
  const { connection, store } = useTeam()
  const { goInstead } = useNavigation()
  const { sets, compared, compare, ...state } = useStore(store)
  const agreement: Loadable<Agreement> = compared === set ? state.agreement : { status: 'idle' }
  const chosenSet = readyValue(sets)?.find(({ id }) => id === set)
  const both = readyValue(agreement)?.both
  useEffect(() => {
    void store.getState().open(set)
    return () => store.getState().close()
  }, [store, set])
  return (
    <>
      <PageHeader
        title={texts.title(chosenSet?.name ?? '…')}
        facts={
          chosenSet && both !== undefined
            ? texts.facts(chosenSet.colleague ?? texts.someone, both, chosenSet.entries)
            : null
        }
        onBack={() => goInstead({ screen: 'packages', connection })}
      />
      <div className="team-screen pad-16 scroll">
        <LoadableView of={agreement} onRetry={() => void compare(set)}>
          {(ready) =>
            ready.both === 0 ? (
              <EmptyState icon={<IconArrowsDiff size={32} stroke={1.5} />} title={texts.none} text={texts.noneText} />
            ) : (
              <div className="agreement stack">
                <AgreementFigures agreement={ready} />
                <AgreementMatrix pairs={ready.pairs} />
                <DisagreementList disagreed={ready.disagreed} />
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
    <section className="team-card card agreement-figures figures">
      <p className="agreement-figure">
        <strong>{sharePhrases([agreed], both, format)}</strong> {texts.rate}
        <span className="dim">{texts.agreed(agreed, both)}</span>
      </p>
      {kappa === null ? (
        <p className="spaced dim">{texts.kappaNone}</p>
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

/** The strength of an agreement, by the bands of Landis and Koch (Biometrics 33, 1977). */
export function kappaWord(kappa: number): keyof Messages['reviews']['agreement']['kappas'] {
  if (kappa < 0) return 'poor'
  const bands = [
    [0.2, 'slight'],
    [0.4, 'fair'],
    [0.6, 'moderate'],
    [0.8, 'substantial'],
  ] as const
  return bands.find(([upTo]) => kappa <= upTo)?.[1] ?? 'perfect'
}

/**
 * The pairs of states as a square: the states that either person used, in the order of work, in rows and columns. The
 * background of a cell is as strong as its number, relative to the largest.
 */
export function matrixOf(pairs: Agreement['pairs']) {
  const sum = (is: (pair: Agreement['pairs'][number]) => boolean) =>
    pairs.filter(is).reduce((total, { count }) => total + count, 0)
  return {
    states: reviewStates.filter((state) => sum(({ mine, theirs }) => mine === state || theirs === state) > 0),
    of: (mine: ReviewState, theirs: ReviewState) => sum((pair) => pair.mine === mine && pair.theirs === theirs),
    mine: (state: ReviewState) => sum(({ mine }) => mine === state),
    theirs: (state: ReviewState) => sum(({ theirs }) => theirs === state),
    total: sum(() => true),
    highest: Math.max(0, ...pairs.map(({ count }) => count)),
  }
}

/** How often each of our states meets each of theirs. */
function AgreementMatrix({ pairs }: { readonly pairs: Agreement['pairs'] }) {
  const { entries, reviews, common } = useMessages()
  const format = useFormat()
  const texts = reviews.agreement
  const id = useId()
  const matrix = matrixOf(pairs)
  /** The more frequent a pair, the stronger its background; the text stays readable. */
  const ground = (count: number, agreed: boolean) => {
    const strength = Math.round((count / Math.max(1, matrix.highest)) * 45)
    const color = agreed ? 'var(--outcome-com-conversa-bar)' : 'var(--outcome-sem-conversa-bar)'
    return `color-mix(in srgb, ${color} ${strength}%, var(--surface-hover))`
  }
  return (
    <section className="team-card card" aria-labelledby={id}>
      <h2 id={id}>{texts.matrix}</h2>
      <p className="dim">{texts.matrixHint}</p>
      <table className="matrix figures">
        <thead>
          <tr>
            <th scope="col">{joinFacts([`${common.you} ↓`, `${texts.theirs} →`])}</th>
            {matrix.states.map((state) => (
              <th key={state} scope="col">
                <ReviewMark state={state} label={entries.states[state]} />
              </th>
            ))}
            <th scope="col">{texts.total}</th>
          </tr>
        </thead>
        <tbody>
          {matrix.states.map((mine) => (
            <tr key={mine}>
              <th scope="row">
                <ReviewMark state={mine} label={entries.states[mine]} />
              </th>
              {matrix.states.map((theirs) => {
                const count = matrix.of(mine, theirs)
                return (
                  <td
                    key={theirs}
                    title={texts.cell(entries.states[mine], entries.states[theirs], count)}
                    data-none={count === 0 || undefined}
                    style={{ background: ground(count, mine === theirs) }}
                  >
                    {format.number(count)}
                  </td>
                )
              })}
              <td className="matrix-total">{format.number(matrix.mine(mine))}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">{texts.total}</th>
            {matrix.states.map((theirs) => (
              <td key={theirs} className="matrix-total">
                {format.number(matrix.theirs(theirs))}
              </td>
            ))}
            <td className="matrix-total">{format.number(matrix.total)}</td>
          </tr>
        </tbody>
      </table>
    </section>
  )
}

/** The entries on which two reviews differ, each with both decisions and their reasons. */
function DisagreementList({ disagreed }: Pick<Agreement, 'disagreed'>) {
  const { connection } = useTeam()
  const { go } = useNavigation()
  const { common } = useMessages()
  const { agreement: texts } = useMessages().reviews
  const id = useId()
  const { shown, left, showMore } = useShown(disagreed)
  return (
    <section className="team-card card" aria-labelledby={id}>
      <h2 id={id}>{texts.disagreed(disagreed.length)}</h2>
      {disagreed.length === 0 ? (
        <p className="dim">{texts.noDisagreement}</p>
      ) : (
        <table className="disagreements data-table figures">
          <TableHead
            columns={[common.fields.entry, common.you, texts.theirs, { label: common.open, unseen: true }]}
            widths={[240, undefined, undefined, 80]}
          />
          <tbody>
            {shown.map((entry) => (
              <tr key={entry.entry_id}>
                <th scope="row">
                  <div className="cut strong" title={entry.sender}>
                    {entry.sender}
                  </div>
                  <div className="dim">{common.numbered(entry.entry_id)}</div>
                </th>
                <td>
                  <Decision state={entry.mine} comment={entry.my_comment} />
                </td>
                <td>
                  <Decision state={entry.theirs} comment={entry.their_comment} />
                </td>
                <td>
                  <Button
                    variant="default"
                    aria-label={texts.openNamed(entry.sender)}
                    onClick={() => go({ screen: 'entries', connection, entry: entry.entry_id })}
                  >
                    {common.open}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {left > 0 ? (
        <Button variant="subtle" onClick={showMore}>
          {common.showOthers(left)}
        </Button>
      ) : null}
    </section>
  )
}

function Decision({ state, comment }: { readonly state: ReviewState; readonly comment: string | null }) {
  const texts = useMessages().entries.states
  return (
    <div className="gap-4 top stack">
      <ReviewMark state={state} label={texts[state]} />
      {comment ? <span className="verbatim">{comment}</span> : null}
    </div>
  )
}
