import { type Answer, json } from './answer.ts'

/** Assumption: failures carry their cause as a text under `error` (features.md §8.1). */
export function platformError(status: number, message: string): Answer {
  return json({ error: message }, status)
}
