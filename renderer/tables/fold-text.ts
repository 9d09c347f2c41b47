import { decomposed } from '../../preload/contract/decomposed.ts'
/** Text without accents and case, so that `joao` finds João. */
export function foldText(text: string): string {
  return decomposed(text)
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()
}
