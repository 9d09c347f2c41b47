/**
 * The match ladder (docs/decisions/lists.md §18): how alike two phones must be to be one person's, the surest first.
 * `exact`: the digits as written. `country`: 55 added or removed. `trunk`: a leading 0, a carrier code or 00. `ninth`:
 * the ninth digit of a mobile. `area`: an area code that the list, its column or the person gives.
 */
export const phoneRungs = ['exact', 'country', 'trunk', 'ninth', 'area'] as const
export type PhoneRung = (typeof phoneRungs)[number]

/**
 * Files store their numbers: new rungs are only appended. `folded`: an e-mail that differs in case, blanks and
 * invisible characters.
 */
export const rungNames = [...phoneRungs, 'folded'] as const
export type Rung = (typeof rungNames)[number]

/** Why a row matches, seen from the list: what its key has or lacks compared with that of the contact. */
export const matchReasons = [
  'match_exact',
  'match_without_country',
  'match_with_country',
  'match_trunk',
  'match_without_ninth',
  'match_with_ninth',
  'match_area',
  'match_folded',
  /** Several contacts match on the same rung. */
  'several_candidates',
  /** A person has two cards, with and without the ninth digit; the one with the newest conversation is chosen. */
  'two_cards',
] as const
export type MatchReason = (typeof matchReasons)[number]

/**
 * The 67 area codes (DDD) of Brazil, by Anatel's numbering plan. Everything that decides whether digits are a Brazilian
 * number reads this table (docs/decisions/lists.md §1).
 */
export const areaCodes = [
  '11',
  '12',
  '13',
  '14',
  '15',
  '16',
  '17',
  '18',
  '19',
  '21',
  '22',
  '24',
  '27',
  '28',
  '31',
  '32',
  '33',
  '34',
  '35',
  '37',
  '38',
  '41',
  '42',
  '43',
  '44',
  '45',
  '46',
  '47',
  '48',
  '49',
  '51',
  '53',
  '54',
  '55',
  '61',
  '62',
  '63',
  '64',
  '65',
  '66',
  '67',
  '68',
  '69',
  '71',
  '73',
  '74',
  '75',
  '77',
  '79',
  '81',
  '82',
  '83',
  '84',
  '85',
  '86',
  '87',
  '88',
  '89',
  '91',
  '92',
  '93',
  '94',
  '95',
  '96',
  '97',
  '98',
  '99',
] as const
