import { Button, Checkbox, Text } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Recipe } from '../../preload/contract/recipes.ts'
import type { LeadFilter } from '../../preload/contract/sheets.ts'
import { isOfAccount } from '../../preload/values/lead-filters.ts'
import { longestFileName } from '../../preload/values/names.ts'
import { useFeature } from '../kernel/feature.ts'
import { useMessages } from '../kernel/messages.ts'
import { NameDialog } from '../ui/confirm-dialog.tsx'
import type { MenuAction } from '../ui/menu-items.tsx'
import { noticeSaved } from '../ui/saved-notice.tsx'
import { type Answerer, useAnswerer, useAnswerers } from './answerers.ts'
import type { PreparedList, RecipeFit } from './list-state.ts'

/** The applied recipe, with an undo; else a button for each recipe that fits this list. */
export function RecipeNote() {
  const { recipes: texts, common } = useMessages()
  const { recipe, fits, applyRecipe, undoRecipe } = useStore(useFeature('cruzar').draft)
  const { connections } = useAnswerers()
  const offered = fits.filter(({ same }) => same)
  if (recipe?.before) {
    const answerer = fits.find((fit) => fit.recipe.id === recipe.id)?.recipe.answerer
    const isGone = answerer?.by === 'service' && connections.every(({ id }) => id !== answerer.connection_id)
    return (
      <p className="recipe-note row pad-8-12" role="status">
        <IconTemplate size={16} aria-hidden="true" />
        <span>
          {texts.applied(recipe.name)} {isGone ? texts.connectionGone : null}
        </span>
        <Button variant="subtle" size="compact-xs" onClick={() => void undoRecipe()}>
          {common.undo}
        </Button>
      </p>
    )
  }
  if (recipe || offered.length === 0) return null
  return (
    <p className="recipe-note row pad-8-12">
      <IconTemplate size={16} aria-hidden="true" />
      <span>{texts.offered}</span>
      {offered.map(({ recipe: { id, name } }) => (
        <Button key={id} variant="default" size="compact-xs" onClick={() => void applyRecipe(id)}>
          {texts.apply(name)}
        </Button>
      ))}
    </p>
  )
}

/** The menu actions of recipes for the open list: one for each recipe, and one that saves a recipe. */
export function useRecipeActions(onSave: () => void): readonly MenuAction[] {
  const { recipes: texts } = useMessages()
  const { fits, applyRecipe } = useStore(useFeature('cruzar').draft)
  // Recipes that fit this list come first.
  const ordered = fits.toSorted((one, other) => Number(other.same) - Number(one.same))
  const actionOf = ({ recipe: { id, name }, same, settings, missing }: RecipeFit): MenuAction => ({
    label: texts.apply(name),
    hint: same ? texts.applyHint : undefined,
    disabled: settings === null && texts.missing(missing),
    onClick: () => void applyRecipe(id),
  })
  return [...ordered.map(actionOf), { label: texts.save.more, onClick: onSave }]
}

export function SaveRecipeDialog({ list, onClose }: { readonly list: PreparedList; readonly onClose: () => void }) {
  const { recipes: texts } = useMessages()
  const { draft, recipes } = useFeature('cruzar')
  const { name, recipe, filter, match, otherNinth, setRecipe } = useStore(draft)
  const answerer = useAnswerer()
  const [keepsAnswerer, setKeepsAnswerer] = useState(true)
  const save = async (chosen: string) => {
    const from = {
      of: 'list' as const,
      list: list.id,
      settings: list.settings,
      match,
      other_ninth: otherNinth,
      filter,
      answerer: answerer && keepsAnswerer ? storedAnswerer(answerer) : null,
    }
    const saved = await recipes.getState().save(chosen, from)
    if (!saved) return
    setRecipe(saved)
    onClose()
    noticeSaved({ message: texts.saved(saved.name), file: null })
  }
  return (
    <RecipeNameDialog name={recipe?.name ?? name} onName={(chosen) => void save(chosen)} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {texts.save.hint}
      </Text>
      {answerer ? (
        <AnswererCheckbox
          name={answererName(answerer)}
          filter={filter}
          checked={keepsAnswerer}
          onChange={setKeepsAnswerer}
        />
      ) : null}
    </RecipeNameDialog>
  )
}

/** Asks for the name of a recipe, which the store of recipes then saves. */
export function RecipeNameDialog({
  name,
  children,
  onName,
  onClose,
}: Pick<Parameters<typeof NameDialog>[0], 'name' | 'children' | 'onName' | 'onClose'>) {
  const { recipes: texts } = useMessages()
  const { working, failure, dismissFailure } = useStore(useFeature('cruzar').recipes)
  const close = () => {
    dismissFailure()
    onClose()
  }
  return (
    <NameDialog
      texts={texts.save}
      name={name}
      maxLength={longestFileName}
      busy={working === 'save'}
      failure={failure}
      onName={onName}
      onClose={close}
    >
      {children}
    </NameDialog>
  )
}

/** Chooses whether a recipe names its answerer, and says what it cannot store without one. */
export function AnswererCheckbox({
  name,
  filter,
  checked,
  onChange,
}: {
  readonly name: string
  readonly filter: LeadFilter
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const texts = useMessages().recipes.save
  const loses = !checked && isOfAccount(filter)
  return (
    <Checkbox
      size="sm"
      label={texts.answerer(name)}
      description={loses ? texts.withoutAnswerer : null}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function answererName(answerer: Answerer): string {
  return answerer.kind === 'connection' ? answerer.connection.name : answerer.sheets.map(({ name }) => name).join(', ')
}

function storedAnswerer(answerer: Answerer): NonNullable<Recipe['answerer']> {
  if (answerer.kind === 'connection') return { by: 'service', connection_id: answerer.connection.id }
  return { by: 'sheets', sheet_ids: answerer.sheets.map(({ id }) => id) }
}
