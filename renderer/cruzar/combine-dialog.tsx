import {
  Button,
  Checkbox,
  FileButton,
  Group,
  Loader,
  Radio,
  SegmentedControl,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Sheet } from '../../preload/contract/sheets.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { paceWords } from '../../preload/messages/pace.ts'
import { acceptedLists } from '../../preload/values/list-endings.ts'
import { rowsOfSet, setOperations } from '../../preload/values/list-sets.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { outcomeOrder } from '../../preload/values/outcomes.ts'
import { useFeature, useSlot } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { useAnswerers } from './answerers.ts'
import { type OtherList, otherKinds } from './combine-store.ts'
import { lockOf } from './list-state.ts'
import { OutcomeCheckbox } from './outcome-figures.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { rowsOf } from './runs.ts'

/**
 * Asks with which list the shown one is combined, and whose rows stay. It shows the resulting counts before that is
 * done.
 */
export function CombineDialog() {
  const messages = useMessages()
  const texts = messages.cruzar.combine
  const { combine, draft } = useFeature('cruzar')
  const name = useStore(draft, (state) => state.name)
  const state = useStore(combine)
  const { kind, other, brought, how, combining } = state
  const lock = lockOf(other, brought)
  useEffect(() => () => combine.getState().close(), [combine])
  const chosen = readyValue(other)
  const isPossible = chosen !== undefined && rowsOfSet(how, chosen.counts) > 0
  const confirm = () => {
    if (chosen && isPossible) void state.combine(texts.names[how](name.trim(), chosen.name))
  }
  return (
    <>
      <Dialog onClose={state.close} title={texts.title(name)} size={560}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            confirm()
          }}
        >
          <Stack gap="md">
            <div>
              <Text size="sm" fw={500} mb={4}>
                {texts.other}
              </Text>
              <SegmentedControl
                fullWidth
                size="sm"
                aria-label={texts.other}
                value={kind}
                data={otherKinds.map((value) => ({ value, label: texts.kinds[value] }))}
                onChange={(value) => {
                  const kind = otherKinds.find((each) => each === value)
                  if (kind) state.setKind(kind)
                }}
              />
            </div>
            {kind === 'run' ? <RunChoice /> : null}
            {kind === 'sheet' ? <SheetChoice /> : null}
            {kind === 'file' ? <FileChoice /> : null}
            {other.status === 'loading' ? <Reading /> : null}
            {other.status === 'failed' && !lock ? <FailureNotice failure={other.failure} /> : null}
            {chosen ? <Ways other={chosen} /> : null}
            {combining.failure ? <FailureNotice failure={combining.failure} /> : null}
            {combining.working === null ? null : <Reading />}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" size="sm" onClick={combining.working === null ? state.close : state.cancel}>
                {messages.common.cancel}
              </Button>
              <Button type="submit" size="sm" disabled={!isPossible} loading={combining.working !== null}>
                {texts.confirm}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
      {lock ? (
        <PasswordDialog lock={lock} onPassword={(password) => void state.unlock(password)} onClose={state.takeNone} />
      ) : null}
    </>
  )
}

function Reading() {
  const messages = useMessages()
  const reading = useStore(useFeature('cruzar').combine, (state) => state.reading)
  return (
    <Text size="sm" c="dimmed" className="inline-row gap-8 figures" role="status">
      <Loader size={14} aria-hidden="true" />
      {reading.rows === 0 ? messages.common.counting : paceWords(reading, messages)}
    </Text>
  )
}

/** The ways to combine the lists, each with its resulting rows. */
function Ways({ other: { counts } }: { readonly other: OtherList }) {
  const texts = useMessages().cruzar.combine
  const { how, setHow } = useStore(useFeature('cruzar').combine)
  const keyless = how === 'or' ? counts.keyless + counts.other.keyless : counts.keyless
  return (
    <Stack gap="sm">
      <Radio.Group
        label={texts.how}
        value={how}
        onChange={(value) => setHow(setOperations.find((each) => each === value) ?? how)}
      >
        <Stack gap="sm" mt="sm">
          {setOperations.map((way) => (
            <Radio
              key={way}
              value={way}
              size="sm"
              label={texts.ways[way]}
              description={<span className="figures">{texts.facts[way](counts)}</span>}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text size="sm" className="figures" role="status">
        {rowsOfSet(how, counts) === 0 ? `${texts.nothing} ` : null}
        {keyless > 0 ? texts.keyless[how](keyless) : null}
      </Text>
      <Text size="sm" c="dimmed">
        {texts.samePerson}
        {how === 'or' ? ` ${texts.columns}` : null}
      </Text>
    </Stack>
  )
}

/** Chooses a run, and its rows by their outcome. */
function RunChoice() {
  const messages = useMessages()
  const texts = messages.cruzar.combine
  const { combine, runs } = useFeature('cruzar')
  const { takeRun, takeNone } = combine.getState()
  const all = readyValue(useStore(runs, (state) => state.list))
  const [chosen, setChosen] = useState<{ readonly run: Run; readonly outcomes: readonly Outcome[] } | null>(null)
  useEffect(() => void runs.getState().load(), [runs])
  const choose = (run: Run, outcomes: readonly Outcome[]) => {
    setChosen({ run, outcomes })
    if (rowsOf(run.outcomes, outcomes) === 0) takeNone()
    else void takeRun(run, outcomes)
  }
  const usable = all?.filter(({ rows }) => rows > 0)
  if (usable?.length === 0) return <Text size="sm">{texts.noRuns}</Text>
  const present = chosen ? outcomeOrder.filter((outcome) => chosen.run.outcomes[outcome] > 0) : []
  return (
    <>
      <Select
        size="sm"
        label={texts.run}
        placeholder={texts.choose}
        data={(usable ?? []).map(({ id, name, rows }) => ({
          value: id,
          label: joinFacts([name, messages.common.rows(rows)]),
        }))}
        value={chosen?.run.id ?? null}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        data-autofocus
        onChange={(id) => {
          const run = usable?.find((each) => each.id === id)
          if (run)
            choose(
              run,
              outcomeOrder.filter((outcome) => run.outcomes[outcome] > 0),
            )
        }}
      />
      {chosen && present.length > 1 ? (
        <Checkbox.Group
          label={texts.outcomes}
          error={chosen.outcomes.length === 0 ? texts.noOutcomes : null}
          value={[...chosen.outcomes]}
          onChange={(values) =>
            choose(
              chosen.run,
              present.filter((outcome) => values.includes(outcome)),
            )
          }
        >
          <Group gap="md" mt="sm">
            {present.map((outcome) => (
              <OutcomeCheckbox key={outcome} outcome={outcome} rows={chosen.run.outcomes[outcome]} />
            ))}
          </Group>
        </Checkbox.Group>
      ) : null}
    </>
  )
}

function SheetChoice() {
  const messages = useMessages()
  const texts = messages.cruzar.combine
  const { takeSheet } = useFeature('cruzar').combine.getState()
  const { sheets } = useAnswerers()
  const [chosen, setChosen] = useState<Sheet | null>(null)
  const SheetBadge = useSlot('sheetBadge')
  const usable = sheets.filter(({ rows }) => rows > 0)
  if (usable.length === 0) return <Text size="sm">{texts.noSheets}</Text>
  return (
    <div>
      <Select
        size="sm"
        label={texts.sheet}
        placeholder={texts.choose}
        data={usable.map(({ id, name, rows }) => ({ value: id, label: joinFacts([name, messages.common.rows(rows)]) }))}
        value={chosen?.id ?? null}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        data-autofocus
        onChange={(id) => {
          const sheet = usable.find((each) => each.id === id)
          if (!sheet) return
          setChosen(sheet)
          void takeSheet(sheet)
        }}
      />
      {chosen ? (
        <Text size="sm" mt={4} component="div">
          <SheetBadge sheet={chosen} />
        </Text>
      ) : null}
    </div>
  )
}

function FileChoice() {
  const { cruzar } = useMessages()
  const texts = cruzar.combine
  const { combine } = useFeature('cruzar')
  const { takeFile, readAllSheets } = combine.getState()
  const other = readyValue(useStore(combine, (state) => state.other))
  const unread = other?.inspection.key_sheets.filter(({ is_read }) => !is_read) ?? []
  return (
    <>
      <Group gap="sm">
        <FileButton accept={acceptedLists} onChange={(file) => file && void takeFile(file)}>
          {(props) => (
            <Button {...props} variant="default" size="sm" data-autofocus>
              {other ? texts.otherFile : texts.chooseFile}
            </Button>
          )}
        </FileButton>
        {other ? (
          <Text size="sm" className="figures words">
            {joinFacts([other.name, texts.otherFacts(other.counts.other.rows, other.counts.other.keyless)])}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {texts.dropHint}
          </Text>
        )}
      </Group>
      {other && unread.length > 0 ? (
        <Text size="sm" component="div">
          {cruzar.list.otherSheets(other.inspection.file_kind, unread)}{' '}
          <Button size="compact-xs" variant="default" onClick={() => void readAllSheets()}>
            {cruzar.list.readAll}
          </Button>
        </Text>
      ) : null}
    </>
  )
}
