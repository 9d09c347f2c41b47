/** Why a cell of a list gives no key. Files store their numbers: new problems are only appended. */
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
  // A value that only fills the field, such as 99999-9999.
  'placeholder',
  'fax',
  // Digits are hidden by stars or the like.
  'masked',
  // The id of a messenger, which contains no phone.
  'messenger_id',
  // A short link, or another link without a readable phone.
  'hidden_link',
  // CPF or CNPJ.
  'document_number',
] as const

export type KeyProblem = (typeof keyProblems)[number]

/** Whether cells without a key hold something like one, such as a placeholder or a CPF, and not nothing or words. */
export function holdUnusableKeys(problems: readonly { readonly reason: KeyProblem }[]): boolean {
  return problems.some(({ reason }) => reason !== 'empty' && reason !== 'no_digits')
}

/**
 * Problems of a number that was whole before a program or a person lost a part of it (docs/decisions/lists.md §2).
 * `damaged_by_excel`: written as `5,51199E+12`; in runs of former versions also what is `rounded`, whose last digits
 * are now zeros. `no_area_code`: 8 or 9 digits, and no area code is given. `lost_start`: the first digit is missing.
 * `lost_plus`: a mobile of another country that also reads as a Brazilian number.
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
