import { type Answer, json, Refusal } from './answer.ts'

/** A failure as the form service writes it (form-collection.md, "Errors"). */
export function formsError(
  status: number,
  code: string,
  message: string,
  more: Readonly<Record<string, unknown>> = {},
): Answer {
  return json({ error: { code, message, ...more } }, status)
}

export function notFound(what: string): Refusal {
  return new Refusal(formsError(404, 'resource_not_found', `${what} not found.`))
}

/** Collects what is wrong with a body, by field path; `finish` refuses with 422 when anything is. */
export interface Complaints {
  say(path: string, message: string): void
  finish(): void
}

export function createComplaints(): Complaints {
  const details: Record<string, string[]> = {}
  return {
    say(path, message) {
      details[path] = [...(details[path] ?? []), message]
    },
    finish() {
      if (Object.keys(details).length === 0) return
      throw new Refusal(formsError(422, 'validation_error', 'The given data was invalid.', { details }))
    },
  }
}
