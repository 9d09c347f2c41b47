import { leadFields } from '../../preload/contract/lead-fields.ts'
import type { Messages } from '../../preload/messages/catalogue.ts'
import type { TableDefaults } from '../tables/columns.ts'
import { leadWords, type TableWords } from '../tables/words.ts'
import { outcomeColumn } from './outcomes.ts'

/** What a run adds of the lead stands under this name before the field's own. */
const leadPrefix = 'lead_'

/** Fields of the lead that say who it is and where it stands; the others can be shown. */
const shownFields = ['nome', 'telefone', 'status', 'agente', 'caixa', 'ultima_mensagem_em', 'etiquetas_conversa']

/** A run's table before the person has touched it: the outcome beside the original columns, then what matters of the lead. */
export const runDefaults: TableDefaults = {
  order: [],
  pinned: [outcomeColumn],
  hidden: leadFields.flatMap(({ key }) => (shownFields.includes(key) ? [] : [`${leadPrefix}${key}`])),
  widths: { [outcomeColumn]: 140, cruzar_chave: 150, lead_nome: 190 },
  sum: null,
}

/**
 * The words of a run's table. The person's own headings stand as they are; one that is empty is named by its place. Of
 * several columns that a list calls the same as a field of the lead, the lead's is marked.
 */
export function runWords(messages: Messages): TableWords {
  const leads = leadWords(messages)
  const { cruzar } = messages
  const named: Readonly<Record<string, string>> = cruzar.columns
  const outcomes: Readonly<Record<string, string>> = cruzar.outcomes
  const reasons: Readonly<Record<string, string>> = cruzar.reasons
  return {
    heading({ key, heading }) {
      if (heading !== null) return heading.trim() === '' ? cruzar.list.unnamed(placeOf(key)) : heading
      if (!key.startsWith(leadPrefix)) return named[key] ?? key
      return cruzar.leadHeading(leads.heading({ key: key.slice(leadPrefix.length), heading: null }))
    },
    value({ key, type }, value) {
      if (type === 'outcome') return outcomes[value] ?? value
      if (type === 'reason') return reasons[value] ?? value
      return leads.value({ key, type }, value)
    },
  }
}

/** `c0` is the first column of the list. */
function placeOf(key: string): number {
  return Number(key.slice(1)) + 1
}
