import { expect, test } from 'vitest'
import { isAccepted } from '../../../../main/phones/match-ladder.ts'
import { lacksAreaCode, phoneKey } from '../../../../main/phones/phones.ts'
import { type PhoneRung, phoneRungs, rungNames } from '../../../../preload/values/rungs.ts'
import { createLinksKit, lead } from '../../people/links-kit.ts'
import { emailRung, phoneRung } from '../../phones/pair-rungs.ts'
import { randomOf } from '../../sheets/data/lead-pages.ts'

/** A row of a sheet. */
interface Person {
  readonly sheet: number
  readonly account: string
  readonly contato_id: number
  readonly nome: string
  readonly telefone_digitos: string
  readonly email: string
  readonly conversa_id: number | null
  readonly conversa_criada_em: string | null
}

/** Area codes of a phone of the list and of one of the base. */
interface Codes {
  readonly list: string | null
  readonly base: string | null
}

const random = randomOf(20_261_124)
const below = (end: number) => Math.floor(random() * end)
const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value

const subscribers = ['988887777', '88887777', '33334444', '933334444', '988880000', '999998888', '99998888']
const codes = ['11', '55', '34', '20']
const foreign = '351912345678 13055551234 5215512345678 525512345678 34912345678 4930123456 5491155551234'.split(' ')
const asTyped = ['442079460958', '4402079460958', '54111555551234', '56961234567']
const emails = 'ana@x.com Ana@x.com ANA@X.COM an\u200ba@x.com josé@x.com JOSÉ@x.com jose@x.com a.na@x.com'.split(' ')

const national = () => pick(codes) + pick(subscribers)
const digitsOfBase = () =>
  pick([
    () => `55${national()}`,
    () => `55${national()}`,
    national,
    () => pick(subscribers),
    () => pick(['0', '00', '0055', '550', '015', '021']) + national(),
    () => pick([...foreign, ...asTyped]),
    () => `00${pick(foreign)}`,
    () => '',
  ])()

const masks = [
  (code: string, number: string) => `(${code}) ${number.slice(0, -4)}-${number.slice(-4)}`,
  (code: string, number: string) => code + number,
  (code: string, number: string) => `+55 ${code} ${number}`,
  (code: string, number: string) => `55${code}${number}`,
  (code: string, number: string) => `0${code} ${number}`,
  (code: string, number: string) => `0 15 ${code} ${number}`,
  (code: string, number: string) => `0xx${code} ${number}`,
  (code: string, number: string) => `0055 ${code} ${number}`,
  (code: string, number: string) => `+55 (0)${code} ${number}`,
]
const typedPhone = () => pick(masks)(pick(codes), pick(subscribers))
const onePhone = () =>
  pick([
    typedPhone,
    typedPhone,
    typedPhone,
    () => `+${pick([...foreign, ...asTyped])}`,
    () => pick(foreign),
    () => pick(subscribers),
  ])()
/** The pieces of a cell. */
const cell = () => {
  const kind = random()
  if (kind < 0.2) return [pick(emails)]
  return kind < 0.35 ? [typedPhone(), typedPhone()] : [onePhone()]
}

/** A phone with an area code where it lacks its own. */
const whole = (text: string, code: string | null) =>
  code !== null && !phoneKey(text).ok && lacksAreaCode(text.replace(/\D/g, '')) ? code + text : text

function pairRung(piece: string, { telefone_digitos: digits, email }: Person, { list, base }: Codes) {
  if (piece.includes('@')) return emailRung(piece, email)
  // A base has the digits of international numbers.
  const contact = phoneKey(digits, base).ok ? digits : `+${digits}`
  if (list === base) return phoneRung(piece, contact, list)
  const rung = phoneRung(whole(piece, list), whole(contact, base))
  return rung && (whole(piece, list) !== piece || whole(contact, base) !== contact) ? 'area' : rung
}

const rankOf = ({ conversa_id, conversa_criada_em: created }: Person) => {
  if (conversa_id === null) return Number.NEGATIVE_INFINITY
  return created === null ? -Number.MAX_VALUE : Date.parse(created)
}
const outcomes = ['com_conversa', 'sem_conversa', 'ambigua', 'ausente'] as const

interface Alike {
  readonly rung: number
  readonly newest: Person
  readonly people: ReadonlySet<number>
}

/**
 * Those with the ninth digit of the key and those with the other one: two cards of a person, or else the better rung.
 */
function meantOf(own: Alike | null, other: Alike | null) {
  const alone = (one: Alike | null) => one && { ...one, isTie: one.people.size > 1 }
  if (!own || !other) return alone(own ?? other)
  const isOfAccount = own.newest.account === other.newest.account
  const areCards = isOfAccount && own.people.size === 1 && other.people.size === 1
  if (!areCards && own.rung !== other.rung) return alone(own.rung < other.rung ? own : other)
  const newer = rankOf(other.newest) > rankOf(own.newest) ? other : own
  const people = isOfAccount ? new Set([...own.people, ...other.people]) : newer.people
  return { ...newer, people, isTie: !areCards && people.size > 1 }
}

/** The obvious way: every key of a row with every contact. */
function expectedOf(pieces: readonly string[], people: readonly Person[], lowest: PhoneRung, given: Codes) {
  const keys = pieces
    .filter((piece) => piece.includes('@') || phoneKey(piece, given.list).ok)
    .map((piece) => {
      const matches = people.flatMap((person) => {
        const rung = pairRung(piece, person, given)
        return rung && isAccepted(rungNames.indexOf(rung), lowest) ? [{ person, rung: rungNames.indexOf(rung) }] : []
      })
      const key = phoneKey(piece, given.list)
      const isOther = ({ telefone_digitos }: Person) => {
        const contact = phoneKey(telefone_digitos, given.base)
        return key.ok && (contact.ok ? contact.key : telefone_digitos) !== key.key
      }
      const alike = (ninth: boolean) => {
        const sameOrOther = matches.filter(({ person }) => !piece.includes('@') && isOther(person) === ninth)
        const all = piece.includes('@') && !ninth ? matches : sameOrOther
        const rung = Math.min(...all.map((match) => match.rung))
        const best = all.filter((match) => match.rung === rung).map(({ person }) => person)
        const [newest] = best.toSorted(
          (one, other) => Number(rankOf(other) > rankOf(one)) - Number(rankOf(other) < rankOf(one)),
        )
        const mine = best.filter(({ account }) => account === newest?.account)
        return newest ? { rung, newest, people: new Set(mine.map(({ contato_id }) => contato_id)) } : null
      }
      const [own, other] = [alike(false), alike(true)]
      const meant = meantOf(own, other)
      if (!meant) return { outcome: 'ausente', rung: '', nome: '', candidates: '' } as const
      const { newest, people: several, isTie } = meant
      const name = rungNames[meant.rung] ?? ''
      const candidates = several.size > 1 ? String(several.size) : ''
      if (isTie) return { outcome: 'ambigua', rung: name, nome: '', candidates } as const
      const outcome = newest.conversa_id === null ? 'sem_conversa' : 'com_conversa'
      return { outcome, rung: name, nome: newest.nome, candidates } as const
    })
  const [first] = keys.toSorted((one, other) => outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome))
  return first ?? { outcome: 'invalida', rung: '', nome: '', candidates: '' }
}

/** Two phones of a cell that are one key count once, as the first is written. */
const isOnce = (pieces: readonly string[]) =>
  new Set(pieces.map((piece) => (piece.includes('@') ? piece : JSON.stringify(phoneKey(piece))))).size ===
    pieces.length &&
  new Set(
    pieces.map((piece) => {
      const key = phoneKey(piece)
      return key.ok ? key.key : piece
    }),
  ).size === pieces.length

/** Makes sheets of a few accounts with people whose phones and e-mails meet. */
async function crowd(kit: ReturnType<typeof createLinksKit>, round: number) {
  const sheets = Array.from({ length: 1 + below(3) }, (_, sheet) => ({
    id: `s${round}x${sheet}`,
    account: pick(['c1', 'c2']),
  }))
  const people = sheets.flatMap(({ account }, sheet) =>
    Array.from({ length: 1 + below(12) }, (_, row): Person => {
      // A sheet has one row of a contact without a conversation.
      const contato_id = 1 + below(8)
      const conversa_id = row < 8 && random() < 0.5 ? null : 1000 * sheet + row + 1
      return {
        sheet,
        account,
        contato_id: conversa_id === null ? row + 1 : contato_id,
        nome: `${sheet}.${row}`,
        telefone_digitos: digitsOfBase(),
        email: random() < 0.4 ? pick(emails) : '',
        conversa_id,
        conversa_criada_em:
          conversa_id === null || random() < 0.2 ? null : new Date(1.7e12 + below(20) * 1e9).toISOString(),
      }
    }),
  )
  for (const [index, { id, account }] of sheets.entries()) {
    const rows = people
      .filter(({ sheet }) => sheet === index)
      .map(({ sheet: _, account: __, ...fields }) => lead(fields))
    await kit.makeSheet(id, rows, { connection_id: account, agrupar: 'conversa' })
  }
  return { sheets, people }
}

test('a run finds of every row what the ladder says of it and each contact, at random', {
  timeout: 120_000,
}, async () => {
  const kit = createLinksKit()
  const counts: Record<string, number> = {}
  for (let round = 0; round < 40; round++) {
    const { sheets, people } = await crowd(kit, round)
    const list = Array.from({ length: 25 }, () => ({
      own: pick(['', '11', '(55)', '034', '20', 'x']),
      pieces: cell(),
    })).filter(({ pieces }) => isOnce(pieces))
    const match = pick([null, null, ...phoneRungs])
    const hasAreaColumn = random() < 0.4
    const areaCode = random() < 0.4 ? '11' : null
    const { answered, outcomes, column } = await kit.cross(
      sheets.map(({ id }) => id).join(' '),
      list.map(({ own, pieces }) => `${own};${pieces.join(' / ')}`),
      {
        match,
        settings: {
          key_columns: [{ index: 1, kind: 'phone' }],
          ...(hasAreaColumn ? { area_column: 0 } : {}),
          ...(areaCode === null ? {} : { area_code: areaCode }),
        },
      },
    )
    const usesAreaCodes = match === null || match === 'area'
    const lowest = match ?? (hasAreaColumn || areaCode !== null ? 'area' : 'ninth')
    expect(answered.match).toBe(lowest)
    const ownCodes: Record<string, string> = { '11': '11', '(55)': '55', '034': '34' }
    const expected = list.map(({ own, pieces }) => {
      const base = usesAreaCodes ? areaCode : null
      return expectedOf(pieces, people, lowest, {
        base,
        list: usesAreaCodes && hasAreaColumn ? (ownCodes[own] ?? base) : base,
      })
    })
    const shown = list.map((_, row) => ({
      outcome: outcomes[row],
      rung: column('cruzar_degrau')[row],
      nome: column('lead_nome')[row],
      candidates: column('cruzar_candidatos')[row],
    }))
    expect({ round, lowest, people, list: list.map((one, row) => ({ ...one, ...shown[row] })) }).toEqual({
      round,
      lowest,
      people,
      list: list.map((one, row) => ({ ...one, ...expected[row] })),
    })
    for (const { outcome, rung } of expected) {
      counts[outcome] = (counts[outcome] ?? 0) + 1
      if (rung !== '') counts[rung] = (counts[rung] ?? 0) + 1
    }
  }
  // Otherwise the lists are no test of them.
  for (const name of [...rungNames, 'com_conversa', 'sem_conversa', 'ambigua', 'ausente', 'invalida'])
    expect([name, counts[name] ?? 0]).toEqual([name, expect.toSatisfy((count: number) => count >= 5)])
})

test('an entry finds by its phones and e-mails the contact that a run finds, at random', {
  timeout: 120_000,
}, async () => {
  const counts: Record<string, number> = {}
  for (let round = 0; round < 60; round++) {
    const kit = createLinksKit()
    const { people } = await crowd(kit, round)
    const list = Array.from({ length: 40 }, () => (random() < 0.5 ? [pick(people).telefone_digitos] : cell()))
      .map((pieces) => pieces.filter((piece) => phoneKey(piece).ok || piece.includes('@')))
      .filter((pieces) => pieces.length > 0 && isOnce(pieces))
    const fieldsOf = (pieces: readonly string[]) =>
      pieces.map((piece, at) => [`${piece.includes('@') ? 'email' : 'telefone'} ${at}`, piece])
    kit.addEntries(Object.fromEntries(list.map((pieces, at) => [at + 1, Object.fromEntries(fieldsOf(pieces))])))
    const links = await kit.links.links('forms')
    const shown = list.map((pieces, at) => {
      const [person, alike] = [links.of(at + 1), links.alikeOf(at + 1)]
      const candidates = alike ? String(alike.count) : ''
      return { pieces, outcome: person?.outcome, nome: links.leadOf(at + 1)?.nome ?? '', candidates }
    })
    const expected = list.map((pieces) => {
      const { rung: _, ...one } = expectedOf(pieces, people, 'ninth', { base: null, list: null })
      return { pieces, ...one }
    })
    expect({ round, people, shown }).toEqual({ round, people, shown: expected })
    for (const { outcome, candidates } of expected) {
      const name = outcome === 'ambigua' || candidates === '' ? outcome : 'two cards'
      counts[name] = (counts[name] ?? 0) + 1
    }
  }
  for (const name of ['com_conversa', 'sem_conversa', 'ambigua', 'ausente', 'two cards'])
    expect([name, counts[name] ?? 0]).toEqual([name, expect.toSatisfy((count: number) => count >= 5)])
})
