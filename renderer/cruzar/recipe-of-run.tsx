import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { Run } from '../../preload/contract/cruzar.ts'
import type { ExportFormat } from '../../preload/contract/saved-files.ts'
import { exportFormats } from '../../preload/values/export-formats.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { AnswererCheckbox, RecipeNameDialog } from './recipe-note.tsx'
import { chosenAtFirst, OutcomeChoice, tableColumns, useRecipeOf } from './run-export.tsx'
import { outcomesIn } from './runs.ts'

/** Saves how a run was made and what is exported of it: the rows, the shown columns, the kind of file. */
export function SaveRunAsRecipe({
  run,
  outcomes,
  onClose,
}: {
  readonly run: Run
  /** The outcomes that are chosen on the screen; empty for all. */
  readonly outcomes: readonly Outcome[]
  readonly onClose: () => void
}) {
  const { recipes: texts, tables } = useMessages()
  const { recipes, tableOf } = useFeature('cruzar')
  const recipe = useRecipeOf(run)
  const [keepsAnswerer, setKeepsAnswerer] = useState(true)
  const [chosen, setChosen] = useState(() => chosenAtFirst(run, outcomes))
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  const columns = tableColumns(tableOf(run.id))
  const hidden = columns?.filter((column) => column.hidden).length ?? 0
  const save = async (name: string) => {
    const every = chosen.length === outcomesIn(run.outcomes).length
    const saved = await recipes.getState().save(name, {
      of: 'run',
      run: run.id,
      answerer: keepsAnswerer,
      export: { format, outcomes: every ? [] : [...chosen], columns },
    })
    if (!saved) return
    onClose()
    noticeSaved({ message: texts.saved(saved.name), file: null })
  }
  return (
    <RecipeNameDialog
      key={recipe?.id}
      name={recipe?.name ?? run.name}
      onName={(name) => void save(name)}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {texts.save.hint}
      </Text>
      <AnswererCheckbox
        name={run.sheet_name ?? run.connection_name}
        filter={run.filter}
        checked={keepsAnswerer}
        onChange={setKeepsAnswerer}
      />
      <NativeSelect
        size="sm"
        label={texts.save.export}
        description={columns && texts.save.columns(columns.length - hidden, hidden)}
        value={format}
        data={exportFormats.map((value) => ({ value, label: tables.export.formats[value] }))}
        onChange={(event) => setFormat(exportFormats.find((each) => each === event.currentTarget.value) ?? 'xlsx')}
      />
      <OutcomeChoice run={run} chosen={chosen} onChange={setChosen} />
    </RecipeNameDialog>
  )
}
