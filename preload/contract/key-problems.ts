/** Why a cell of a list gives no key. */
export const keyProblems = [
  'empty',
  'too_short',
  'too_long',
  'no_digits',
  'damaged_by_excel',
  'bad_email',
  'service_number',
  'bad_number',
] as const

export type KeyProblem = (typeof keyProblems)[number]
