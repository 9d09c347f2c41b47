import { Button, Group, Menu, SegmentedControl, Switch } from '@mantine/core'
import { IconChevronDown, IconHistory } from '@tabler/icons-react'
import type { ReportName } from '../../preload/contract/reports.ts'
import { joinFacts } from '../../preload/messages/isolate.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { ParametersButton } from './parameters-button.tsx'
import { PeriodTools } from './period-tools.tsx'
import { reportWords } from './report-words.ts'
import { type KeptQuestion, type ReportChoice, reportNames } from './reports-store.ts'

export interface ReportToolsProps {
  readonly choice: ReportChoice
  readonly kept: readonly KeptQuestion[]
  readonly now: () => number
  readonly onChoose: (change: Partial<ReportChoice>) => void
}

/** Which report, of which days, compared or not, with which parameters. */
export function ReportTools({ choice, kept, now, onChoose }: ReportToolsProps) {
  const texts = useMessages().reports
  return (
    <div className="report-tools">
      <Group gap="sm" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={texts.which}
          value={choice.report}
          // The control gives one of the names that it was given.
          onChange={(report) => onChoose({ report: report as ReportName })}
          data={reportNames.map((value) => ({ value, label: texts.names[value] }))}
        />
        <KeptMenu kept={kept} now={now} onChoose={onChoose} />
      </Group>
      <Group gap="xs" justify="space-between">
        <PeriodTools days={choice} today={new Date(now())} onDays={onChoose} />
        <Group gap="sm">
          <Switch
            size="xs"
            label={texts.compare}
            checked={choice.compare}
            onChange={(event) => onChoose({ compare: event.currentTarget.checked })}
          />
          <ParametersButton parameters={choice.parameters} onApply={(parameters) => onChoose({ parameters })} />
        </Group>
      </Group>
    </div>
  )
}

type KeptMenuProps = Pick<ReportToolsProps, 'kept' | 'now' | 'onChoose'>

/** Answers that open without network, each with its date. */
function KeptMenu({ kept, now, onChoose }: KeptMenuProps) {
  const texts = useMessages().reports
  const format = useFormat()
  const words = reportWords(texts, format)
  return (
    <Menu position="bottom-end" width={380}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconHistory size={14} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {texts.keptList}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="report-kept">
        {kept.length === 0 ? <Menu.Label>{texts.keptNone}</Menu.Label> : null}
        {kept.map(({ question: { connection_id: _, ...question }, read_at }) => (
          <Menu.Item
            key={JSON.stringify(question)}
            onClick={() => onChoose(question)}
            rightSection={<span className="dim figures">{format.moment(Date.parse(read_at), now())}</span>}
          >
            {joinFacts([
              texts.keptEntry(texts.names[question.report], words.days(question)),
              question.parameters.length > 0 ? texts.parametersSet(question.parameters.length) : null,
            ])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
