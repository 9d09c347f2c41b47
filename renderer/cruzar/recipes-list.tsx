import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Recipe } from '../../preload/contract/recipes.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import { CollectionList } from '../collections/collection-list.tsx'
import { useFeature } from '../kernel/feature.ts'
import { readyValue } from '../kernel/loadable.ts'
import { useMessages } from '../kernel/messages.ts'
import { exportPhrase, readingPhrase, recipeTexts } from './recipes.ts'

/** The recipes of lists; empty while there is none. */
export function RecipesList() {
  const messages = useMessages()
  const { recipes: texts, common } = messages
  const { recipes } = useFeature('cruzar')
  const answererOf = useAnswererNames(messages)
  useEffect(() => void recipes.getState().load(), [recipes])
  return (
    <CollectionList
      store={recipes}
      texts={recipeTexts(messages)}
      caption={texts.title}
      columns={() => [
        { label: common.fields.name },
        { label: texts.columns.reads, width: 300, narrowWidth: 220 },
        { label: texts.columns.answerer, width: 220, narrowWidth: 150 },
        { label: texts.columns.export, width: 260, narrowWidth: 180 },
        { label: common.fields.actions, width: 60, unseen: true },
      ]}
      line={(recipe, openDialog) => ({
        cells: [readingPhrase(recipe, messages), answererOf(recipe), exportPhrase(recipe, messages)].map(
          (phrase, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change places
            <td key={place} className="cut dim" title={phrase}>
              {phrase}
            </td>
          ),
        ),
        menu: [
          { label: common.renameMore, onClick: () => openDialog('rename') },
          { label: common.forgetMore, onClick: () => openDialog('forget'), dangerous: true },
        ],
      })}
      menu={{ label: texts.actionsOf, width: 220 }}
      empty={null}
    >
      {(all, renderTable) => (
        <section className="runs" aria-labelledby="recipes-title">
          <div className="runs-head row">
            <h2 id="recipes-title">{texts.title}</h2>
          </div>
          {renderTable(all)}
        </section>
      )}
    </CollectionList>
  )
}

/** Gives a function that says who answers a recipe, by the present names. */
function useAnswererNames({ recipes: texts }: Messages): (recipe: Recipe) => string {
  const connections = useFeature('connections').useList()
  const sheets = readyValue(useStore(useFeature('sheets').store, ({ list }) => list)) ?? []
  return ({ answerer }) => {
    if (!answerer) return texts.anyAnswerer
    const [ids, answerers] =
      answerer.by === 'service' ? [[answerer.connection_id], connections] : [answerer.sheet_ids, sheets]
    return ids.map((id) => answerers.find((one) => one.id === id)?.name ?? texts.goneAnswerer).join(', ')
  }
}
