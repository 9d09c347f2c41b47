import { Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { Outcome } from '../../preload/contract/outcomes.ts'
import type { ExportFormat } from '../../preload/contract/tables.ts'
import { useFeature } from '../kernel/feature.ts'
import { formatOf, useFormat } from '../kernel/format.ts'
import { languageStore, messagesNow, useMessages } from '../kernel/messages.ts'
import { isCollapsed } from '../tables/columns.ts'
import { ExportFormats, exportTable } from '../tables/export-dialog.tsx'
import { emptyQuery } from '../tables/query.ts'
import type { TableStore } from '../tables/table-state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { OutcomeMark } from '../ui/mark.tsx'
import { showsDamaged, withDamaged } from './damaged.ts'
import { useDamagedRows } from './damaged-rows.tsx'
import { filterOfOutcomes, isOwnColumn, leadPrefix, outcomeOrder, outcomesIn, rowsOf } from './runs.ts'

/** Asks which outcomes go into the file; one press on a kind of file starts the export. */
export function RunExportDialog({
  run,
  outcomes,
  onClose,
}: {
  readonly run: Run
  /** Checked when it opens; none for all. */
  readonly outcomes: readonly Outcome[]
  readonly onClose: () => void
}) {
  const messages = useMessages()
  const format = useFormat()
  const texts = messages.cruzar.export
  const table = useFeature('cruzar').tableOf(run.id)
  const present = outcomesIn(run.outcomes)
  const [chosen, setChosen] = useState(outcomes.length > 0 ? outcomes : present)
  const damaged = useDamagedRows(run)
  const [onlyDamaged, setOnlyDamaged] = useState(showsDamaged(table.getState().query))
  const rows = onlyDamaged ? damaged.rows : rowsOf(run.outcomes, chosen)
  const every = chosen.length === present.length
  return (
    <Dialog opened onClose={onClose} title={texts.title(run.name)} size={460}>
      <Stack gap="md">
        <Checkbox.Group
          label={texts.which}
          value={onlyDamaged ? [] : [...chosen]}
          onChange={(values) => setChosen(outcomeOrder.filter((outcome) => values.includes(outcome)))}
        >
          <Stack gap="sm" mt="sm">
            {present.map((outcome) => (
              <Checkbox
                key={outcome}
                size="sm"
                value={outcome}
                disabled={onlyDamaged}
                label={
                  <span className="inline-row gap-8 figures">
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
          checked={every && !onlyDamaged}
          indeterminate={!every && !onlyDamaged && chosen.length > 0}
          disabled={onlyDamaged}
          onChange={() => setChosen(every ? [] : present)}
        />
        {damaged.rows > 0 ? (
          <Checkbox
            size="sm"
            label={messages.cruzar.damaged.exportOnly(damaged.rows)}
            checked={onlyDamaged}
            onChange={() => setOnlyDamaged(!onlyDamaged)}
          />
        ) : null}
        <Text size="sm" className="figures" role="status">
          {texts.chosen(rows)}
        </Text>
        <ExportFormats
          store={table}
          isDisabled={rows === 0}
          hasFocus
          hintOf={(each) => messages.tables.export.hints[each]}
          onStart={(each) => {
            onClose()
            const some = every ? [] : chosen
            void exportRun(table, run, onlyDamaged ? 'damaged' : some, each)
          }}
        />
        <Text size="sm" c="dimmed">
          {texts.columnsHint}
        </Text>
      </Stack>
    </Dialog>
  )
}

/** Of these nobody is in the base, or nobody knows who: the columns of the lead would be empty. */
const withoutLead: ReadonlySet<Outcome> = new Set(['ausente', 'invalida', 'sem_resposta', 'ambigua'])

/** The outcomes whose rows go into a file, none for every row, or those whose number is damaged. */
type ExportedPart = readonly Outcome[] | 'damaged'

/**
 * Exports the rows of a run by their outcome; none and all outcomes mean every row. A file for people has the columns that the
 * table shows, the person's own first, and those of the lead where rows can have one; a file for systems has every column.
 */
export function exportRun(table: TableStore, run: Run, part: ExportedPart, format: ExportFormat): Promise<void> {
  const isDamaged = part === 'damaged'
  const outcomes: readonly Outcome[] = isDamaged ? ['invalida'] : part
  const filter = filterOfOutcomes(outcomes)
  const query = isDamaged ? withDamaged(emptyQuery, true) : { ...emptyQuery, filters: filter ? [filter] : [] }
  const columns = format === 'csv-raw' ? null : shownColumns(table, outcomes)
  const name = isDamaged ? messagesNow().cruzar.damaged.fileName(run.name) : fileName(run, outcomes)
  return exportTable(table, { query, columns }, format, name)
}

/**
 * The columns of a file for people; collapsed ones are in it, so that its form does not depend on what it holds. Null, which is all
 * of them, where the table has not shown its columns yet.
 */
export function shownColumns(table: TableStore, outcomes: readonly Outcome[]): readonly string[] | null {
  const hasLead = outcomes.length === 0 || outcomes.some((outcome) => !withoutLead.has(outcome))
  const shown = table
    .getState()
    .columns.filter(
      (column) => (!column.hidden || isCollapsed(column)) && (hasLead || !column.key.startsWith(leadPrefix)),
    )
    .map(({ key }) => key)
  const own = shown.filter(isOwnColumn)
  return shown.length === 0 ? null : [...own, ...shown.filter((key) => !own.includes(key))]
}

/** "campanha - ausentes e inválidas": the name shows the contents. */
function fileName(run: Run, outcomes: readonly Outcome[]): string {
  const { cruzar } = messagesNow()
  const some = outcomes.length < outcomeOrder.length ? outcomes : []
  const words = some.map((outcome) => cruzar.run.figures[outcome].toLocaleLowerCase())
  return cruzar.export.fileName(run.name, formatOf(languageStore.getState().language).list(words))
}
