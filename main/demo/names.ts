import { mix, pick } from './random.ts'

/** The names of a text, which commas separate. */
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

/** The two names of a person, as they would say them. */
export function namesOf(seed: number, index: number): { readonly first: string; readonly last: string } {
  return { first: pick(firstNames, mix(seed, index, 1)), last: pick(lastNames, mix(seed, index, 2)) }
}

/**
 * The name as the base holds it. Most are tidy; a few are what real bases carry: capitals, quotes, semicolons, a leading
 * equals sign, emoji, decomposed accents, markup (features.md §9.1, §9.16, §9.20).
 */
export function displayName(seed: number, index: number): string {
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
