import { decomposed } from '../../../preload/contract/decomposed.ts'

/** Words of headings, folded: lower case, no accents. To recognise one more heading, add its word to its set. */
const phoneWords = new Set(
  'telefone telefones tel tels fone fones celular celulares cel whatsapp whats wpp zap zapzap phone mobile msisdn'.split(
    ' ',
  ),
)
/** Words that may head phones and often head something else: their cells decide. */
const weakPhoneWords = new Set('contato contatos numero numeros ddd chave chaves lead'.split(' '))
const emailWords = new Set('email emails e-mail mail correio'.split(' '))
/** Words of columns that hold other digits; cells that look like phones do not make a phone column of these. */
const otherDigitWords = new Set(
  'cpf cnpj rg id codigo cod pedido protocolo cep data valor preco nascimento matricula contrato timestamp conta'.split(
    ' ',
  ),
)
/** People of the team: a phone or e-mail of theirs is beside the person of the row. */
const teamWords = new Set(
  'agente agent atendente vendedor vendedora consultor consultora operador operadora corretor corretora'.split(' '),
)
const otherWords = new Set(
  (
    'nome name sobrenome cliente empresa razao fantasia cidade uf estado endereco rua bairro status situacao observacao ' +
    'obs origem campanha produto vendedor responsavel agente etiqueta etiquetas tag tags genero sexo idade pais sequencia'
  ).split(' '),
)

export interface Heading {
  readonly phone: boolean
  readonly weakPhone: boolean
  readonly email: boolean
  readonly otherDigits: boolean
  readonly ofTeam: boolean
  /** The area code alone, not "Celular com DDD". */
  readonly areaCode: boolean
  /** Any word that heads columns. */
  readonly known: boolean
}

/** Text without accents and case, to compare words by. */
export function fold(text: string): string {
  return decomposed(text).replace(/\p{M}/gu, '').toLowerCase().trim()
}

/** What a heading says of its column; all false for text that is no heading. */
export function readHeading(text: string): Heading {
  const folded = fold(text.slice(0, 80)).replace(/e[\s_-]?mail/g, 'email')
  const words = folded.split(/[^\p{L}]+/u).filter((word) => word !== '')
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word))
  const phone = has(phoneWords) || /telefon|celular|whatsapp|smartphone|phone/.test(folded)
  const heading = {
    phone,
    weakPhone: has(weakPhoneWords),
    email: has(emailWords),
    otherDigits: has(otherDigitWords),
    ofTeam: has(teamWords),
    areaCode: !phone && words.includes('ddd'),
  }
  const known = phone || heading.weakPhone || heading.email || heading.otherDigits || has(otherWords)
  return { ...heading, known: known && text.length <= 60 }
}
