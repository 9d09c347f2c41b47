import { Checkbox, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Outcome, Run } from '../../preload/contract/cruzar.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { useFormat } from '../kernel/format.ts'
import { useMessages } from '../kernel/messages.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OutcomeMark } from '../ui/mark.tsx'
import { outcomeOrder, rowsOf } from './outcomes.ts'
import { ExportLine } from './run-export-line.tsx'
import type { RunExportStore } from './run-export-store.ts'

export interface ExportDialogProps {
  readonly run: Run
  /** Checked when it opens; none for all. */
  readonly outcomes: readonly Outcome[]
  readonly exports: RunExportStore
  readonly opened: boolean
  readonly onExport: (outcomes: readonly Outcome[], format: ExportFormat) => void
  readonly onClose: () => void
}

const formats = ['xlsx', 'csv-excel', 'csv-raw'] as const satisfies readonly ExportFormat[]

/** Asks which outcomes go into the file; one press on a kind of file starts the export. */
export function ExportDialog({ run, outcomes, exports, opened, onExport, onClose }: ExportDialogProps) {
  const texts = useMessages().cruzar.export
  return (
    <Dialog opened={opened} onClose={onClose} title={texts.title(run.name)} size={460}>
      {opened ? (
        <ExportForm run={run} outcomes={outcomes} exports={exports} onExport={onExport} onClose={onClose} />
      ) : null}
    </Dialog>
  )
}

function ExportForm({ run, outcomes, exports, onExport, onClose }: Omit<ExportDialogProps, 'opened'>) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.cruzar.export
  const [chosen, setChosen] = useState(outcomes.length > 0 ? outcomes : outcomeOrder)
  const running = useStore(exports, ({ exporting }) => exporting?.state === 'running')
  const rows = rowsOf(run.outcomes, chosen)
  const every = chosen.length === outcomeOrder.length
  return (
    <Stack gap="md">
      <Checkbox.Group
        label={texts.which}
        value={[...chosen]}
        onChange={(values) => setChosen(outcomeOrder.filter((outcome) => values.includes(outcome)))}
      >
        <Stack gap="sm" mt="sm">
          {outcomeOrder.map((outcome) => (
            <Checkbox
              key={outcome}
              size="sm"
              value={outcome}
              label={
                <span className="export-outcome figures">
                  <OutcomeMark outcome={outcome} label={messages.cruzar.run.figures[outcome]} />
                  <span>{format.number(run.outcomes[outcome])}</span>
                </span>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        size="sm"
        label={texts.all}
        checked={every}
        indeterminate={!every && chosen.length > 0}
        onChange={() => setChosen(every ? [] : outcomeOrder)}
      />
      <Text size="sm" className="figures" role="status">
        {texts.chosen(rows)}
      </Text>
      {running ? (
        <div role="status">
          <Text size="sm">{messages.tables.export.oneAtATime}</Text>
          <ExportLine store={exports} />
        </div>
      ) : null}
      <div className="export-formats">
        {formats.map((each) => (
          <UnstyledButton
            key={each}
            className="export-format"
            data-autofocus={each === formats[0] || undefined}
            disabled={rows === 0 || running}
            onClick={() => {
              onClose()
              onExport(chosen, each)
            }}
          >
            <IconDownload size={16} aria-hidden="true" />
            <span>
              <span className="export-format-name">{messages.tables.export.formats[each]}</span>
              <span className="dim">{messages.tables.export.hints[each]}</span>
            </span>
          </UnstyledButton>
        ))}
      </div>
      <Text size="sm" c="dimmed">
        {texts.columnsHint}
      </Text>
    </Stack>
  )
}
