import { Button, CopyButton, Group, Radio, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { CheckDifference, RunCheck } from '../../preload/contract/run-check.ts'
import type { Task } from '../../preload/contract/tasks.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { checkSentences } from '../../preload/messages/check-sentence.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { usualSample } from '../../preload/values/check-rate.ts'
import { copiedCell } from '../../preload/values/excel.ts'
import { useFeature } from '../kernel/feature.ts'
import { type Format, useFormat } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNotice } from '../ui/failure-notice.tsx'
import { InfoNotice } from '../ui/info-notice.tsx'
import { LoadableView } from '../ui/loadable-view.tsx'
import { OutcomeMark } from '../ui/mark.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'

interface CheckProps {
  readonly run: Run
  readonly check: RunCheck
}

/** Why a run that cached sheets answered cannot be checked; false where it can. */
export function checkUnavailable({ state, check, sheets, keys }: Run, { runCheck, common }: Messages): string | false {
  if (keys === 0) return common.unavailable.noKeys
  if (state !== 'finished') return runCheck.notFinished
  if (check?.state === 'running') return runCheck.checking
  return new Set(sheets.map(({ connection_id }) => connection_id)).size > 1 && runCheck.severalAccounts
}

/** A check that is running or has stopped. Empty for a finished one. */
export function CheckNotices({ run, check }: CheckProps) {
  const messages = useMessages()
  const { starting, resume } = useStore(useFeature('cruzar').checking)
  if (check.state === 'running') return <CheckProgress check={check} />
  const isWhole = check.state === 'finished' && check.answered === check.keys
  const action = {
    label: messages.common.continue,
    onClick: () => void resume(run.id),
    busy: starting.working === run.id,
  }
  if (isWhole) return null
  const why: Readonly<Record<string, string>> = messages.cruzar.reasons
  const reason = check.failure === null || check.failure === 'cancelled' ? undefined : why[check.failure]
  const [text = '', ...kept] = checkSentences(check, run.keys, messages)
  return (
    <>
      <InfoNotice text={text} kept={kept.join(' ')} lines={reason ? [reason] : []} action={action} />
      {starting.failure ? <FailureNotice failure={starting.failure} /> : null}
    </>
  )
}

function CheckProgress({ check }: Pick<CheckProps, 'check'>) {
  const { runCheck, cruzar } = useMessages()
  const { tasks, taskWords } = useFeature('tasks').useTaskProps()
  const task = tasks.find(({ id }) => id === check.task_id)
  return (
    <AnsweringProgress
      className="check-progress row card"
      label={runCheck.progress}
      task={task}
      answered={check.answered}
      keys={check.keys}
      text={joinFacts([runCheck.underWay, task ? taskWords(task) : cruzar.run.starting])}
    />
  )
}

interface AnsweringProgressProps {
  readonly className: string
  readonly label: string
  /** Undefined until main has pushed it. */
  readonly task: Task | undefined
  readonly answered: number
  readonly keys: number
  readonly text: string
}

/** How many keys have an answer, with a button that stops the check. */
export function AnsweringProgress({ className, label, task, answered, keys, text }: AnsweringProgressProps) {
  const { common } = useMessages()
  const { onCancelTask } = useFeature('tasks').useTaskProps()
  return (
    <div className={className}>
      <div className="run-progress-line">
        <ProgressLine label={label} done={task?.done ?? answered} total={task?.total ?? keys} text={text} />
      </div>
      {task ? (
        <Button variant="default" onClick={() => onCancelTask(task.id)}>
          {common.cancel}
        </Button>
      ) : null}
    </div>
  )
}

/** How far the answers agree, with a link to the differences. */
export function CheckLine({ run, check, onShow }: CheckProps & { readonly onShow: () => void }) {
  const messages = useMessages()
  const { answered, equal, causes, state, keys } = check
  if (state === 'running' || answered === 0) return null
  const isWhole = state === 'finished' && answered === keys
  const words = messages.runCheck
  const causeTexts = causes.map(({ cause, keys: count }) => `${words.causes[cause]}: ${messages.common.number(count)}`)
  return (
    <p className="check-line note figures">
      {isWhole ? <span>{checkSentences(check, run.keys, messages).join(' ')}</span> : null}
      {answered > equal ? (
        <>
          <span>{joinFacts([words.different(answered - equal), ...causeTexts])}</span>
          <Button variant="subtle" size="compact-xs" onClick={onShow}>
            {words.show}
          </Button>
        </>
      ) : null}
    </p>
  )
}

/** Asks how many keys to check, shows the cost, and starts the check. */
export function CheckDialog({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const { runCheck: texts, cruzar, common } = useMessages()
  const format = useFormat()
  const { cost, starting, estimate, start } = useStore(useFeature('cruzar').checking)
  const hasSample = run.keys > usualSample
  const [all, setAll] = useState(!hasSample)
  const keys = all ? run.keys : usualSample
  useEffect(() => void estimate(run.connection_id, keys), [estimate, run.connection_id, keys])
  const costEstimate = readyValue(cost)
  const begin = async () => {
    if (await start(run.id, all ? null : usualSample)) onClose()
  }
  return (
    <Dialog onClose={onClose} title={texts.title} size={520}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void begin()
        }}
      >
        <Stack gap="md">
          <Text size="sm">{texts.intro}</Text>
          <Radio.Group
            label={texts.howMany}
            value={all ? 'all' : 'sample'}
            onChange={(value) => setAll(value === 'all')}
          >
            <Stack gap="xs" mt={4}>
              {hasSample ? <Radio size="sm" value="sample" label={texts.sample(usualSample, run.keys)} /> : null}
              <Radio size="sm" value="all" label={texts.all(run.keys)} />
            </Stack>
          </Radio.Group>
          {cost.status === 'failed' ? <FailureNotice failure={cost.failure} /> : null}
          {starting.failure ? <FailureNotice failure={starting.failure} /> : null}
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed" className="figures" role="status">
              {costEstimate
                ? cruzar.budget.cost(
                    costEstimate.requests,
                    format.duration(costEstimate.seconds),
                    costEstimate.measured,
                  )
                : ''}
            </Text>
            <Group gap="sm">
              <Button size="sm" variant="default" onClick={onClose}>
                {common.cancel}
              </Button>
              <Button size="sm" type="submit" data-autofocus loading={starting.working === run.id}>
                {texts.confirm}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

/** Every key for which the service gave another answer, with both answers and the cause, up to a limit. */
export function DifferencesDialog({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const messages = useMessages()
  const { differences, loadDifferences } = useStore(useFeature('cruzar').checking)
  const load = () => void loadDifferences(run.id)
  useEffect(() => void loadDifferences(run.id), [loadDifferences, run.id])
  return (
    <Dialog onClose={onClose} title={messages.runCheck.differences(run.name)} size={1080}>
      <LoadableView of={differences} onRetry={load}>
        {({ count, differences: rows }) => <DifferencesTable count={count} found={rows} />}
      </LoadableView>
    </Dialog>
  )
}

function DifferencesTable({ count, found }: { readonly count: number; readonly found: readonly CheckDifference[] }) {
  const messages = useMessages()
  const format = useFormat()
  const { runCheck: texts, common, cruzar } = messages
  const { columns } = texts
  const lines = found.map((difference) => wordsOf(difference, messages, format))
  const said = (side: CheckDifference['sheet'], words = '') => joinFacts([cruzar.outcomes[side.outcome], words])
  const copied = [
    Object.values(columns),
    ...found.map(({ sheet, service }, place) => {
      const line = lines[place]
      return [line?.key ?? '', said(sheet, line?.sheet), said(service, line?.service), line?.cause ?? '']
    }),
  ]
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className="differences-scroll" tabIndex={0} aria-label={texts.different(count)}>
        <table className="data-table sticky-head figures">
          <thead>
            <tr>
              {Object.values(columns).map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.map(({ key, sheet, service }, place) => (
              <tr key={key}>
                <td>{lines[place]?.key}</td>
                <td>
                  <OutcomeMark outcome={sheet.outcome} label={cruzar.outcomes[sheet.outcome]} /> {lines[place]?.sheet}
                </td>
                <td>
                  <OutcomeMark outcome={service.outcome} label={cruzar.outcomes[service.outcome]} />{' '}
                  {lines[place]?.service}
                </td>
                <td>{lines[place]?.cause}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" className="figures">
          {found.length < count ? texts.firstOnes(found.length, count) : texts.different(count)}
        </Text>
        <CopyButton value={copied.map((cells) => cells.map(copiedCell).join('\t')).join('\n')}>
          {({ copied: isCopied, copy }) => (
            <Button variant="default" onClick={copy}>
              {isCopied ? common.copied : common.copy}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}

function wordsOf({ key, sheet, service, cause, at }: CheckDifference, messages: Messages, format: Format) {
  const { runCheck: texts } = messages
  const answer = ({ contato_id, conversa_id }: CheckDifference['sheet']) =>
    joinFacts([
      contato_id === null ? '' : texts.contact(contato_id),
      conversa_id === null ? '' : texts.conversation(conversa_id),
    ])
  const why = joinFacts([texts.causes[cause], at === null ? '' : format.dateTime(Date.parse(at))])
  return { key, sheet: answer(sheet), service: answer(service), cause: why }
}
