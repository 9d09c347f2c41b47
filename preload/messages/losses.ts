import type { AppDeletionImpact } from '../contract/app.ts'
import type { Messages } from './catalogue.ts'

/** What erasing everything takes away, a line each, as every host says it before it does. */
export function lossesOf(
  { sheets, runs, connections, forms }: AppDeletionImpact,
  texts: Messages['settings']['erase'],
): readonly string[] {
  return [
    ...(sheets > 0 ? [texts.sheets(sheets)] : []),
    ...(runs > 0 ? [texts.runs(runs)] : []),
    ...(forms === null ? [texts.formsClosed] : []),
    ...(forms !== null && forms.entries > 0 ? [texts.forms(forms.entries, forms.reviewed)] : []),
    ...(connections > 0 ? [texts.connections(connections)] : []),
    texts.rest,
  ]
}
