import * as z from 'zod'
import { longestHeading } from '../values/list-headings.ts'
import { longestFileName } from '../values/names.ts'
import { areaCodes } from '../values/rungs.ts'
import { delimiter, encoding, listColumnType, listSettings, outcome } from './cruzar.ts'
import type { Contract } from './question.ts'
import { runQuestion } from './run-question.ts'
import { exportFormat } from './saved-files.ts'

/** Columns that Excel has. */
const mostColumns = 16_384
const listColumn = z.object({
  heading: z.string().max(longestHeading),
  nth: z.int().min(0).max(mostColumns),
})
const columnKind = z.enum(['phone', 'email', 'other'])

/**
 * How lists of one shape are read (docs/decisions/lists.md §24). It stores headings and no other cell. What is null is
 * recognised in each list.
 */
export const listMapping = z.object({
  /** The shape: every column, and what it was recognised as. */
  columns: z.array(listColumn.extend({ kind: columnKind })).max(mostColumns),
  has_header: z.boolean(),
  encoding: encoding.nullable(),
  delimiter: delimiter.nullable(),
  header: z.boolean().nullable(),
  sheet: z.string().nullable(),
  sheets: z.enum(['one', 'all']).nullable().default(null),
  hidden_rows: z.enum(['read', 'skip']).nullable(),
  key_columns: z.array(listColumn.extend({ kind: z.enum(['phone', 'email']) })).max(20),
  area_column: z.union([listColumn, z.literal('none')]).nullable(),
  area_code: z.enum(areaCodes).nullable(),
  /** The types that the person chose. */
  column_types: z
    .array(listColumn.extend({ type: listColumnType }))
    .max(mostColumns)
    .default([]),
})
export type ListMapping = z.output<typeof listMapping>

/** Whether a mapping can read a list. */
export const listFit = z.object({
  /**
   * The list has the shape of the mapping: the same headings in any order, or without a header columns of the same
   * kinds.
   */
  same: z.boolean(),
  /** The settings that read the list by the mapping; null where it lacks a column that is needed. */
  settings: listSettings.nullable(),
  /** The headings that it lacks. */
  missing: z.array(z.string()),
})
export type ListFit = z.output<typeof listFit>

/** Which rows and columns of a run are exported, and how. */
const exportOf = <Column extends z.ZodType>(column: Column) =>
  z.object({
    format: exportFormat,
    /** None for all. */
    outcomes: z.array(outcome).max(outcome.options.length),
    /** In their order; null for those that the table shows. */
    columns: z
      .array(z.object({ column, hidden: z.boolean() }))
      .max(mostColumns + 500)
      .nullable(),
  })
/** A column of the list by its heading, any other by its key. */
export const recipeExport = exportOf(z.union([z.string().max(100), listColumn]))
export type RecipeExport = z.output<typeof recipeExport>

/** Who answers a list: the service of a connection, or cached sheets. */
const answeredBy = z.discriminatedUnion('by', [
  z.object({ by: z.literal('service'), connection_id: z.string() }),
  z.object({ by: z.literal('sheets'), sheet_ids: z.array(z.string()).min(1).max(51) }),
])

/**
 * What every list of a recipe is asked. Without an answerer the filter names no inboxes or agents: their numbers belong
 * to one account.
 */
const question = runQuestion.pick({ filter: true, match: true, other_ninth: true })

/** What is done with a list of a shape, under a name. */
export const recipe = question.extend({
  id: z.string(),
  name: z.string(),
  mapping: listMapping,
  answerer: answeredBy.nullable(),
  export: recipeExport.nullable(),
})
export type Recipe = z.output<typeof recipe>

const byId = z.object({ id: z.string() })
const recipeName = z.string().trim().min(1).max(longestFileName)
/** Columns of a run's table by their keys. */
const exportOfRun = exportOf(z.string().max(100))

export const recipes = {
  'recipes.list': { input: z.object({}), output: z.array(recipe) },
  /**
   * Saves how a list is read and crossed, in place of the recipe of this name. Without an export the former one stays.
   */
  'recipes.save': {
    input: z.object({
      name: recipeName,
      from: z.discriminatedUnion('of', [
        question.extend({
          of: z.literal('list'),
          list: z.string(),
          settings: listSettings,
          answerer: answeredBy.nullable(),
        }),
        /** As the run was made. Without `answerer` a list is answered by whoever is chosen then. */
        z.object({ of: z.literal('run'), run: z.string(), answerer: z.boolean(), export: exportOfRun }),
      ]),
    }),
    output: recipe,
  },
  'recipes.set_export': { input: byId.extend({ run: z.string(), export: exportOfRun }), output: recipe },
  /** Throws `name_taken` where another recipe has the name. */
  'recipes.rename': { input: byId.extend({ name: recipeName }), output: recipe },
  'recipes.forget': { input: byId, output: z.array(recipe) },
  /** Every recipe, with whether it can read a staged list. */
  'recipes.for_list': {
    input: z.object({ list: z.string() }),
    output: z.array(listFit.extend({ recipe })),
  },
} satisfies Contract
