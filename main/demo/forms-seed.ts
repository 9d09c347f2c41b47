import type { Base } from './base.ts'
import { answers, keyed } from './forms-answers.ts'
import { snakeCase } from './forms-names.ts'
import { spamAt } from './forms-spam.ts'
import type { Entry, Form, FormField } from './forms-store.ts'
import { fraction, mix, pick } from './random.ts'

const day = 86_400
/** Entries reach back eight months. */
const depth = 240 * day
const firstFormId = 301
const firstEntryId = 9001

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
      field('phone', 'Telefone', false, '(11) 90000-0000'),
      field('textarea', 'Mensagem', false, 'Como podemos ajudar?'),
      field('select', 'Assunto', false, ''),
      field('checkbox', 'Aceita novidades', false, ''),
      field('file', 'Anexo', false, ''),
    ]),
    form(1, 'Pedido de orçamento', 'pedido-de-orcamento', 'active', [
      field('text', 'Nome', true, 'Seu nome'),
      field('text', 'WhatsApp', true, '(11) 90000-0000'),
      field('text', 'Cidade', false, ''),
      field('checkbox', 'Ambientes', false, ''),
      field('number', 'Valor previsto', false, ''),
      field('textarea', 'Detalhes', false, 'Medidas, materiais, prazos'),
      field('date', 'Data da visita', false, ''),
      field('url', 'Site de referência', false, 'https://'),
      field('text', 'CEP', false, '00000-000'),
    ]),
    form(2, 'Inscrição Black Friday', 'inscricao-black-friday', 'archived', [
      field('text', 'Nome', true, 'Seu nome'),
      field('email', 'Email', true, 'voce@exemplo.com'),
      field('phone', 'Celular', false, '(11) 90000-0000'),
      field('radio', 'Aceita contato', false, ''),
      field('number', 'Quantidade', false, ''),
      field('hidden', 'Cupom', false, ''),
    ]),
  ]
}

function field(type: string, label: string, required: boolean, placeholder: string): FormField {
  return { id: '', type, label, required, placeholder }
}

/** Entries of all three forms, oldest first, six, three and one of ten; about half by people whom the base knows. */
export function seedEntries(base: Base, now: number, count: number): Entry[] {
  const fields = seedForms(now).map((form) => form.fields)
  const timeOf = (index: number) =>
    Math.floor(now - depth * (1 - (index + 0.2 + fraction(base.seed, index, 50) * 0.6) / count)) - 60
  return Array.from({ length: count }, (_, index) => {
    const place = index % 10
    const kind = place < 6 ? 0 : Number(place === 9) + 1
    const spam = spamAt(base.seed, index)
    const told = answers(base, index, kind, spam)
    return {
      id: firstEntryId + index,
      formId: firstFormId + kind,
      fields: keyed(told, index, fields[kind] ?? [], snakeCase),
      metadata: { ...origin(base.seed, index), ...(spam ? { ip: spam.ip } : {}) },
      isComplete: mix(base.seed, index, 52) % 20 !== 0,
      createdAt: spam ? timeOf(spam.start) + spam.seconds : timeOf(index),
    }
  })
}

function origin(seed: number, index: number): Readonly<Record<string, unknown>> {
  const value = mix(seed, index, 55)
  const [second, third, fourth] = [(value >>> 3) % 256, (value >>> 11) % 256, (value >>> 19) % 256]
  return {
    ip:
      value % 23 === 0 ? `2804:14d:${second.toString(16)}::${third.toString(16)}` : `177.${second}.${third}.${fourth}`,
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
