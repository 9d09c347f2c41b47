import { Button, Checkbox, Menu, Radio, Stack, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { OutcomeCounts, Run } from '../../preload/contract/cruzar.ts'
import type { Recipe } from '../../preload/contract/recipes.ts'
import type { ExportFormat } from '../../preload/contract/saved-files.ts'
import type { TableQuery } from '../../preload/contract/table-queries.ts'
import { emptyQuery } from '../../preload/values/empty-query.ts'
import { isForSystems } from '../../preload/values/export-formats.ts'
import { shownKeys } from '../../preload/values/list-headings.ts'
import type { Outcome } from '../../preload/values/outcomes.ts'
import { outcomeOrder } from '../../preload/values/outcomes.ts'
import { useFeature } from '../kernel/feature.ts'
import { formatOf } from '../kernel/format.ts'
import { readyValue } from '../kernel/loadable.ts'
import { languageStore, messagesNow, useMessages } from '../kernel/messages.ts'
import { noticeFailure } from '../kernel/notice-failure.ts'
import { everyColumn, isCollapsed } from '../tables/columns.ts'
import { ExportFormats, exportTable } from '../tables/export-dialog.tsx'
import type { ArrangedColumn, TableStore } from '../tables/table-state.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type MenuAction, MenuItems } from '../ui/menu-items.tsx'
import { showsDamaged } from './damaged.ts'
import { useDamagedRows } from './damaged-rows.tsx'
import { OutcomeCheckbox } from './outcome-figures.tsx'
import type { RunExport } from './recipes.ts'
import { isOwnColumn, leadPrefix, outcomesIn, outcomesOf, rowsOf } from './runs.ts'
import { besidesPart, leavesOut, queryOfPart, type RunPart, useOutcomeCounts, useRowCount } from './shown-rows.ts'

/** The recipe that made a run, where it still exists. */
export function useRecipeOf({ recipe_id }: Run): Recipe | undefined {
  const { recipes } = useFeature('cruzar')
  const list = useStore(recipes, (state) => state.list)
  useEffect(() => {
    if (recipe_id !== null) void recipes.getState().load()
  }, [recipes, recipe_id])
  return readyValue(list)?.find(({ id }) => id === recipe_id)
}

/**
 * Asks which outcomes are exported; pressing a kind of file starts the export. It begins with the recipe of the run.
 */
export function RunExportDialog({
  run,
  query,
  onClose,
}: {
  readonly run: Run
  /** The query of the table. At first its outcomes are checked, else those of the recipe, else all. */
  readonly query: TableQuery
  readonly onClose: () => void
}) {
  const recipe = useRecipeOf(run)
  return (
    <Dialog onClose={onClose} title={useMessages().cruzar.export.title(run.name)} size={460}>
      <RunExportForm key={recipe?.id} run={run} recipe={recipe} query={query} onClose={onClose} />
    </Dialog>
  )
}

function RunExportForm({
  run,
  recipe,
  query,
  onClose,
}: Parameters<typeof RunExportDialog>[0] & { readonly recipe: Recipe | undefined }) {
  const messages = useMessages()
  const texts = messages.cruzar.export
  const { recipes, tableOf } = useFeature('cruzar')
  const table = tableOf(run.id)
  const { columns, shape } = useStore(table)
  const usual = recipe?.export ?? null
  useOpenTable(table, recipe !== undefined)
  const ofRecipe = usual?.columns ? shownKeys(columns, usual.columns) : null
  const [chosen, setChosen] = useState(() => {
    const outcomes = outcomesOf(query)
    return chosenAtFirst(run, outcomes.length > 0 ? outcomes : usual?.outcomes)
  })
  const [isOfTable, setIsOfTable] = useState(false)
  const [keeps, setKeeps] = useState(false)
  const damaged = useDamagedRows(run)
  const [onlyDamaged, setOnlyDamaged] = useState(showsDamaged(query))
  const within = besidesPart(query)
  const [isEvery, setIsEvery] = useState(!leavesOut(within, emptyQuery))
  const counts = useOutcomeCounts(table, isEvery ? null : within)
  const every = chosen.length === outcomesIn(run.outcomes).length
  const outcomes = every ? [] : chosen
  const part = onlyDamaged ? 'damaged' : outcomes
  const exported = queryOfPart(part, isEvery ? emptyQuery : within)
  const counted = useRowCount(table, isEvery || (chosen.length === 0 && !onlyDamaged) ? null : exported)
  const damagedShown = useRowCount(table, isEvery || damaged.rows === 0 ? null : queryOfPart('damaged', within))
  const ofDamaged = isEvery ? damaged.rows : damagedShown
  const ofEvery = onlyDamaged ? damaged.rows : rowsOf(run.outcomes, chosen)
  const rows = isEvery || ofEvery === 0 ? ofEvery : counted
  const keys = isOfTable ? null : ofRecipe
  const start = async (format: ExportFormat) => {
    onClose()
    if (recipe && keeps) {
      const arranged = keys ? keptColumns(keys, columns) : tableColumns(table)
      const { setExport } = recipes.getState()
      await setExport(recipe.id, run.id, { format, outcomes: [...outcomes], columns: arranged })
      const { failure, dismissFailure } = recipes.getState()
      if (failure) noticeFailure(failure)
      dismissFailure()
    }
    await exportRun(table, run, { part, query: exported }, format, keys)
  }
  return (
    <Stack gap="md">
      {leavesOut(within, emptyQuery) ? (
        <Radio.Group
          label={messages.tables.export.what}
          value={isEvery ? 'every' : 'shown'}
          onChange={(value) => setIsEvery(value === 'every')}
        >
          <Stack gap="sm" mt="sm">
            <Radio size="sm" value="shown" label={texts.ofQuery} />
            <Radio size="sm" value="every" label={texts.every(run.rows)} />
          </Stack>
        </Radio.Group>
      ) : null}
      <OutcomeChoice run={run} counts={counts} chosen={chosen} isDisabled={onlyDamaged} onChange={setChosen} />
      {damaged.rows > 0 ? (
        <Checkbox
          size="sm"
          label={messages.cruzar.damaged.exportOnly(ofDamaged)}
          checked={onlyDamaged}
          disabled={ofDamaged === 0 && !onlyDamaged}
          onChange={() => setOnlyDamaged(!onlyDamaged)}
        />
      ) : null}
      <Text size="sm" className="figures" role="status">
        {rows === null ? texts.counting : texts.chosen(rows)}
      </Text>
      {recipe && ofRecipe ? (
        <Radio.Group
          label={messages.recipes.export.columns}
          value={isOfTable ? 'table' : 'recipe'}
          onChange={(value) => setIsOfTable(value === 'table')}
        >
          <Stack gap="sm" mt="sm">
            <Radio size="sm" value="recipe" label={messages.recipes.export.ofRecipe(recipe.name, ofRecipe.length)} />
            <Radio
              size="sm"
              value="table"
              label={messages.recipes.export.ofTable(columns.filter(({ hidden }) => !hidden).length)}
            />
          </Stack>
        </Radio.Group>
      ) : null}
      {recipe ? (
        <Checkbox
          size="sm"
          label={messages.recipes.export.keep(recipe.name)}
          checked={keeps}
          disabled={columns.length === 0}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
        />
      ) : null}
      <ExportFormats
        store={table}
        isDisabled={!rows || (recipe !== undefined && shape.status === 'loading')}
        focused={usual?.format ?? 'xlsx'}
        hintOf={(each) => messages.tables.export.hints[each]}
        onStart={(each) => void start(each)}
      />
      {keys ? null : (
        <Text size="sm" c="dimmed">
          {texts.columnsHint}
        </Text>
      )}
    </Stack>
  )
}

/** Opens a table that is not on screen for its columns, which a recipe names. */
function useOpenTable(table: TableStore, isNeeded: boolean) {
  useEffect(() => {
    if (!isNeeded || table.getState().shape.status !== 'idle') return
    void table.getState().open()
    return () => table.getState().close()
  }, [table, isNeeded])
}

export function OutcomeChoice({
  run,
  counts = null,
  chosen,
  isDisabled = false,
  onChange,
}: {
  readonly run: Run
  /** Counts of the rows to export, where these are not all of the run. */
  readonly counts?: OutcomeCounts | null
  readonly chosen: readonly Outcome[]
  readonly isDisabled?: boolean
  readonly onChange: (chosen: readonly Outcome[]) => void
}) {
  const messages = useMessages()
  const texts = messages.cruzar.export
  const present = outcomesIn(run.outcomes)
  const every = chosen.length === present.length
  return (
    <>
      <Checkbox.Group
        label={texts.which}
        value={isDisabled ? [] : [...chosen]}
        onChange={(values) => onChange(outcomeOrder.filter((outcome) => values.includes(outcome)))}
      >
        <Stack gap="sm" mt="sm">
          {present.map((outcome) => (
            <OutcomeCheckbox
              key={outcome}
              outcome={outcome}
              rows={(counts ?? run.outcomes)[outcome]}
              disabled={isDisabled}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Checkbox
        size="sm"
        label={texts.all}
        checked={every && !isDisabled}
        indeterminate={!every && !isDisabled && chosen.length > 0}
        disabled={isDisabled}
        onChange={() => onChange(every ? [] : present)}
      />
    </>
  )
}

/** The given outcomes that the run has; all of its outcomes where none are given. */
export function chosenAtFirst(run: Run, outcomes: readonly Outcome[] = []): readonly Outcome[] {
  const present = outcomesIn(run.outcomes)
  return outcomes.length === 0 ? present : present.filter((outcome) => outcomes.includes(outcome))
}

/**
 * The columns of a run's table as it shows them, the person's own first as in every export. Null where the table has
 * not shown its columns yet.
 */
export function tableColumns(table: TableStore): RunExport['columns'] {
  const columns = everyColumn(table.getState().columns)
  if (columns.length === 0) return null
  const isOwn = ({ key }: ArrangedColumn) => isOwnColumn(key)
  const ordered = [...columns.filter(isOwn), ...columns.filter((column) => !isOwn(column))]
  return ordered.map((column) => ({ column: column.key, hidden: column.hidden && !isCollapsed(column) }))
}

/** These columns, with all others hidden. */
function keptColumns(keys: readonly string[], columns: readonly ArrangedColumn[]): RunExport['columns'] {
  const others = columns.map(({ key }) => key).filter((key) => !keys.includes(key))
  return [...keys.map((column) => ({ column, hidden: false })), ...others.map((column) => ({ column, hidden: true }))]
}

/** Outcomes without a known contact: the columns of the lead would be empty. */
const withoutLead: ReadonlySet<Outcome> = new Set(['ausente', 'invalida', 'sem_resposta', 'ambigua'])

/** The rows of an export, and the part of the run that they belong to. */
interface ExportedRows {
  readonly part: RunPart
  readonly query: TableQuery
}

/**
 * Exports rows of a run. A file for people has the shown columns, the person's own first, and those of the lead where
 * rows can have one. A file for systems has every column. `keys` replaces these columns.
 */
export function exportRun(
  table: TableStore,
  run: Run,
  { part, query }: ExportedRows,
  format: ExportFormat,
  keys: readonly string[] | null = null,
): Promise<void> {
  const outcomes: readonly Outcome[] = part === 'damaged' ? ['invalida'] : part
  const columns = keys ?? (isForSystems(format) ? null : shownColumns(table, outcomes))
  const name = part === 'damaged' ? messagesNow().cruzar.damaged.fileName(run.name) : fileName(run, outcomes)
  return exportTable(table, { query, columns }, format, nameOfPart(name, query, queryOfPart(part)))
}

/** The name of a file. It says where a search or filters leave out rows of its part. */
export function nameOfPart(name: string, query: TableQuery, every: TableQuery): string {
  return leavesOut(query, every) ? messagesNow().cruzar.export.fileNameOfQuery(name) : name
}

interface ExportOffer {
  /** Null until it is known. */
  readonly rows: number | null
  readonly onClick?: () => void
  /** A choice between the shown rows and all rows, where these differ. */
  readonly items?: readonly MenuAction[]
}

/**
 * Offers rows of a figure for export: the shown ones, by their number. Where a search or filters leave some out, it
 * also offers all rows of the figure. `rows` is their number.
 */
export function useExportOffer(
  table: TableStore,
  { shown, every, rows }: { readonly shown: TableQuery; readonly every: TableQuery; readonly rows: number },
  start: (query: TableQuery) => void,
): ExportOffer {
  const { cruzar, common } = useMessages()
  const isLess = leavesOut(shown, every)
  const counted = useRowCount(table, isLess ? shown : null)
  // Where a search leaves out no rows of the part, there is no choice.
  if (!isLess || counted === rows) return { rows, onClick: () => start(shown) }
  const items = [
    {
      label: cruzar.export.shown(counted),
      disabled: counted === 0 && common.unavailable.noRows,
      onClick: () => start(shown),
    },
    { label: cruzar.export.every(rows), onClick: () => start(every) },
  ]
  return { rows: counted, items }
}

/** An offer as a small button, with a menu where there is a choice. */
export function ExportOfferButton({ label, offer }: { readonly label: string; readonly offer: ExportOffer }) {
  const { rows, items, onClick } = offer
  const button = (
    <Button
      variant="default"
      size="compact-sm"
      rightSection={items ? <IconChevronDown size={14} aria-hidden="true" /> : null}
      {...(onClick ? { onClick } : {})}
    >
      {useMessages().cruzar.export.counted(label, rows)}
    </Button>
  )
  if (!items) return button
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <MenuItems items={items} />
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * The columns of a file for people. Collapsed columns are included, so that the form of the file does not depend on its
 * values. Null for all columns, where the table has not shown its columns yet.
 */
export function shownColumns(table: TableStore, outcomes: readonly Outcome[]): readonly string[] | null {
  const hasLead = outcomes.length === 0 || outcomes.some((outcome) => !withoutLead.has(outcome))
  const shown = table
    .getState()
    .columns.filter(
      (column) => (!column.hidden || isCollapsed(column)) && (hasLead || !column.key.startsWith(leadPrefix)),
    )
    .map(({ key }) => key)
  const ownColumns = shown.filter(isOwnColumn)
  return shown.length === 0 ? null : [...ownColumns, ...shown.filter((key) => !ownColumns.includes(key))]
}

/** "campanha - ausentes e inválidas": the name says which rows it has. */
function fileName(run: Run, outcomes: readonly Outcome[]): string {
  const { cruzar } = messagesNow()
  const some = outcomes.length < outcomeOrder.length ? outcomes : []
  const words = some.map((outcome) => cruzar.run.figures[outcome].toLocaleLowerCase())
  return cruzar.export.fileName(run.name, formatOf(languageStore.getState().language).list(words))
}
