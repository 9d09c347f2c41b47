import { type ConnectionFiles, createConnectionFiles } from '../store/connection-files.ts'
import { formsSchema } from './forms-schema.ts'

/** The files of the form connections. */
export type FormsFolder = ConnectionFiles

export function createFormsFolder({ dir, key }: { readonly dir: string; readonly key: string }): FormsFolder {
  return createConnectionFiles({ dir, key, name: 'forms', schema: formsSchema })
}
