import { mix, pick } from './random.ts'

/** What people write who ask a furniture shop: mostly their own words, so that only spam repeats itself. */
export function message(seed: number, index: number, city: string): string {
  const value = mix(seed, index, 57)
  if (value % 7 === 0) return pick(shortMessages, value >>> 3)
  const room = pick(rooms, value >>> 4)
  const size = 30 + (mix(seed, index, 58) % 170)
  const sentence = pick(wishes, value >>> 8)
    .replace('{room}', room)
    .replace('{size}', String(size))
    .replace('{city}', city)
  return `${pick(greetings, value >>> 13)}${sentence} ${pick(questions, value >>> 18)}`
}

/** A story of many lines, as some people write them; each is its sender's own. */
export function longMessage(seed: number, index: number, city: string): string {
  const paragraphs = Array.from({ length: 24 }, (_, place) => {
    const turn = index * 31 + place
    return `${place + 1}. ${message(seed, turn, city)} ${message(seed, turn + 17, city)}`
  })
  return [`Moro em ${city} e escrevo sobre o pedido ${40_000 + index}.`, ...paragraphs, 'Obrigada!'].join('\n\n')
}

export const rooms = ['cozinha', 'quarto', 'sala', 'banheiro', 'escritório'] as const

const shortMessages = [
  'Vocês entregam no interior?',
  'Quero falar com um vendedor.',
  '=Promoção "compre 2" ainda vale?',
  'Preciso trocar uma gaveta com defeito.',
  '',
] as const

const greetings = ['', 'Olá! ', 'Bom dia. ', 'Boa tarde, tudo bem? ', 'Oi, ', 'Prezados,\n'] as const

const wishes = [
  'Gostaria de um orçamento para {room} planejada, apartamento de {size} m² em {city}.',
  'Meu pedido de {room} para {city} ainda não chegou; já se passaram {size} dias.',
  'Procuro móveis para {room} de {size} m² aqui em {city}, de preferência em madeira clara.',
  'Comprei uma {room} modulada há {size} dias e falta uma porta; moro em {city}.',
  'Vi no site a {room} de {size} peças. Vocês montam em {city}?',
  'Estamos reformando a casa em {city} e queremos trocar tudo na {room}, cerca de {size} m².',
] as const

const questions = [
  'Qual o prazo de montagem?\nMoro em apartamento, 3º andar.',
  'Podem me ligar depois das 18h?',
  'Aceitam cartão em 10 vezes?',
  'Tem desconto à vista?',
  'Podem mandar um projetista?',
  'Fico no aguardo.',
  'Atendem aos sábados?',
] as const
