/** Why a cell of a list gives no key. By their numbers in files: only ever appended to. */
export const keyProblems = [
  'empty',
  'too_short',
  'too_long',
  'no_digits',
  'damaged_by_excel',
  'bad_email',
  'service_number',
  'bad_number',
  'rounded',
  'no_area_code',
  'lost_start',
  'lost_plus',
  // Made up to fill a field, such as 99999-9999.
  'placeholder',
  'fax',
  // Digits are hidden by stars or the like.
  'masked',
  // Of a messenger, which tells no phone.
  'messenger_id',
  // A short link or another one in which no phone can be read.
  'hidden_link',
  // CPF or CNPJ.
  'document_number',
] as const

export type KeyProblem = (typeof keyProblems)[number]

/**
 * Whether cells without a key hold something that tries to be one, such as a placeholder or a CPF: not nothing, not
 * words.
 */
export function holdUnusableKeys(problems: readonly { readonly reason: KeyProblem }[]): boolean {
  return problems.some(({ reason }) => reason !== 'empty' && reason !== 'no_digits')
}

/**
 * Those of a number that was whole before a program or a person lost a part of it (docs/decisions/lists.md §2).
 * `damaged_by_excel`: written as `5,51199E+12`; in runs of former versions also what is `rounded`, whose last digits
 * became zeros. `no_area_code`: 8 or 9 digits, and no area code is given. `lost_start`: the first digit is missing.
 * `lost_plus`: a mobile of another country that a Brazilian number could be confused with.
 */
export const damageKinds = [
  'damaged_by_excel',
  'rounded',
  'no_area_code',
  'lost_start',
  'lost_plus',
] as const satisfies readonly KeyProblem[]

export type DamageKind = (typeof damageKinds)[number]

export function isDamage(problem: string | null): problem is DamageKind {
  return damageKinds.some((kind) => kind === problem)
}
