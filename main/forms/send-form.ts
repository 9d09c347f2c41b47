import type { FormChanges, FormField } from '../../preload/contract/forms.ts'

/** Fields as the service takes them: what is null was never said and is left out, unknown keys stay. */
export function fieldsToSend(fields: readonly FormField[]): Record<string, unknown>[] {
  return fields.map(({ id, placeholder, ...field }) => ({
    ...field,
    ...(id === null ? {} : { id }),
    ...(placeholder === null ? {} : { placeholder }),
  }))
}

/** The body of a POST or PUT: the keys that are there and no others (form-collection.md, "Forms"). */
export function changesToSend({ fields, ...changes }: FormChanges): Record<string, unknown> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given), ...(fields ? { fields: fieldsToSend(fields) } : {}) }
}
