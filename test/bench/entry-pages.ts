/** How many entries, how many of them are approved one by one, and the names that both sides of the bench use. */
export const entryCount = 10_000
export const approvals = 500
const perPage = 100

const wishes = ['uma cozinha planejada', 'um armário de quarto', 'a visita de um projetista', 'o prazo de entrega']

/** The pages of one form's entries as the service would send them, newest first; the same at every call. */
export function entryPages(): string[] {
  return Array.from({ length: entryCount / perPage }, (_, page) => {
    const data = Array.from({ length: perPage }, (_, place) => entry(page * perPage + place))
    const last_page = entryCount / perPage
    return JSON.stringify({ data, meta: { current_page: page + 1, per_page: perPage, total: entryCount, last_page } })
  })
}

function entry(index: number): object {
  const number = String(10_000_000 + ((index * 7919) % 89_999_999)).slice(0, 8)
  return {
    id: entryCount - index,
    form_id: 1,
    fields: {
      nome: `Pessoa ${index % 7000}`,
      email: `pessoa${index % 9000}@exemplo.com.br`,
      telefone: `(11) 9${number.slice(0, 4)}-${number.slice(4)}`,
      mensagem: `Gostaria de saber sobre ${wishes[index % wishes.length]}; moro na rua ${index % 400}, número ${index}.`,
    },
    metadata: { ip: `177.${index % 200}.${index % 90}.7`, source: index % 3 === 0 ? 'site' : 'instagram' },
    created_at: new Date(Date.UTC(2026, 0, 1) + (entryCount - index) * 60_000).toISOString(),
  }
}

/** What each side of the bench of reviews measures, in seconds. */
export interface ReviewTimes {
  /** Every page stored. */
  readonly stored: number
  /** The newest fifty, and how many there are in each state. */
  readonly opened: number
  /** One by one: an entry approved, the next one read with all that is shown of it, the counts. */
  readonly singles: readonly number[]
  /** All others approved at once. */
  readonly bulk: number
}
