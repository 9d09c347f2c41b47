import type { Base } from './base.ts'
import type { Entry, Form, FormField } from './forms-store.ts'
import { habitOf, writtenPhone } from './phone-masks.ts'
import { fraction, mix, pick } from './random.ts'

const day = 86_400
/** Entries reach back eight months. */
const depth = 240 * day
const firstFormId = 301
const firstEntryId = 9001
/** People of the entries who are not in the base have indexes that the base never reaches. */
const strangers = 20_000_000

/** The three forms of the account. Times in epoch seconds, reckoned back from `now`. */
export function seedForms(now: number): Form[] {
  const form = (place: number, name: string, slug: string, status: Form['status'], fields: FormField[]): Form => ({
    id: firstFormId + place,
    name,
    description: `Formulário ${name.toLowerCase()} da Vitrine Móveis`,
    slug,
    status,
    fields: fields.map((field, index) => ({ ...field, id: `fld_${slug.slice(0, 3)}${index + 1}` })),
    settings: { redirect_url: 'https://vitrine.example/obrigado', notification_email: 'leads@vitrine.example' },
    createdAt: Math.floor(now) - depth - (40 - place * 9) * day,
    updatedAt: Math.floor(now) - (30 - place * 7) * day,
  })
  return [
    form(0, 'Contato do site', 'contato-do-site', 'active', [
      field('text', 'Nome', true, 'Seu nome'),
      field('email', 'Email', true, 'voce@exemplo.com'),
      field('text', 'Telefone', false, '(11) 90000-0000'),
      field('text', 'Mensagem', false, 'Como podemos ajudar?'),
    ]),
    form(1, 'Pedido de orçamento', 'pedido-de-orcamento', 'active', [
      field('text', 'Nome', true, 'Seu nome'),
      field('text', 'WhatsApp', true, '(11) 90000-0000'),
      field('text', 'Cidade', false, ''),
      field('text', 'Ambientes', false, ''),
      field('text', 'Valor previsto', false, ''),
    ]),
    form(2, 'Inscrição Black Friday', 'inscricao-black-friday', 'archived', [
      field('text', 'Nome', true, 'Seu nome'),
      field('email', 'Email', true, 'voce@exemplo.com'),
      field('text', 'Celular', false, '(11) 90000-0000'),
      field('text', 'Aceita contato', false, ''),
    ]),
  ]
}

function field(type: string, label: string, required: boolean, placeholder: string): FormField {
  return { id: '', type, label, required, placeholder }
}

/** Entries of all three forms, oldest first, six, three and one of ten; about half by people whom the base knows. */
export function seedEntries(base: Base, now: number, count: number): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const place = index % 10
    const kind = place < 6 ? 0 : Number(place === 9) + 1
    return {
      id: firstEntryId + index,
      formId: firstFormId + kind,
      fields: answers(base, index, kind),
      metadata: origin(base.seed, index),
      isComplete: mix(base.seed, index, 52) % 20 !== 0,
      createdAt: Math.floor(now - depth * (1 - (index + 0.2 + fraction(base.seed, index, 50) * 0.6) / count)) - 5,
    }
  })
}

/** Values of several types, as a form service sends them (features.md §8.9). */
function answers(base: Base, index: number, kind: number): Readonly<Record<string, unknown>> {
  const { seed } = base
  const known = mix(seed, index, 51) % 100 < 48
  const person = base.people.at(known ? mix(seed, index, 53) % Math.max(1, base.facts.people) : strangers + index)
  const phone = person.phone === null ? '' : writtenPhone(person.phone, habitOf(seed, index))
  const email = person.email ?? ''
  const value = mix(seed, index, 54)
  if (kind === 0) return { nome: person.name, email, telefone: phone, mensagem: pick(messages, value) }
  if (kind === 2) return { nome: person.name, email, celular: phone, aceita_contato: value % 4 !== 0 }
  return {
    nome: person.name,
    whatsapp: phone,
    cidade: person.city,
    ambientes: rooms.filter((_, place) => (value >>> place) & 1),
    valor_previsto: value % 5 === 0 ? null : 1000 + (value % 90) * 250,
  }
}

const messages = [
  'Gostaria de um orçamento para cozinha planejada.',
  'Vocês entregam no interior?',
  'Meu pedido ainda não chegou; podem verificar?',
  'Quero falar com um vendedor.',
  'Qual o prazo de montagem?\nMoro em apartamento, 3º andar.',
  '=Promoção "compre 2" ainda vale?',
  'Preciso trocar uma gaveta com defeito.',
  '',
] as const

const rooms = ['cozinha', 'quarto', 'sala', 'banheiro', 'escritório'] as const

function origin(seed: number, index: number): Readonly<Record<string, unknown>> {
  const value = mix(seed, index, 55)
  return {
    ip: `177.${(value >>> 3) % 256}.${(value >>> 11) % 256}.${(value >>> 19) % 256}`,
    user_agent: pick(browsers, value),
    referrer: pick(['https://vitrine.example/', 'https://www.google.com/', 'https://l.instagram.com/'], value >>> 2),
    country: value % 60 === 0 ? 'PT' : 'BR',
    source: pick(['site', 'instagram', 'google', 'qr-code'], value >>> 5),
    ...(value % 3 === 0 ? { utm_campaign: pick(['black-friday', 'inverno', 'volta-as-aulas'], value >>> 7) } : {}),
  }
}

const browsers = [
  'Mozilla/5.0 (Linux; Android 15; SM-A156M) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
] as const
