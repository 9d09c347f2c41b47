import { AppFailure } from '../../../kernel/failure.ts'

/** A spreadsheet that cannot be read, with the place where it broke: a part of the format, never content. */
export function unreadable(where: string): AppFailure {
  return new AppFailure('list_unreadable', {}, where)
}
