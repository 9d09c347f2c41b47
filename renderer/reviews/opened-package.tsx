import './package.css'
import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import type { OpenedPackage } from '../../preload/contract/reviews.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { FactLine } from '../ui/fact-line.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ConflictList } from './conflict-list.tsx'
import type { PackagesStore } from './packages-store.ts'

export interface OpenedPackageViewProps {
  readonly store: PackagesStore
  readonly opened: OpenedPackage
  readonly now: () => number
}

/** What a colleague's package holds and what it would change; nothing changes before "merge". */
export function OpenedPackageView({ store, opened, now }: OpenedPackageViewProps) {
  const { reviews, common } = useMessages()
  const texts = reviews.opened
  const format = useFormat()
  const { taken, failure, doing, take, takeAll, merge, discard } = useStore(store)
  const { conflicts } = opened
  const confirm = { review: texts.merge, blind_request: texts.accept, blind_answer: texts.keep }[opened.kind]
  const isReview = opened.kind === 'review'
  const nothingNew = isReview && opened.new_events === 0
  return (
    <>
      <PageHeader
        title={texts.titles[opened.kind](opened.from)}
        facts={texts.madeAt(format.moment(Date.parse(opened.made_at), now()))}
        onBack={discard}
      />
      <div className="team-screen">
        <div className="team-column">
          <Holdings opened={opened} />
          {opened.kind === 'blind_request' ? <p className="team-sentence">{texts.request(opened.entries)}</p> : null}
          {opened.kind === 'blind_answer' ? <p className="team-sentence">{texts.answer(opened.entries)}</p> : null}
          {nothingNew ? <p className="team-sentence">{texts.nothingNew}</p> : null}
          {conflicts.length > 0 ? (
            <ConflictList conflicts={conflicts} taken={taken} now={now()} onTake={take} onTakeAll={takeAll} />
          ) : null}
        </div>
      </div>
      <div className="team-foot">
        {failure ? <FailureNotice failure={failure} /> : null}
        <div className="team-foot-line">
          <span className="figures" role="status">
            <FactLine
              items={[
                isReview && !nothingNew && texts.summary(opened.changes, taken.size, conflicts.length - taken.size),
                isReview && conflicts.length > 0 && <span className="dim">{texts.both}</span>,
              ]}
            />
          </span>
          <Button variant="default" size="sm" onClick={discard}>
            {isReview ? texts.discard : common.close}
          </Button>
          {nothingNew ? null : (
            <Button size="sm" loading={doing === 'merge'} onClick={() => void merge()}>
              {confirm}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

function Holdings({ opened }: { readonly opened: OpenedPackage }) {
  const texts = useMessages().reviews.opened
  const format = useFormat()
  const figures: readonly (readonly [label: string, value: number])[] =
    opened.kind === 'review'
      ? [
          [texts.entries, opened.entries],
          [texts.events, opened.new_events],
          [texts.changes, opened.changes],
          [texts.conflicts, opened.conflicts.length],
        ]
      : [[texts.entries, opened.entries]]
  return (
    <section className="team-card" aria-label={texts.holds}>
      <dl className="holdings figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="holdings-forms">
        <span className="dim">{texts.forms}: </span>
        {format.list(opened.forms.map(({ name }) => name))}
      </p>
      {opened.unknown_entries > 0 ? <p className="team-warning">{texts.unknown(opened.unknown_entries)}</p> : null}
    </section>
  )
}
