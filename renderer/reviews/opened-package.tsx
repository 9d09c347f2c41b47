import { Button, Checkbox, Group, UnstyledButton } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useId } from 'react'
import { useStore } from 'zustand'
import type { OpenedPackage, PackageConflict, PlannedMerge } from '../../preload/contract/reviews.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { paceWords } from '../../preload/messages/pace.ts'
import { reviewStates } from '../../preload/values/entries-table.ts'
import { useApp } from '../kernel/feature.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { FactLine } from '../ui/fact-line.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { ReviewMark } from '../ui/mark.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { keyOf, newestOf, plannedOf, type Side } from './packages-store.ts'
import { useTeam } from './team.ts'
import { useShown } from './team-parts.tsx'

/** The content of a colleague's package and what it would change. Nothing changes before "merge". */
export function OpenedPackageView({ opened }: { readonly opened: OpenedPackage }) {
  const { reviews, common } = useMessages()
  const texts = reviews.opened
  const format = useFormat()
  const { now } = useApp()
  const { theirKeys, inMyName, stopped, merging, merge, discard } = useStore(useTeam().packages)
  const planned = plannedOf(opened, inMyName)
  const { conflicts } = planned
  const confirm = { review: texts.merge, blind_request: texts.accept, blind_answer: texts.keep }[opened.kind]
  const isReview = opened.kind === 'review'
  const nothingNew = isReview && planned.new_events === 0 && opened.new_notes === 0
  return (
    <>
      <PageHeader
        title={texts.titles[opened.kind](opened.from)}
        facts={texts.madeAt(format.moment(Date.parse(opened.made_at), now()))}
        onBack={discard}
      />
      <div className="team-screen pad-16 scroll">
        <div className="team-column stack">
          <Holdings opened={opened} planned={planned} />
          {opened.others.length > 0 ? (
            <p className="team-sentence">{texts.others(format.list(opened.others), opened.more_others)}</p>
          ) : null}
          <InMyName opened={opened} />
          {opened.kind === 'blind_request' ? (
            <p className="team-sentence">{opened.is_own_request ? texts.ownRequest : texts.request(opened.entries)}</p>
          ) : null}
          {opened.kind === 'blind_answer' ? (
            <p className="team-sentence">{texts.answer(opened.decided, opened.entries)}</p>
          ) : null}
          {opened.new_notes > 0 ? (
            <p className="team-sentence">{texts.personNotes(opened.new_notes, opened.from)}</p>
          ) : null}
          {nothingNew && !opened.in_my_name ? <p className="team-sentence">{texts.nothingNew}</p> : null}
          {conflicts.length > 0 ? <ConflictList conflicts={conflicts} /> : null}
        </div>
      </div>
      <div className="team-foot">
        {merging.failure ? <FailureNotice failure={merging.failure} /> : null}
        {stopped && merging.working === null ? <p className="warning-note block">{texts.stopped}</p> : null}
        <MergeProgress />
        <div className="team-foot-line row">
          <span className="figures" role="status">
            <FactLine
              items={[
                isReview &&
                  !nothingNew &&
                  texts.summary(planned.changes, theirKeys.size, conflicts.length - theirKeys.size),
                isReview && conflicts.length > 0 && <span className="dim">{texts.both}</span>,
              ]}
            />
          </span>
          <Button variant="default" size="sm" onClick={discard}>
            {isReview ? texts.discard : common.close}
          </Button>
          {nothingNew || opened.is_own_request ? null : (
            <Button size="sm" loading={merging.working === 'merge'} onClick={() => void merge()}>
              {confirm}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

/** The progress of a merge, with a stop button; empty while there is none. */
function MergeProgress() {
  const messages = useMessages()
  const { merging, pace, stopMerge } = useStore(useTeam().packages)
  if (merging.working !== 'merge' || pace.total === null) return null
  return (
    <div className="package-progress row">
      <ProgressLine
        label={messages.reviews.opened.merge}
        done={pace.rows}
        total={pace.total}
        text={paceWords(pace, messages)}
      />
      <Button size="compact-xs" variant="subtle" onClick={stopMerge}>
        {messages.common.cancel}
      </Button>
    </div>
  )
}

/** Asks whether events under the reviewer's own name are theirs; empty where there are none. */
function InMyName({ opened }: { readonly opened: OpenedPackage }) {
  const texts = useMessages().reviews.opened.inMyName
  const { inMyName, takeInMyName } = useStore(useTeam().packages)
  if (!opened.in_my_name) return null
  return (
    <section className="team-card card" aria-label={texts.label}>
      <p className="warning-note block">{texts.text(opened.in_my_name.new_events - opened.new_events, opened.from)}</p>
      <Checkbox
        mt="sm"
        label={texts.label}
        checked={inMyName}
        onChange={(event) => takeInMyName(event.currentTarget.checked)}
      />
    </section>
  )
}

function Holdings({ opened, planned }: { readonly opened: OpenedPackage; readonly planned: PlannedMerge }) {
  const { common, forms } = useMessages()
  const texts = useMessages().reviews.opened
  const format = useFormat()
  const figures: readonly (readonly [label: string, value: number])[] =
    opened.kind === 'review'
      ? [
          [common.fields.entries, opened.entries],
          [texts.events, planned.new_events],
          [texts.changes, planned.changes],
          [texts.conflicts, planned.conflicts.length],
        ]
      : [[common.fields.entries, opened.entries]]
  return (
    <section className="team-card card" aria-label={texts.holds}>
      <dl className="holdings captions figures">
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{format.number(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="holdings-forms">
        <span className="dim">{forms.title}: </span>
        {format.list(opened.forms.map(({ name }) => name))}
      </p>
      {opened.unknown_entries > 0 ? (
        <p className="warning-note block mt-8">{texts.unknown(opened.unknown_entries)}</p>
      ) : null}
    </section>
  )
}

/** Conflicting decisions side by side: the person presses the one to keep. */
function ConflictList({ conflicts }: Pick<OpenedPackage, 'conflicts'>) {
  const { common } = useMessages()
  const texts = useMessages().reviews.conflicts
  const { takeAll } = useTeam().packages.getState()
  const id = useId()
  const { shown, left, showMore } = useShown(conflicts)
  return (
    <section className="conflicts mt-4" aria-labelledby={id}>
      <div className="conflicts-head">
        <div>
          <h2 id={id}>{texts.title(conflicts.length)}</h2>
          <p className="dim">{texts.text}</p>
        </div>
        <Group gap="sm" wrap="nowrap" role="group" aria-label={texts.all}>
          {(
            [
              ['mine', texts.allMine],
              ['theirs', texts.allTheirs],
              ['newest', texts.allNewest],
            ] as const
          ).map(([how, label]) => (
            <Button key={how} variant="default" onClick={() => takeAll(how)}>
              {label}
            </Button>
          ))}
        </Group>
      </div>
      <ul className="card plain-list">
        {shown.map((conflict) => (
          <ConflictLine key={keyOf(conflict)} conflict={conflict} />
        ))}
      </ul>
      {left > 0 ? (
        <Group gap="sm" mt="sm">
          <Button variant="default" onClick={showMore}>
            {common.showOthers(left)}
          </Button>
          <span className="dim figures">{common.outOf(shown.length, conflicts.length)}</span>
        </Group>
      ) : null}
    </section>
  )
}

function ConflictLine({ conflict }: { readonly conflict: PackageConflict }) {
  const { common } = useMessages()
  const { conflicts: texts } = useMessages().reviews
  const field = texts.fields[conflict.field]
  return (
    <li className="conflict">
      <div className="conflict-entry column">
        <span className="cut strong" title={conflict.sender}>
          {conflict.sender}
        </span>
        <span className="dim figures">{joinFacts([field, common.numbered(conflict.entry_id)])}</span>
      </div>
      <div className="conflict-sides" role="radiogroup" aria-label={texts.choice(conflict.sender, field)}>
        {(['mine', 'theirs'] as const).map((each) => (
          <ConflictSide key={each} conflict={conflict} side={each} />
        ))}
      </div>
    </li>
  )
}

function ConflictSide({ conflict, side }: { readonly conflict: PackageConflict; readonly side: Side }) {
  const texts = useMessages().reviews.conflicts
  const format = useFormat()
  const { now } = useApp()
  const { packages } = useTeam()
  const { take } = packages.getState()
  const chosen = useStore(packages, ({ theirKeys }) => theirKeys.has(keyOf(conflict))) === (side === 'theirs')
  const { value, who, at, comment } = conflict[side]
  return (
    <UnstyledButton
      role="radio"
      aria-checked={chosen}
      tabIndex={chosen ? 0 : -1}
      className="conflict-side hoverable row"
      onClick={() => take(conflict, side)}
      onKeyDown={(event) => {
        if (!/^Arrow/.test(event.key)) return
        event.preventDefault()
        const other = event.currentTarget.parentElement?.querySelector<HTMLElement>('[aria-checked="false"]')
        other?.click()
        other?.focus()
      }}
    >
      <span className="conflict-check" aria-hidden="true">
        {chosen ? <IconCircleCheckFilled size={18} /> : <IconCircle size={18} stroke={1.5} />}
      </span>
      <span className="gap-2 narrows stack">
        <span className="conflict-side-head row">
          <strong>{texts[side]}</strong>
          <ConflictValue field={conflict.field} value={value} />
        </span>
        <span className="dim figures">
          {joinFacts([
            texts.byWhen(who, format.moment(Date.parse(at), now())),
            newestOf(conflict) === side ? texts.newer : null,
          ])}
        </span>
        {comment ? <span className="verbatim">{comment}</span> : null}
      </span>
    </UnstyledButton>
  )
}

function ConflictValue({ field, value }: { readonly field: PackageConflict['field']; readonly value: string | null }) {
  const { entries, reviews } = useMessages()
  if (value === null || value === '') return <span className="dim">{reviews.nothing}</span>
  const state = field === 'state' ? reviewStates.find((each) => each === value) : undefined
  return state ? <ReviewMark state={state} label={entries.states[state]} /> : <span>{value}</span>
}
