import type { DuplicateSummary } from '../../contract/duplicates.ts'
import type { DuplicateReason } from '../../values/duplicate-pairs.ts'
import { count, number } from './common.ts'

const contacts = (value: number) => count(value, 'contato', 'contatos')
const pairs = (value: number) => count(value, 'par', 'pares')

/** After the number of pairs. */
const by = {
  same_phone: 'pelo mesmo telefone',
  same_email: 'pelo mesmo e-mail',
  country: 'com e sem o 55',
  email_case: 'pelo e-mail em maiúsculas e minúsculas',
  trunk: 'com zero, operadora ou 00',
  ninth: 'pelo nono dígito',
} satisfies Record<DuplicateReason, string>

export const duplicates = {
  title: 'Duplicados na base',
  allSheets: 'Todas as planilhas da conta',
  /** The most frequent reasons first. */
  found: ({ pairs: all, reasons }: Pick<DuplicateSummary, 'pairs' | 'reasons'>) => {
    const [first, second] = reasons
    if (!first) return ''
    if (!second) return `${pairs(all)} ${by[first.reason]}.`
    const sorted = reasons.toSorted((one, other) => other.pairs - one.pairs)
    return `${pairs(all)}: ${sorted.map((each) => `${number(each.pairs)} ${by[each.reason]}`).join(', ')}.`
  },
  compared: (value: number) => `${contacts(value)} ${value === 1 ? 'comparado' : 'comparados'}`,
  sheets: (value: number) => count(value, 'planilha', 'planilhas'),
  first: 'Em cada par, o contato 1 é o da conversa mais recente.',
  leftOut: (value: number) =>
    `${value === 1 ? 'Fica' : 'Ficam'} de fora ${pairs(value)}: há um telefone ou e-mail em contatos demais (mais de 1.000), ou mais de 200.000 pares.`,
  filterLabel: 'Motivos dos pares',
  /** Of a button that shows the pairs of one reason alone. */
  figure: (reason: string, value: number) => `${reason}: ${pairs(value)}`,
  table: 'Pares de contatos',
  none: 'Nenhum duplicado',
  noneText: (value: number) =>
    `Nos ${contacts(value)} não há dois com o mesmo telefone, com ou sem o 55, zero, operadora ou nono dígito, nem com o mesmo e-mail, em maiúsculas ou minúsculas.`,
  noContacts: 'Nada para comparar',
  noContactsText: 'Nenhuma planilha desta conta tem linhas neste computador.',
  goToSheets: 'Ir para as planilhas',
  openContact: (value: number) => `Abrir o contato ${value}`,
  columns: { par_motivo: 'Motivo', par_degrau: 'Degrau', planilha: 'Planilha' },
  /** A field of the first or of the other contact of a pair. */
  contactHeading: (heading: string, value: number) => `${heading} (${value})`,
  reasons: {
    same_phone: 'mesmo telefone',
    same_email: 'mesmo e-mail',
    country: 'com e sem o 55',
    email_case: 'e-mail em maiúsculas',
    trunk: 'zero ou operadora',
    ninth: 'nono dígito',
  } satisfies Record<DuplicateReason, string> as Record<DuplicateReason, string>,
}
