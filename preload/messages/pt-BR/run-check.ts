import type { CheckCause } from '../../values/check-rate.ts'
import { count, number } from './common.ts'

const keys = (value: number) => count(value, 'chave', 'chaves')

/** The check of what cached sheets answered against the service. */
export const runCheck = {
  action: 'Conferir com o serviço…',
  again: 'Conferir de novo…',
  title: 'Conferir com o serviço',
  intro:
    'O serviço responde, com os mesmos filtros, por chaves que a planilha já respondeu. O resultado do cruzamento não muda.',
  howMany: 'Quantas chaves',
  sample: (value: number, of: number) => `Uma amostra de ${number(value)} das ${keys(of)}, de todos os resultados`,
  all: (value: number) => (value === 1 ? 'A única chave' : `Todas as ${keys(value)}`),
  confirm: 'Conferir',
  progress: 'Chaves conferidas',
  underWay: 'conferindo com o serviço',
  severalAccounts: 'As planilhas são de contas diferentes',
  notFinished: 'O cruzamento ainda não terminou',
  checking: 'Uma conferência está em andamento',
  /** How far the sheets' answers can be trusted; `share` is that of equal answers. */
  allChecked: (equal: number, asked: number, share: string) =>
    `Conferido com o serviço: ${number(equal)} de ${keys(asked)} com a mesma resposta (${share}).`,
  sampleChecked: (equal: number, asked: number, of: number, share: string) =>
    `Conferido com o serviço, por amostra de ${number(asked)} das ${keys(of)}: ${number(equal)} com a mesma resposta (${share}).`,
  range: (low: string, high: string) => `Na lista toda, é provável que sejam entre ${low} e ${high}.`,
  different: (value: number) => count(value, 'diferença', 'diferenças'),
  unanswered: (value: number) =>
    value === 1 ? 'De 1 chave o serviço não disse nada.' : `De ${keys(value)} o serviço não disse nada.`,
  stopped: (answered: number, of: number) =>
    `A conferência parou antes do fim: ${number(answered)} de ${keys(of)} conferidas.`,
  show: 'Ver as diferenças',
  differences: (name: string) => `Diferenças de “${name}”`,
  firstOnes: (value: number, of: number) => `As primeiras ${number(value)} de ${number(of)}.`,
  columns: { key: 'Chave', sheet: 'A planilha disse', service: 'O serviço diz', cause: 'Por quê' },
  contact: (id: number) => `contato ${id}`,
  conversation: (id: number) => `conversa ${id}`,
  causes: {
    stale: 'mudou depois que a planilha foi lida',
    filter: 'fora do alcance da planilha: filtros, ou só a conversa mais recente',
    variant: 'escrita de outro jeito na base, como o nono dígito',
    missing_in_sheet: 'falta na planilha',
    unknown: 'os dados não dizem por quê',
  } satisfies Record<CheckCause, string> as Record<CheckCause, string>,
}
