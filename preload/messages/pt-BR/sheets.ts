import type { Sheet, SheetBadge } from '../../contract/sheets.ts'
import { count, number } from './common.ts'

const rows = (value: number) => count(value, 'linha', 'linhas')
const lostLeads = (runs: number) =>
  `os leads que ${count(runs, 'cruzamento mostra', 'cruzamentos mostram')} dela, que estão danificados e não podem ser copiados`

type Kind = SheetBadge['kind']
type Reason = SheetBadge['reason']

export const sheets = {
  title: 'Planilhas',
  create: 'Nova planilha',
  count: (value: number) => count(value, 'planilha', 'planilhas'),
  list: 'Planilhas guardadas neste computador',
  empty: 'Nenhuma planilha ainda',
  emptyText:
    'Uma planilha guarda os leads de um período neste computador, criptografada: abre na hora, sem internet, e vai para o Excel.',
  noConnection: 'Primeiro, conecte a sua conta',
  noConnectionText:
    'As planilhas vêm da plataforma de atendimento. Conecte a conta uma vez, com a chave de um administrador.',
  connect: 'Conectar conta',
  /** Instead of a name, for sheets whose connection is gone. */
  forgottenConnection: 'conexão esquecida',

  badges: {
    complete: 'completa',
    refreshed: 'atualizada',
    changed: 'mudou na leitura',
    partial: 'parcial',
    reading: 'lendo',
    damaged: 'danificada',
  } satisfies Record<Kind, string> as Record<Kind, string>,
  /** Why a sheet has its badge, as a sentence for the hover. */
  reasons: {
    none: 'As linhas, as pessoas distintas e o total do serviço conferem.',
    total_changed: 'O total do serviço não é mais o das linhas lidas. Atualize por completo para conferir.',
    rows_repeated: 'O serviço repetiu linhas enquanto as páginas eram lidas; as repetidas foram tiradas.',
    rows_missing: 'Vieram menos linhas do que o total do serviço. Atualize para conferir.',
    more_than_total: 'Vieram mais linhas do que o total do serviço. Atualize para conferir.',
    cancelled: 'A leitura foi cancelada antes do fim. O que foi lido está guardado.',
    failed: 'A leitura parou por uma falha. O que foi lido está guardado.',
    ended: 'O Cruza foi fechado durante a leitura. O que foi lido está guardado.',
    not_numbered: 'O serviço não numerou as páginas como devia; a planilha foi lida uma página por vez.',
    set_aside: 'O serviço enviou leads de um jeito que não dá para guardar. Os outros estão aqui.',
    endless:
      'O serviço não dava fim às páginas: repetia as que já tinham vindo, ou trazia muito mais linhas do que conta. A leitura parou aí, e cada linha ficou uma vez só.',
    quick:
      'A atualização rápida traz o que se moveu. Ela não vê quem saiu do filtro, o que foi apagado, nem mudanças sem mensagem (agente, etiqueta, cadastro). Atualize tudo para conferir.',
  } satisfies Record<Reason, string> as Record<Reason, string>,
  readingReason: 'As linhas estão sendo lidas agora.',
  /** A quick refresh could not count the conversations of these people. */
  unknownCounts: (value: number) =>
    value === 1
      ? 'De 1 pessoa não se sabe quantas conversas há no período; a célula está vazia.'
      : `De ${number(value)} pessoas não se sabe quantas conversas há no período; as células estão vazias.`,
  refreshedAt: (moment: string) => `atualizada ${moment}`,
  /** Leads that could not be kept, and who the first ones are. */
  aside: (value: number, contacts: readonly number[]) => {
    const named = contacts.length > 0 ? ` (contato ${contacts.join(', ')}${value > contacts.length ? ', …' : ''})` : ''
    return `${count(value, 'lead ficou', 'leads ficaram')} de fora${named}.`
  },
  repeated: (value: number) => `${count(value, 'linha repetida tirada', 'linhas repetidas tiradas')}`,

  progress: (name: string) => `Leitura de ${name}`,
  resumeNamed: (name: string) => `Continuar a leitura de ${name}`,

  actions: {
    quick: 'Atualizar (rápida, só o que se moveu)',
    full: 'Atualizar tudo (lê de novo)',
    cruzar: 'Cruzar',
    serverCsv: 'Salvar o CSV do próprio serviço…',
  },

  partial: {
    title: 'Esta planilha está incompleta.',
    read: (value: number, total: number) => `Foram lidas ${number(value)} de ${rows(total)}.`,
    readSome: (value: number) => `Foram lidas ${rows(value)}.`,
    interrupted: 'A última atualização parou antes do fim. As linhas mostradas são as da leitura anterior, inteira.',
  },
  damaged: {
    /** Instead of a name that nobody knows any more. */
    unnamed: 'Planilha danificada',
    reason: 'O arquivo desta planilha está danificado: as linhas dela não podem ser abertas neste computador.',
    title: 'O arquivo desta planilha está danificado',
    text: 'As linhas não podem ser abertas. Leia de novo do serviço, com o mesmo filtro, ou esqueça a planilha.',
    orphan:
      'As linhas não podem ser abertas, e a conexão de onde vieram foi esquecida. Só dá para esquecer a planilha.',
    readAgainNamed: (name: string) => `Ler de novo ${name}`,
  },
  noRows: 'O serviço não tem leads neste período',
  noRowsText: 'A leitura terminou e não veio nenhuma linha. Crie outra planilha com outras datas ou menos filtros.',
  waitingRows: 'As linhas aparecem aqui assim que a leitura terminar',
  nothingRead: 'Nenhuma linha foi lida ainda',
  gone: 'Esta planilha não existe mais',
  goneText: 'Ela foi esquecida, ou os dados são de outra conta.',
  backToList: 'Ver as planilhas',

  rename: {
    title: 'Renomear planilha',
    name: 'Nome',
    confirm: 'Renomear',
  },
  forget: {
    title: (name: string) => `Esquecer “${name}”?`,
    lost: ({ rows: value, lost_runs }: Pick<Sheet, 'rows' | 'lost_runs'>): readonly string[] => [
      `${rows(value)} ${value === 1 ? 'baixada' : 'baixadas'} neste computador`,
      'a ordem, os filtros e as colunas que você arrumou nela',
      ...(lost_runs > 0 ? [lostLeads(lost_runs)] : []),
    ],
    kept: ({ lost_runs }: Pick<Sheet, 'lost_runs'>) =>
      `${lost_runs > 0 ? 'Os outros cruzamentos' : 'Os cruzamentos'} ficam com os leads que encontraram nela. Nada muda no serviço: dá para baixar de novo.`,
    confirm: 'Esquecer planilha',
  },

  new: {
    connection: 'Conexão',
    nameRequired: 'Dê um nome à planilha.',
    downloadRows: (value: number) => `Baixar ${rows(value)}`,
    planWaiting: 'Escolha uma data para ver o tamanho.',
    planning: 'Vendo o tamanho…',
    plan: (total: number, requests: number, duration: string, measured: boolean) =>
      `${rows(total)}, ${count(requests, 'consulta', 'consultas')}, cerca de ${duration}${measured ? '' : ' (primeira estimativa)'}.`,
    planEmpty: 'Nenhum lead neste período com estes filtros: não há o que baixar.',
    serverCsv: 'Salvar o CSV do próprio serviço',
    serverCsvHint: 'O arquivo como o serviço o faz, sem guardar aqui.',
    /** The name that is proposed, from the dates. */
    names: {
      within: (period: string) => `Leads, ${period}`,
      between: (from: string, to: string) => `Leads de ${from} a ${to}`,
      from: (from: string) => `Leads desde ${from}`,
      to: (to: string) => `Leads até ${to}`,
      moved: (from: string) => `Leads movimentados desde ${from}`,
      none: 'Leads',
    },
  },
  csv: {
    running: 'Recebendo o CSV do serviço',
    received: (size: string) => `${size} recebidos`,
    saved: (name: string, size: string) => `${name} salvo (${size}), como o serviço o fez.`,
  },
  shortcuts: {
    refresh: 'Atualizar (rápida)',
  },
}
