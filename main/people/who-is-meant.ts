/** A contact that a key may mean, as one of its rows has it. */
export interface Candidate {
  /** How it matches, as its index in `rungNames`, the surest first. */
  readonly rung: number
  /** It has the key with the ninth digit added or removed. */
  readonly hasOtherNinth: boolean
  readonly account: number | string
  /** The contact, among those of all accounts. */
  readonly person: number | string
}

export interface Meant<Each extends Candidate> {
  /** The newest conversation among those that are meant. */
  readonly first: Each
  /** The contacts among which it stands, each once: all that match alike, or two cards of a person. */
  readonly among: readonly Each[]
  /** Several people: none of them is meant. */
  readonly isTie: boolean
}

/**
 * Decides who is meant by a key, for all that compare people (docs/decisions/lists.md §19). The surest rung decides,
 * then several contacts of one account are a tie. One contact with the ninth digit of the key and one without it, of
 * one account, are no tie but two cards of a person: the newest conversation is meant. Accounts do not know each other:
 * of several the one with the newest conversation counts. Takes the candidates in their order: the newest conversation
 * first, of equal ones those with the ninth digit of the key. Null without any.
 */
export function whoIsMeant<Each extends Candidate>(candidates: readonly Each[]): Meant<Each> | null {
  if (candidates.length < 2) return meantAmong(candidates)
  const sameNinth = surestOf(candidates, false)
  const otherNinth = surestOf(candidates, true)
  const [card, otherCard] = [sameNinth[0], otherNinth[0]]
  if (!card || !otherCard) return meantAmong(card ? sameNinth : otherNinth)
  if (sameNinth.length === 1 && otherNinth.length === 1 && card.account === otherCard.account) {
    const isOwnNewer = candidates.indexOf(card) < candidates.indexOf(otherCard)
    const [newer, older] = isOwnNewer ? [card, otherCard] : [otherCard, card]
    return { first: newer, among: newer.person === older.person ? [newer] : [newer, older], isTie: false }
  }
  if (card.rung !== otherCard.rung) return meantAmong(card.rung < otherCard.rung ? sameNinth : otherNinth)
  const both = new Set([...sameNinth, ...otherNinth])
  return meantAmong(contactsOfFirst(candidates.filter((candidate) => both.has(candidate))))
}

function meantAmong<Each extends Candidate>(among: readonly Each[]): Meant<Each> | null {
  const [first] = among
  return first ? { first, among, isTie: among.length > 1 } : null
}

/** The contacts of one account on the best rung, among those with the ninth digit of the key or with the other one. */
function surestOf<Each extends Candidate>(candidates: readonly Each[], hasOtherNinth: boolean): readonly Each[] {
  let surest: Each[] = []
  let rung = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    if (candidate.hasOtherNinth !== hasOtherNinth || candidate.rung > rung) continue
    if (candidate.rung < rung) surest = []
    rung = candidate.rung
    surest.push(candidate)
  }
  return contactsOfFirst(surest)
}

/** The candidates of the account of the first one, each contact once. */
function contactsOfFirst<Each extends Candidate>(candidates: readonly Each[]): readonly Each[] {
  const [first] = candidates
  if (!first || candidates.length < 2) return candidates
  const persons = new Set<Candidate['person']>()
  return candidates.filter(({ account, person }) => {
    if (account !== first.account || persons.has(person)) return false
    persons.add(person)
    return true
  })
}
