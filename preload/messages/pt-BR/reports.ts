import type { Dataset, ReportName, ReportSheet } from '../../contract/reports.ts'
import { count, number } from './common.ts'

export const reports = {
  title: 'Relatórios',
  names: {
    summary: 'Geral',
    agents: 'Agentes',
    inboxes: 'Caixas',
    teams: 'Equipes',
    labels: 'Etiquetas',
  } satisfies Record<ReportName, string> as Record<ReportName, string>,
  /** What a row of each report is. */
  row: { summary: 'Conta', agents: 'Agente', inboxes: 'Caixa', teams: 'Equipe', labels: 'Etiqueta' } satisfies Record<
    ReportName,
    string
  > as Record<ReportName, string>,
  which: 'Relatório',
  days: (since: string, until: string) => (since === until ? since : `${since} a ${until}`),
  comparedWith: (days: string) => `comparado com ${days}`,
  presets: {
    today: 'Hoje',
    yesterday: 'Ontem',
    last7: '7 dias',
    last30: '30 dias',
    month: 'Este mês',
    lastMonth: 'Mês passado',
    year: 'Este ano',
  },
  other: 'Outro período',
  compare: 'Comparar com o período anterior',
  parametersSet: (value: number) => count(value, 'parâmetro', 'parâmetros'),
  parametersText:
    'Vão na consulta como estão, para o que o seu serviço aceitar além do período (por exemplo business_hours = true). Um valor vazio tira o parâmetro que o Cruza mandaria.',
  removeParameter: (name: string) => `Tirar ${name}`,

  kept: (moment: string) => `O que está na tela é de ${moment}.`,
  keptNothing: 'Este relatório ainda não foi guardado para este período.',
  keptList: 'Guardados',
  keptNone: 'Nenhum relatório guardado ainda.',
  keptEntry: (name: string, days: string) => `${name} · ${days}`,
  neverRead: 'Este relatório ainda não foi lido para este período',
  neverReadText: 'Depois de lido uma vez, abre na hora e sem internet.',
  empty: 'O serviço respondeu sem dados para este período',
  emptyText: 'Escolha outro período, ou confira se houve conversas nele.',
  compareFailed: 'O período anterior não pôde ser lido; os números deste período estão inteiros.',
  partOf: (shown: number, total: number) =>
    `As primeiras ${number(shown)} de ${number(total)} linhas. As exportações têm todas.`,

  /** Fields that the service is known to have (docs/services.md §6.3). */
  fields: {
    name: 'Nome',
    email: 'E-mail',
    id: 'Nº',
    key: 'Chave',
    value: 'Valor',
    timestamp: 'Momento',
    conversations_count: 'Conversas',
    incoming_messages_count: 'Mensagens recebidas',
    outgoing_messages_count: 'Mensagens enviadas',
    resolutions_count: 'Resoluções',
    resolved_conversations_count: 'Conversas resolvidas',
    avg_first_response_time: 'Tempo médio da primeira resposta',
    avg_resolution_time: 'Tempo médio de resolução',
    avg_reply_time: 'Tempo médio de resposta',
    reply_time: 'Tempo de resposta',
  } as Readonly<Record<string, string>>,
  inSeconds: (heading: string) => `${heading} (segundos)`,
  beforeHeading: (heading: string) => `${heading} (antes)`,
  /** Where a heading of the service is missing. */
  unnamed: 'sem nome',
  more: (percent: string) => `${percent} a mais`,
  less: (percent: string) => `${percent} a menos`,
  same: 'igual',
  nothing: 'sem dado',
  barsOf: (metric: string, row: string) => `${metric} por ${row.toLocaleLowerCase('pt-BR')}`,
  lineOf: (metric: string) => `${metric} ao longo do tempo`,
  lineSummary: (metric: string, points: number, highest: string) =>
    `${metric}: ${count(points, 'ponto', 'pontos')}, o maior ${highest}`,
  nowLegend: 'este período',
  beforeLegend: 'período anterior',
  tableOf: (name: string) => `Tabela: ${name}`,
  sortBy: (column: string) => `Ordenar por ${column}`,
  notes: 'O que o serviço disse',
  meta: 'Outros números da resposta',
  exportXlsx: 'Excel (XLSX)',
  exportCsvExcel: 'CSV para Excel em português',
  exportCsvRaw: 'CSV para sistemas',
  exportPicture: 'Imagem do gráfico (PNG)',
  saved: (name: string) => `${name} salvo.`,
  savedRows: (name: string, rows: number) => `${name} salvo, ${count(rows, 'linha', 'linhas')}.`,
  datasetSaved: (name: string) => `“${name}” está entre os conjuntos de dados.`,
  fileName: (report: string, since: string, until: string) =>
    since === until ? `Relatório ${report} de ${since}` : `Relatório ${report} de ${since} a ${until}`,

  byDay: 'Conversas novas por dia, na planilha escolhida abaixo',
  reconcile: {
    title: 'Conferência com as planilhas',
    text: 'Os mesmos números contados nas linhas guardadas aqui. Escolha um número para ver as linhas que o compõem.',
    sheet: 'Planilha',
    none: 'Nenhuma planilha guardada cobre este período',
    noneText:
      'Crie uma planilha “uma linha por conversa” com estas datas, sem outros filtros, para conferir os números.',
    teams: 'As linhas de lead não dizem a equipe da conversa, então não há o que conferir aqui.',
    noFigures: 'A resposta do serviço não tem número de conversas nem de resoluções para conferir.',
    doubts: {
      one_per_person: 'A planilha tem só a última conversa de cada pessoa: conta menos do que o serviço.',
      filtered: 'A planilha tem outros filtros: conta menos do que o serviço.',
      read_before_end: 'A planilha foi lida antes do fim do período: o que veio depois falta nela.',
      incomplete: 'A planilha não está completa.',
    } satisfies Record<ReportSheet['doubts'][number], string> as Record<ReportSheet['doubts'][number], string>,
    resolvedHint:
      'O serviço conta o que foi resolvido no período; a planilha, o que começou nele e está resolvido agora.',
    notComputable: (columns: string) => `Sem conferência, porque as linhas de lead não dizem: ${columns}.`,
    columns: {
      server: 'Serviço',
      sheet: 'Planilha',
      difference: 'Diferença',
    },
    conversations: 'Conversas',
    resolved: 'Resolvidas',
    account: 'Conta inteira',
    blank: (row: string) => `(sem ${row.toLocaleLowerCase('pt-BR')})`,
    equal: 'confere',
    onlyDifferent: 'Só as diferenças',
    allEqual: 'Todas as linhas conferem.',
    rowsOf: (value: string, figure: string, name: string) => `Ver as ${value} linhas: ${figure}, ${name}`,
  },
}

type JoinBy = NonNullable<Dataset['join']>['by']

export const datasets = {
  list: 'Dados guardados desta conta',
  empty: 'Nenhum conjunto de dados ainda',
  emptyText:
    'Qualquer lista de uma resposta do console, ou um relatório, pode ser guardada aqui e aberta como planilha.',
  columns: { origin: 'Origem', read: 'Lido' },
  origins: { console: 'console', report: 'relatório' } satisfies Record<Dataset['origin'], string> as Record<
    Dataset['origin'],
    string
  >,
  /** Of an answer that was one page of several. */
  page: (rows: number, total: number | null) =>
    total === null
      ? `uma página só: ${count(rows, 'linha', 'linhas')}`
      : `uma página só: ${number(rows)} de ${count(total, 'linha', 'linhas')}`,
  /** Values of any column that are yes or no. */
  booleans: { true: 'sim', false: 'não' } as Readonly<Record<string, string>>,
  gone: 'Estes dados não estão mais aqui',
  goneText: 'Podem ter sido esquecidos em outra janela.',
  backToList: 'Ver os dados guardados',
  search: 'Buscar em todas as colunas…',
  noRows: 'A lista veio vazia',
  noRowsText: 'A resposta que foi guardada não tinha nenhum item.',
  actions: {
    join: 'Juntar com leads',
    changeJoin: 'Mudar a junção',
    more: (name: string) => `Mais ações de ${name}`,
  },
  joining: 'juntando com os leads…',
  joined: (column: string, by: JoinBy) => `junto com os leads por ${column} (${joinWords[by]})`,
  join: {
    title: 'Juntar com leads',
    text: 'Ao lado de cada linha entram as colunas do lead da mesma pessoa, das planilhas guardadas neste computador, como estavam quando foram lidas.',
    column: 'Coluna com a pessoa',
    by: 'Essa coluna tem',
    ways: {
      contato_id: 'o número do contato (contato_id), das planilhas desta conta',
      telefone: 'o telefone, com ou sem o nono dígito',
      email: 'o e-mail',
    } satisfies Record<JoinBy, string> as Record<JoinBy, string>,
    confirm: 'Juntar',
    remove: 'Desfazer a junção',
  },
  rename: { title: 'Renomear', name: 'Nome', confirm: 'Salvar' },
  forget: {
    title: (name: string) => `Esquecer ${name}?`,
    lost: ({ rows }: { readonly rows: number }): readonly string[] => [
      `${count(rows, 'linha guardada', 'linhas guardadas')} neste computador.`,
      'A arrumação das colunas, os filtros e a junção.',
    ],
    kept: 'Nada muda no serviço.',
    confirm: 'Esquecer',
  },
}

const joinWords: Readonly<Record<JoinBy, string>> = {
  contato_id: 'número do contato',
  telefone: 'telefone',
  email: 'e-mail',
}
