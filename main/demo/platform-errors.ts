import { type Answer, json, text, typed } from './answer.ts'

/** Assumption: failures carry their cause as a text under `error` (features.md §8.1). */
export function platformError(status: number, message: string): Answer {
  return json({ error: message }, status)
}

/** Assumption: a record that breaks a rule of its own answers 422 with the names of its attributes (features.md §8.1). */
export function invalidRecord(attributes: readonly string[]): Answer {
  return json({ message: `${attributes.join(', ')} não pode ficar em branco`, attributes }, 422)
}

/** Assumption: plain text and no Retry-After (features.md §8.1, 429). */
export function throttled(): Answer {
  return text('Retry later\n', 429)
}

/** Assumption: an installation answers a route that it lacks with its page (features.md §8.1). */
export function missingPage(): Answer {
  return typed('text/html; charset=utf-8', '<!DOCTYPE html><html><body><h1>404</h1></body></html>', 404)
}
