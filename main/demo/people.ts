import { mix, pick } from './random.ts'

export interface Person {
  readonly name: string
  /** Digits with country code, or null when the base has no phone. */
  readonly phone: string | null
  readonly email: string | null
  readonly identifier: string | null
  readonly city: string
}

/**
 * People computed from their index alone. The index can be computed from a phone or an e-mail, so that a look-up needs
 * no table even with a million people.
 */
export interface People {
  at(index: number): Person
  phoneAt(index: number): string | null
  /** The lowest index below `end` whose phone has exactly these digits (country code included), or −1. */
  indexOfPhone(digits: string, end: number): number
  /** The index below `end` with this e-mail, in upper or lower case, or −1. */
  indexOfEmail(email: string, end: number): number
}

/** Eight-digit subscriber numbers of one kind: mobiles start with 6 to 9, landlines with 2 to 5. */
const span = 40_000_000

const mobileStart = 60_000_000

const landlineStart = 20_000_000

/** Prime, so it shares no factor with `span`: index × multiplier modulo span takes every value once. */
const multiplier = 15_485_863

const inverse = inverseOf(multiplier, span)

type Kind = 'none' | 'foreign' | 'landline' | 'old-mobile' | 'twin' | 'mobile'

/** People of this seed; indexes may go up to forty million. */
export function createPeople(seed: number): People {
  const shift = mix(seed, 0, 10) % span
  const scatter = (index: number) => (index * multiplier + shift) % span
  const gather = (value: number) => (((value - shift + span) % span) * inverse) % span

  function plainKind(index: number): Exclude<Kind, 'twin'> {
    const value = mix(seed, index, 11) % 1000
    if (value < 40) return 'none'
    if (value < 50) return 'foreign'
    if (value < 130) return 'landline'
    if (value < 170) return 'old-mobile'
    return 'mobile'
  }

  /** A twin is the person before it again, stored without the ninth digit (docs/services.md §3.4). */
  function kindOf(index: number): Kind {
    const twin = index > 0 && mix(seed, index, 12) % 200 === 0 && plainKind(index - 1) === 'mobile'
    return twin && mix(seed, index - 1, 12) % 200 !== 0 ? 'twin' : plainKind(index)
  }

  const placeOf = (index: number) => pick(places, mix(seed, index, 13))
  const codeOf = (index: number) => placeOf(index).slice(0, 2)

  function phoneAt(index: number): string | null {
    const kind = kindOf(index)
    if (kind === 'none') return null
    if (kind === 'twin') return `55${codeOf(index - 1)}${mobileStart + scatter(index - 1)}`
    if (kind === 'foreign') return foreignPhone(mobileStart + scatter(index))
    const code = codeOf(index)
    if (kind === 'landline') return `55${code}${landlineStart + scatter(index)}`
    return kind === 'mobile' ? `55${code}9${mobileStart + scatter(index)}` : `55${code}${mobileStart + scatter(index)}`
  }

  function emailAt(index: number): string | null {
    const kind = kindOf(index)
    if (kind === 'twin' || (kind !== 'none' && mix(seed, index, 14) % 100 >= 62)) return null
    const { first, last } = namesOf(seed, index)
    const email = `${plain(first)}.${plain(last)}${index}@${pick(providers, mix(seed, index, 15))}`
    return mix(seed, index, 16) % 40 === 0 ? email[0]?.toUpperCase() + email.slice(1).replace('@g', '@G') : email
  }

  return {
    phoneAt,
    at(index) {
      const owner = kindOf(index) === 'twin' ? index - 1 : index
      const phone = phoneAt(index)
      const nameless = phone !== null && mix(seed, owner, 17) % 100 === 0
      return {
        name: nameless ? `+${phone}` : displayName(seed, owner),
        phone,
        email: emailAt(index),
        identifier: mix(seed, index, 18) % 7 === 0 ? `cliente-${String(index + 1).padStart(6, '0')}` : null,
        city: placeOf(owner).slice(3),
      }
    },
    indexOfPhone(digits, end) {
      const subscriber = Number(digits.slice(-8))
      if (digits.length < 10 || !/^\d+$/.test(digits) || subscriber < landlineStart) return -1
      const start = subscriber < mobileStart ? landlineStart : mobileStart
      const index = gather(subscriber - start)
      const person = [index, index + 1].find((candidate) => candidate < end && phoneAt(candidate) === digits)
      return person ?? -1
    },
    indexOfEmail(email, end) {
      const searched = email.trim().toLowerCase()
      const index = Number(searched.match(/(\d{1,8})@/)?.[1] ?? -1)
      return index >= 0 && index < end && emailAt(index)?.toLowerCase() === searched ? index : -1
    },
  }
}

const providers = listed(`
  gmail.com, gmail.com, gmail.com, gmail.com, hotmail.com, hotmail.com, outlook.com, yahoo.com.br,
  uol.com.br, bol.com.br, terra.com.br, icloud.com`)

/** Numbers of other countries that end with the eight digits: Portugal, the United States, Argentina. */
function foreignPhone(subscriber: number): string {
  const text = String(subscriber)
  if (!text.startsWith('6')) return `54911${text}`
  return subscriber % 2 === 0 ? `3519${text}` : `178${text}`
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}

/** The inverse of a number in a modulus (extended Euclid). */
function inverseOf(value: number, modulus: number): number {
  let [previous, current] = [modulus, value]
  let [previousFactor, factor] = [0, 1]
  while (current !== 0) {
    const quotient = Math.floor(previous / current)
    ;[previous, current] = [current, previous - quotient * current]
    ;[previousFactor, factor] = [factor, previousFactor - quotient * factor]
  }
  return (previousFactor + modulus) % modulus
}

/** The 67 area codes of Brazil with their main city. The largest cities appear several times. */
const places = listed(`
  11 São Paulo, 11 Guarulhos, 11 Santo André, 11 Osasco, 11 São Paulo, 11 São Bernardo do Campo,
  12 São José dos Campos, 13 Santos, 14 Bauru, 15 Sorocaba, 16 Ribeirão Preto, 17 São José do Rio Preto,
  18 Presidente Prudente, 19 Campinas, 19 Piracicaba, 21 Rio de Janeiro, 21 Niterói, 21 Duque de Caxias,
  22 Campos dos Goytacazes, 24 Petrópolis, 27 Vitória, 28 Cachoeiro de Itapemirim, 31 Belo Horizonte, 31 Contagem,
  32 Juiz de Fora, 33 Governador Valadares, 34 Uberlândia, 35 Poços de Caldas, 37 Divinópolis, 38 Montes Claros,
  41 Curitiba, 41 São José dos Pinhais, 42 Ponta Grossa, 43 Londrina, 44 Maringá, 45 Foz do Iguaçu,
  46 Pato Branco, 47 Joinville, 48 Florianópolis, 49 Chapecó, 51 Porto Alegre, 51 Canoas, 53 Pelotas,
  54 Caxias do Sul, 55 Santa Maria, 61 Brasília, 61 Taguatinga, 62 Goiânia, 63 Palmas, 64 Rio Verde, 65 Cuiabá,
  66 Rondonópolis, 67 Campo Grande, 68 Rio Branco, 69 Porto Velho, 71 Salvador, 71 Lauro de Freitas, 73 Ilhéus,
  74 Juazeiro, 75 Feira de Santana, 77 Vitória da Conquista, 79 Aracaju, 81 Recife, 81 Olinda, 82 Maceió,
  83 João Pessoa, 84 Natal, 85 Fortaleza, 86 Teresina, 87 Petrolina, 88 Juazeiro do Norte, 89 Picos, 91 Belém,
  92 Manaus, 93 Santarém, 94 Marabá, 95 Boa Vista, 96 Macapá, 97 Tefé, 98 São Luís, 99 Imperatriz`)

/** Of all people, 12 % are registered without ever having had a conversation; their indexes follow the others'. */
export function registeredWithout(leads: number): number {
  return Math.round((leads * 12) / 88)
}

/**
 * A phone as people write it: one of nine habits, chosen by any whole number. Foreign and odd numbers keep their digits
 * after a plus. `digits` includes the country code.
 */
export function writtenPhone(digits: string, habit: number): string {
  if (!/^55\d{10,11}$/.test(digits)) return `+${digits}`
  const code = digits.slice(2, 4)
  const [front, back] = [digits.slice(4, -4), digits.slice(-4)]
  const forms = [
    `(${code}) ${front}-${back}`,
    `(${code}) ${front}-${back}`,
    `${code} ${front}-${back}`,
    `${code}${front}${back}`,
    `+55 ${code} ${front}-${back}`,
    `55${code}${front}${back}`,
    `0${code} ${front} ${back}`,
    `+55 (${code}) ${front}-${back}`,
    `${code}.${front}.${back}`,
  ]
  return forms[habit % forms.length] ?? `+${digits}`
}

/** The writing habit of one row, independent of its person. */
export function habitOf(seed: number, index: number): number {
  return mix(seed, index, 60)
}

function listed(text: string): [string, ...string[]] {
  const [first = '', ...others] = text.trim().split(/,\s+/)
  return [first, ...others]
}

const firstNames = listed(`
  Ana, João, Maria, José, Antônio, Francisca, Carlos, Adriana, Paulo, Juliana, Pedro, Márcia, Lucas, Fernanda,
  Luiz, Patrícia, Marcos, Aline, Gabriel, Sandra, Rafael, Camila, Daniel, Amanda, Marcelo, Bruna, Bruno,
  Jéssica, Eduardo, Letícia, Felipe, Júlia, Rodrigo, Luciana, Manoel, Vanessa, Mateus, Mariana, André,
  Gabriela, Fernando, Vitória, Fábio, Larissa, Leonardo, Cláudia, Gustavo, Beatriz, Guilherme, Luana, Leandro,
  Rita, Tiago, Sônia, Anderson, Renata, Ricardo, Eliane, Márcio, Josefa, Jorge, Simone, Alexandre, Natália,
  Roberto, Cristiane, Sérgio, Carla, Vitor, Débora, César, Rosângela, Davi, Inês, Caio, Yasmin, Otávio,
  Conceição, Heitor, Lívia, Iago, Thaís, Murilo, Eloá, Ubirajara, Zuleide, Wellington, Iracema, Benício,
  Mônica`)

const middleNames = listed(`
  Aparecida, Clara, Eduarda, Henrique, Augusto, das Graças, Cristina, Roberto, Regina, Vinícius, Luísa,
  Antônio, Fátima, Caetano`)

const lastNames = listed(`
  Silva, Santos, Oliveira, Souza, Rodrigues, Ferreira, Alves, Pereira, Lima, Gomes, Costa, Ribeiro, Martins,
  Carvalho, Almeida, Lopes, Soares, Fernandes, Vieira, Barbosa, Rocha, Dias, Nascimento, Andrade, Moreira,
  Nunes, Marques, Machado, Mendes, Freitas, Cardoso, Ramos, Gonçalves, Santana, Teixeira, Araújo, Guimarães,
  Assunção, Leão, Conceição, Magalhães, Falcão, Brandão, Bragança, Sá, Prates, Queiroz, Xavier, Zanetti,
  Nakamura, Schneider, D'Ávila, Peçanha, Siqueira, Tavares, Uchôa, Vasconcelos, Bittencourt, Fagundes, Quintão`)

/** The first and last name of a person, in their own spelling. */
function namesOf(seed: number, index: number): { readonly first: string; readonly last: string } {
  return { first: pick(firstNames, mix(seed, index, 1)), last: pick(lastNames, mix(seed, index, 2)) }
}

/**
 * The name as stored in the base. Most are tidy. Some are as in real bases: capitals, quotes, semicolons, a leading
 * equals sign, emoji, decomposed accents, markup (docs/decisions/lists.md §3 and docs/services.md §13.4).
 */
function displayName(seed: number, index: number): string {
  const { first, last } = namesOf(seed, index)
  const extra = mix(seed, index, 3)
  const whole = `${first}${middle(extra)} ${last}`
  const style = mix(seed, index, 4) % 1000
  if (style < 4) return `=${whole}`
  if (style < 8) return `${first} "${first.slice(0, 3)}" ${last}`
  if (style < 12) return `${last}; ${first}`
  if (style < 14) return `@${first.toLowerCase()}.${last.toLowerCase()}`
  if (style < 15) return `${first} <b>${last}</b>`
  if (style < 50) return whole.toUpperCase()
  if (style < 90) return whole.toLowerCase()
  if (style < 110) return first
  if (style < 118) return `${first} 🌻`
  if (style < 124) return whole.normalize('NFD')
  if (style < 128) return `${first} ${last} - indicação`
  return whole
}

function middle(extra: number): string {
  if (extra % 10 < 6) return ''
  if (extra % 10 < 8) return ` ${pick(middleNames, extra >>> 8)}`
  return ` ${pick(lastNames, extra >>> 8)}`
}
