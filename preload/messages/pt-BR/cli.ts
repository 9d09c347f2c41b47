import { count, number } from './common.ts'

/** The command line. */
export const cli = {
  description: 'O Cruza sem janela: leads, listas, formulários, conversas, contatos, relatórios e ajuda.',
  dataDir: 'pasta dos dados',
  json: 'um objeto JSON na saída padrão',
  quiet: 'sem avisos nem barra de progresso',
  parser: {
    usage: 'Uso:',
    arguments: 'Argumentos:',
    options: 'Opções:',
    globalOptions: 'Opções de todos os comandos:',
    commands: 'Comandos:',
    anyOptions: 'opções',
    anyCommand: 'comando',
    help: 'mostra esta ajuda',
    version: 'mostra a versão',
    /** Options of the same name mean the same in every command. */
    shared: {
      url: 'endereço do serviço',
      account: 'número da conta',
      brand: 'segmento da marca nos endereços de leads',
      connection: 'nome da conexão',
      out: 'arquivo a gravar, .xlsx, .csv ou .parquet',
      format: 'formato do arquivo, quando o nome não diz',
      mode: 'qual CSV, para Excel ou para sistemas',
      createdAfter: 'conversas criadas a partir deste dia, como 2026-01-31',
      createdBefore: 'conversas criadas até este dia',
      updatedAfter: 'conversas movimentadas a partir deste dia',
      inbox: 'números das caixas de entrada, separados por vírgula',
      assignee: 'números dos agentes, separados por vírgula',
      status: 'situações separadas por vírgula: open, resolved, pending, snoozed',
      withLabel: 'só com estas etiquetas, separadas por vírgula',
      withoutLabel: 'sem estas etiquetas, separadas por vírgula',
      group: 'uma linha por contato ou por conversa',
    },
    wrong: {
      help: () => 'Falta o comando: escolha um dos que estão acima.',
      missingArgument: (name: string) => `Falta <${name}>. Veja o uso com --help.`,
      optionMissingArgument: (option: string) => `Falta o valor depois de ${option}.`,
      missingMandatoryOptionValue: (option: string) => `Falta ${option}. Veja o uso com --help.`,
      unknownOption: (option: string) => `A opção ${option} não existe aqui.`,
      excessArguments: (command: string) =>
        `“${command}” recebeu palavras demais. Ponha entre aspas os nomes que têm espaços.`,
      unknownCommand: (command: string) => `O comando “${command}” não existe. Veja os que há com --help.`,
      invalidArgument: (option: string) => `O valor de ${option} não serve. Veja o uso com --help.`,
    },
    wrongUsage: 'As palavras do comando não fazem sentido juntas. Veja o uso com --help.',
    didYouMean: (words: string) => `Serve: ${words}.`,
    dayForm: 'Um dia é ano-mês-dia, como 2026-11-20.',
  },
  connect: 'cria ou altera uma conexão e a verifica',
  betaUrl: 'segundo endereço que atende a mesma conta (beta)',
  connectPlatform: 'conexão com a plataforma; a chave de acesso vem de CRUZA_SECRET ou da entrada padrão',
  connectForms: 'conexão com o serviço de formulários; a chave de acesso vem de CRUZA_SECRET ou da entrada padrão',
  check: 'verifica uma conexão',
  pull: 'lê uma planilha de leads, ou continua de onde parou',
  sheets: 'lista as planilhas',
  export: 'exporta uma planilha para .xlsx ou .csv',
  cruzar: 'cruza uma lista com a base e grava o resultado',
  runs: 'lista os cruzamentos feitos',
  list: 'só os cruzamentos desta lista: o nome de um deles, o do arquivo ou o número da lista',
  since:
    'com --list, o que mudou no cruzamento mais novo: “last” desde o anterior, ou o número de outro; --out grava só as linhas que mudaram',
  sinceOfList: '--since precisa de --list, e --out precisa de --since.',
  noList: (name: string) => `Não há lista cruzada com o nome “${name}”. Veja as que há com “cruza runs”.`,
  severalLists: (name: string, lists: readonly string[]) =>
    `Há mais de uma lista com o nome “${name}”. Use o número de uma: ${lists.join(', ')}.`,
  nothingBefore: 'Não há cruzamento anterior desta lista, pronto e da mesma conexão, com que comparar.',
  runsContinue: 'continua um cruzamento com o que ficou sem resposta; o número ou o nome dele',
  lists: {
    command: 'trabalha com listas sem cruzá-las',
    combine:
      'combina duas listas pelos telefones e e-mails e grava a nova; cada uma é um arquivo, sheet:NOME (planilha guardada) ou run:NOME (cruzamento)',
    how: 'quem fica: só quem não está na segunda (minus), só quem está nas duas (and), ou todos sem repetir (or)',
    outcome: 'da segunda, que é um cruzamento, só as linhas com estes resultados',
    noRunForOutcomes: '--outcome vale só quando a segunda lista é um cruzamento (run:NOME).',
  },
  runCheck: {
    command: 'confere com o serviço o que planilhas guardadas responderam; o número ou o nome do cruzamento',
    all: 'pergunta por todas as chaves',
    sample: 'quantas chaves sorteia; 200 sem isto',
    seed: 'número do sorteio: o mesmo sorteia as mesmas chaves',
    differences: 'mostra também as chaves que diferem, no máximo mil',
    together: '--all não vai com --sample nem com --seed.',
    notOffline: 'Só se confere o que planilhas guardadas responderam; este cruzamento foi respondido pelo serviço.',
  },
  sheet: 'planilha guardada que responde, offline; pode vir mais de uma vez',
  noKeep: 'só com --sheet: o resultado não fica entre os cruzamentos; fica só o arquivo de saída, anotado em Atividade',
  keepsAnswers: '--no-keep vale só com --sheet: o que o serviço responde fica guardado.',
  noRun: (run: string) => `Não há cruzamento com o nome ou número “${run}”. Veja os que há com “cruza runs”.`,
  severalRuns: (run: string) => `Há mais de um cruzamento com o nome “${run}”. Use o número, que “cruza runs” mostra.`,
  column: 'colunas com as chaves, por nome ou número',
  areaCode: 'DDD dos telefones que não têm',
  match: 'o que ainda conta como a mesma pessoa: exact, country, trunk, ninth ou area',
  otherNinth:
    'só com --connection: pergunta também com ou sem o nono dígito por celulares ausentes ou sem conversa; é o padrão',
  noOtherNinth: 'pergunta só como o telefone está escrito',
  otherNinthOfService:
    '--other-ninth e --no-other-ninth valem só com --connection e sem --match, que já decide o nono dígito.',
  notCompared: (moment: string, differences: string, run: string) =>
    `A vez anterior, ${moment}, teve ${differences}: a diferença não seria das pessoas. Para comparar mesmo assim: --since ${run}.`,
  noOrigin:
    'sem a origem das linhas (conta, filtros, horários, contagens): no XLSX outra aba, no CSV um arquivo .origem.json ao lado, no Parquet os metadados',
  allSheets: 'lê como uma lista só todas as abas (ou tabelas) que têm telefones ou e-mails',
  otherSheets: (sentence: string) => `${sentence} Para ler todas como uma lista: --all-sheets.`,
  visibleOnly: 'sem as linhas ocultas ou filtradas na planilha',
  columns: {
    read: (columns: string, left: string) => `Lido: ${columns}.${left === '' ? '' : ` Fora: ${left}.`}`,
    reasons: {
      others: 'de outra pessoa, pelo cabeçalho',
      repeated: 'os mesmos valores em muitas linhas',
      no_keys: 'sem telefone nem e-mail',
      other_digits: 'números que parecem códigos, datas ou documentos',
      fax: 'fax',
    },
    digits: (column: string) =>
      `Os números de ${column} parecem códigos, datas ou documentos, e não telefones. Se forem telefones, indique a coluna com --column em “cruza cruzar”, ou na tela.`,
    unsure: (column: string) =>
      `Não é certo de quem são os telefones ou e-mails de ${column}, que ficaram fora. Se forem das pessoas da lista, indique as colunas com --column em “cruza cruzar”, ou na tela.`,
  },
  hiddenRead: (rows: number) =>
    `${count(rows, 'linha está oculta ou filtrada', 'linhas estão ocultas ou filtradas')} na planilha e ${rows === 1 ? 'entrou' : 'entraram'} também; --visible-only deixa de fora.`,
  outcome: 'só estes resultados, separados por vírgula',
  summaries: {
    command: 'refaz um resumo e mostra os números dele',
    noRefresh: 'sem atualizar a planilha antes',
    out: 'arquivo com as linhas do resumo',
    unknown: (name: string, names: readonly string[]) =>
      names.length === 0
        ? `Não há resumo com o nome “${name}”. Crie um em Relatórios, Resumos.`
        : `Não há resumo com o nome “${name}”. Há: ${names.join(', ')}.`,
  },
  recipes: {
    option:
      'modelo de lista que diz o que nenhuma opção diz: colunas, filtros, quem responde, o que vai para o arquivo',
    unknown: (name: string, names: readonly string[]) =>
      names.length === 0
        ? `Não há modelo de lista com o nome “${name}”. Salve um na tela Cruzar, com uma lista aberta.`
        : `Não há modelo de lista com o nome “${name}”. Há: ${names.join(', ')}.`,
    noFit: (name: string, missing: readonly string[]) =>
      missing.length === 0
        ? `O modelo “${name}” é de listas com outras colunas.`
        : `A lista não tem o que o modelo “${name}” procura no cabeçalho: ${missing.join(', ')}.`,
    sheetsGone: (name: string) =>
      `Uma planilha que responde no modelo “${name}” não está mais aqui. Diga quem responde com --connection ou --sheet.`,
  },
  asking: 'O macOS está pedindo a sua permissão para o Cruza ler o chaveiro. Responda à janela do sistema.',
  askListPassword: (file: string) => `“${file}” abre só com senha. Digite-a e tecle Enter:`,
  askSecret: 'Cole a chave de acesso e tecle Enter:',
  noConnection: (name: string) => `Não há conexão com o nome “${name}”. Confira o nome, ou crie-a com “cruza connect”.`,
  notPlatform: (name: string) => `“${name}” é uma conexão de formulários; os leads vêm da plataforma de atendimento.`,
  noSecret: 'Falta a chave de acesso: passe-a em CRUZA_SECRET ou na entrada padrão.',
  noSheet: (name: string) => `Não há planilha com o nome “${name}”. Veja as que há com “cruza sheets”.`,
  noFolder: (folder: string) => `A pasta “${folder}” não existe. Crie-a, ou escolha outra para o arquivo.`,
  badAccount: 'O número da conta precisa ser um número inteiro, como 3.',
  changes: {
    command: 'o que mudou numa planilha entre as duas últimas leituras, ou as que as opções dizem',
    from: 'a leitura anterior, pelo número',
    to: 'a leitura mais nova, pelo número',
    with: 'outra planilha da mesma conta: compara a desta com a última leitura dela',
    change: 'no arquivo, só estas mudanças, separadas por vírgula, como nova,saiu_da_base,resolvida',
    toOrWith: '--to não vai com --with.',
    reading: (value: number) => `leitura ${value}`,
    noReading: (text: string, numbers: readonly number[]) =>
      `Não há leitura ${text} guardada. Há: ${numbers.join(', ')}.`,
    nothingBefore: 'Não há duas leituras diferentes guardadas para comparar.',
    badChange: (word: string, kinds: readonly string[]) => `“${word}” não é uma mudança. Há: ${kinds.join(', ')}.`,
  },
  partitionBy: 'só com --format parquet: uma pasta com um arquivo por mês em que a conversa foi criada',
  partitionsOfParquet: '--partition-by vale só com --format parquet.',
  partitionsOfRows: '--partition-by é de linhas e não vale com grupos.',
  tables: {
    command:
      'lista as visões guardadas para tabelas como esta: o nome de uma planilha, run:NOME (cruzamento) ou form:NOME (formulário)',
    noViews: 'Não há visões para tabelas deste tipo nesta conta. Guarde uma na tabela, em Visão.',
    view: 'visão guardada: as linhas, a ordem, as colunas e os grupos dela',
    groupBy:
      'grava grupos no lugar das linhas: uma a três colunas separadas por vírgula; as de momentos com a unidade, como ultima_mensagem_em:week',
    figures: 'valores de cada grupo, como sum:mensagens,distinct:contato_id; vale com --group-by',
    across: 'põe os valores da segunda coluna de --group-by lado a lado',
    onlyOfGroups: '--figures e --across valem só com --group-by.',
    noView: (name: string, names: readonly string[]) =>
      names.length === 0
        ? `Não há visão com o nome “${name}”, nem outra para tabelas deste tipo. Guarde uma na tabela, em Visão.`
        : `Não há visão com o nome “${name}”. Há: ${names.join(', ')}.`,
    viewLacks: (name: string, columns: readonly string[]) =>
      `A visão “${name}” foi usada sem o que esta tabela não tem: ${columns.join(', ')}.`,
    groupsLack: (name: string, columns: readonly string[]) =>
      `Esta tabela não tem as colunas dos grupos da visão “${name}”: ${columns.join(', ')}.`,
    wrongFields: '--group-by leva de uma a três colunas, sem repetir.',
    acrossTwo: '--across vale com duas colunas em --group-by.',
    noColumn: (name: string, columns: readonly string[]) =>
      `A tabela não tem a coluna “${name}”. Há: ${columns.join(', ')}.`,
    badUnit: (word: string, units: readonly string[]) => `“${word}” não é uma unidade. Use ${units.join(', ')}.`,
    noMoments: (column: string) => `A coluna “${column}” não tem momentos: use-a sem unidade.`,
    badFigure: (word: string, figures: readonly string[]) =>
      `“${word}” não é um valor de grupos. Use ${figures.join(', ')}, como sum:mensagens.`,
    noNumbers: (figure: string, column: string) => `A coluna “${column}” não serve para ${figure}.`,
  },
  badExtension:
    'O arquivo de saída precisa terminar em .xlsx, .csv ou .parquet, e --format não pode dizer outra coisa.',
  badRung: (word: string) => `“${word}” não é um degrau. Use exact, country, trunk, ninth ou area.`,
  badAreaCode: (word: string) => `“${word}” não é um DDD.`,
  badOutcome: (word: string) =>
    `“${word}” não é um resultado. Use com_conversa, sem_conversa, ambigua, ausente, invalida ou sem_resposta.`,
  unknownColumn: (column: string) =>
    `A lista não tem a coluna “${column}”. Use o nome do cabeçalho ou o número da coluna.`,
  createdWithin:
    'conversas criadas neste período, que anda com o calendário a cada leitura: today, yesterday, this-week, last-week, this-month, last-month, last-30-days',
  withinOrDays: 'Use --created-within ou os dias de --created-after e --created-before, não os dois.',
  badPeriod: (word: string) =>
    `“${word}” não é um período. Use today, yesterday, this-week, last-week, this-month, last-month ou last-30-days.`,
  sheetDiffers: (name: string) =>
    `A planilha “${name}” já existe com outra conexão ou outros filtros. Use outro nome, ou repita sem os filtros.`,
  pulled: (name: string, rows: number, badge: string) => `${name}: ${count(rows, 'linha', 'linhas')}, ${badge}`,
  entries: 'respostas de formulários',
  entriesPull: 'lê as respostas de um formulário que ainda não estão aqui, ou continua de onde parou',
  entriesPlan: 'mostra o que custa guardar um formulário: período, respostas, consultas, tempo e parte do plano',
  entriesNewest: 'grava as 100 respostas mais recentes de um formulário que não está guardado; nada fica guardado',
  period: {
    since: 'respostas a partir deste dia, como 2026-01-31',
    until: 'respostas até este dia, inclusive',
    last: 'respostas dos últimos dias, como 30, e as que chegarem',
    all: 'o formulário inteiro, também onde só um período está guardado',
    together: 'Use --last, --all ou os dias de --since e --until, não mais de um deles.',
    badDay: (word: string) => `“${word}” não é um dia. Use ano-mês-dia, como 2026-11-20.`,
    badLast: (word: string) => `“${word}” não é um número de dias. Use um número inteiro, como 30.`,
    reversed: (first: string, last: string) => `O dia de ${last} vem antes do dia de ${first}.`,
    future: (option: string) => `O dia de ${option} está no futuro.`,
  },
  keptAlready: (form: string) => `“${form}” está guardado aqui: use “cruza entries pull” e “cruza entries export”.`,
  onlyPeriod: (form: string, period: string) => `De “${form}” está guardado ${period}; o resto está só no serviço.`,
  newestExported: (file: string, rows: number, total: number) =>
    `${file}: parcial, só as ${number(rows)} mais recentes de ${count(total, 'resposta', 'respostas')}`,
  entriesExport: 'exporta as respostas guardadas, com a revisão e o lead, para .xlsx ou .csv',
  entriesCruzar: 'cruza as respostas guardadas com a base, ou com uma planilha guardada, e grava o resultado',
  onlyConnection: 'conexão de formulários; dispensável quando só há uma',
  state: 'só estes estados da revisão, separados por vírgula',
  notForms: (name: string) => `“${name}” é uma conexão com a plataforma; as respostas vêm do serviço de formulários.`,
  noFormsConnection: 'Não há conexão de formulários. Crie-a com “cruza connect forms”.',
  severalFormsConnections: 'Há mais de uma conexão de formulários. Diga qual com o nome dela.',
  noForm: (form: string) => `Não há formulário com o nome ou número “${form}”.`,
  severalForms: (form: string) => `Há mais de um formulário com o nome “${form}”. Use o número dele.`,
  notKept: (form: string) =>
    `As respostas de “${form}” não estão guardadas aqui. Leia-as antes com “cruza entries pull”.`,
  badState: (word: string) =>
    `“${word}” não é um estado da revisão. Use nova, em_revisao, aprovada, duvida, rejeitada ou spam.`,
  oneAnswerer: 'Diga quem responde: --connection com uma conexão, ou --sheet com uma planilha guardada.',
  entriesPulled: (form: string, entries: number, fresh: number, state: string) =>
    `${form}: ${count(entries, 'resposta', 'respostas')}, ${count(fresh, 'nova', 'novas')}, ${state}`,
  onlyPlatform: 'conexão com a plataforma; dispensável quando só há uma',
  docs: {
    command: 'documentação pública da plataforma',
    search: 'busca artigos; sem o serviço, no que já foi lido neste computador',
    category: 'só esta categoria',
    limit: 'no máximo estes resultados (10)',
    badLimit: 'O limite precisa ser um número inteiro de 1 a 100.',
    here: 'O serviço não respondeu: estes resultados são do que já foi lido neste computador.',
    nothing: (term: string) => `Nada com “${term}”.`,
  },
  usage: {
    command: 'mostra o uso de um mês e os limites da conta de formulários',
    period: 'current (este mês), previous (o anterior) ou um mês como 2026-11',
    badPeriod: (word: string) => `“${word}” não é um período. Use current, previous ou um mês como 2026-11.`,
    plan: (plan: string, period: string) => `Plano ${plan}, ${period}`,
    measures: { forms: 'Formulários', entries: 'Respostas', api_calls: 'Consultas', storage_mb: 'Armazenamento (MB)' },
    of: (limit: string, percent: number) => `de ${limit} (${percent}%)`,
    unlimited: '(sem limite)',
  },
  reports: {
    command: 'lê um relatório (summary, agents, inboxes, teams ou labels) e grava a tabela',
    since: 'primeiro dia, como 2026-11-01',
    until: 'último dia, inclusive',
    compare: 'com o período anterior ao lado',
    param: 'outro parâmetro da consulta; pode repetir; com valor vazio, tira um dos que o Cruza manda',
    badReport: (word: string) => `“${word}” não é um relatório. Use summary, agents, inboxes, teams ou labels.`,
    badParam: (word: string) => `“${word}” não é um parâmetro. Use nome=valor.`,
  },
  noPlatformConnection: 'Não há conexão com a plataforma de atendimento. Crie-a com “cruza connect platform”.',
  severalPlatformConnections: 'Há mais de uma conexão com a plataforma de atendimento. Diga qual com --connection.',
  notes: {
    command: 'mostra as notas sobre pessoas de uma conexão, que só existem neste computador',
    none: 'Nenhuma nota.',
  },
  contacts: {
    command: 'procura contatos por nome, telefone em qualquer formato ou e-mail',
    otherNinth: 'procura também o mesmo número com ou sem o nono dígito',
    all: 'todas as páginas, não só a primeira',
    tooShort: 'Escreva ao menos dois caracteres.',
    more: 'Há mais contatos do que os mostrados. Use --all para todos.',
    repeated: (value: number) =>
      value === 1
        ? '1 contato veio repetido e aparece uma vez só.'
        : `${number(value)} contatos vieram repetidos e aparecem uma vez só.`,
  },
  call: {
    command: 'faz uma chamada a um dos serviços e mostra a resposta, com os segredos cobertos',
    connection: 'conexão; dispensável quando só há uma',
    query: 'parâmetro da consulta, nome=valor; pode repetir',
    body: 'corpo em JSON; com -, vem da entrada padrão',
    yes: 'confirma uma chamada que muda ou apaga dados',
    needsYes: (called: string) => `Isto muda dados no servidor e só é enviado com --yes: ${called}`,
    badMethod: (word: string) => `“${word}” não é um método. Use GET, POST, PUT, PATCH ou DELETE.`,
    badQuery: (word: string) => `“${word}” não é um parâmetro. Use nome=valor.`,
    noConnection: 'Não há conexão. Crie-a com “cruza connect platform” ou “cruza connect forms”.',
    severalConnections: 'Há mais de uma conexão. Diga qual com --connection.',
    secret: (secret: string) => `Segredo do webhook, mostrado só desta vez: ${secret}`,
    answered: (status: number, kind: string, ms: number) => `${status} · ${kind} · ${number(ms)} ms`,
  },
  erase: {
    command: 'apaga deste computador todos os dados do Cruza e as chaves de acesso; nada muda nos serviços',
    yes: 'confirma que tudo será apagado',
    needsYes: (losses: readonly string[], folder: string) =>
      `Isto apaga definitivamente, e só com --yes: ${losses.join('; ')}. Feche antes o Cruza. Pasta dos dados: ${folder}`,
    erased: 'Apagado deste computador:',
  },
  writes: {
    command:
      'verifica, só lendo, o que foi enviado nos últimos 30 dias e ficou sem confirmação; nada é enviado de novo',
    connection: 'só o que foi enviado por esta conexão',
    nothing: 'Nada ficou sem confirmação.',
    notYet: (from: Date) =>
      `ainda não se sabe; só a partir de ${from.toLocaleString('pt-BR')} dá para dizer que não foi feito`,
    stillUnknown: (writes: number) =>
      writes === 1
        ? 'De 1 envio ainda não se sabe o que aconteceu. Não o repita; verifique de novo mais tarde.'
        : `De ${number(writes)} envios ainda não se sabe o que aconteceu. Não os repita; verifique de novo mais tarde.`,
    lost: 'O pedido foi enviado, mas o serviço não confirmou. Não o repita: veja com “cruza writes” o que aconteceu.',
  },
  conversations: {
    command: 'lê todas as conversas de um filtro e grava a tabela',
    where:
      'condição: status=open, inbox!=Vendas, mail_subject~boleto, "created_at>2026-01-01", "last_activity_at>3d" (mais de 3 dias), team? (há), team!? (não há); pode repetir, valem todas',
    set: 'guarda as conversas neste computador com este nome; sem ele, são esquecidas depois de gravadas',
    whichOnes: 'Diga quais conversas: --where com uma condição, ou --view com o nome de uma visão da lista.',
    setDiffers: (name: string) => `As conversas “${name}” já estão guardadas com outro filtro. Use outro nome.`,
    wrong: {
      grammar: (word: string) => `“${word}” não é uma condição. Escreva, por exemplo, status=open.`,
      attribute: (word: string) =>
        `“${word}” não é um campo do filtro. Use status, assignee, inbox, team, contact, priority, display, campaign, labels, created_at, last_activity_at ou mail_subject.`,
      operator: (word: string) => `A comparação “${word}” não serve para esse campo.`,
      value: (word: string) => `“${word}” não é um valor para esse campo.`,
      name: (word: string) => `O nome “${word}” não é conhecido aqui. Use o número.`,
    },
  },
  notWhole: (name: string, state: string) =>
    `“${name}” não está por inteiro aqui (${state}): vale só o que está guardado. Leia o resto antes de confiar nos números.`,
  exported: (file: string, rows: number) => `${file}: ${count(rows, 'linha exportada', 'linhas exportadas')}`,
}
