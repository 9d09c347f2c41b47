import { count } from './common.ts'

/** The command line. */
export const cli = {
  description: 'Leads, listas de telefones e o cruzar, sem janela.',
  dataDir: 'pasta dos dados',
  json: 'um objeto JSON na saída padrão',
  quiet: 'sem avisos nem barra de progresso',
  connect: 'cria ou altera uma conexão e a verifica',
  betaUrl: 'segundo endereço que atende a mesma conta (beta)',
  connectPlatform: 'conexão com a plataforma; o token vem de CRUZA_SECRET ou da entrada padrão',
  connectForms: 'conexão com o serviço de formulários; a chave vem de CRUZA_SECRET ou da entrada padrão',
  check: 'verifica uma conexão',
  pull: 'lê uma planilha de leads, ou continua de onde parou',
  sheets: 'lista as planilhas',
  export: 'exporta uma planilha para .xlsx ou .csv',
  cruzar: 'cruza uma lista com a base e grava o resultado',
  runs: 'lista os cruzamentos feitos',
  column: 'colunas com as chaves, por nome ou número',
  outcome: 'só estes resultados, separados por vírgula',
  askSecret: 'Cole a chave de acesso e tecle Enter:',
  noConnection: (name: string) => `Não há conexão com o nome “${name}”. Confira o nome, ou crie-a com “cruza connect”.`,
  notPlatform: (name: string) => `“${name}” é uma conexão de formulários; os leads vêm da plataforma de atendimento.`,
  noSecret: 'Falta a chave de acesso: passe-a em CRUZA_SECRET ou na entrada padrão.',
  noSheet: (name: string) => `Não há planilha com o nome “${name}”. Veja as que há com “cruza sheets”.`,
  noFolder: (folder: string) => `A pasta “${folder}” não existe. Crie-a, ou escolha outra para o arquivo.`,
  badAccount: 'O número da conta precisa ser um número inteiro, como 3.',
  badExtension: 'O arquivo de saída precisa terminar em .xlsx ou .csv.',
  badOutcome: (word: string) =>
    `“${word}” não é um resultado. Use com_conversa, sem_conversa, ausente, invalida ou sem_resposta.`,
  unknownColumn: (column: string) =>
    `A lista não tem a coluna “${column}”. Use o nome do cabeçalho ou o número da coluna.`,
  sheetDiffers: (name: string) =>
    `A planilha “${name}” já existe com outra conexão ou outros filtros. Use outro nome, ou repita sem os filtros.`,
  pulled: (name: string, rows: number, badge: string) => `${name}: ${count(rows, 'linha', 'linhas')}, ${badge}`,
  entries: 'respostas de formulários',
  entriesPull: 'lê as respostas de um formulário que ainda não estão aqui, ou continua de onde parou',
  entriesExport: 'exporta as respostas guardadas, com a revisão e o lead, para .xlsx ou .csv',
  entriesCruzar: 'cruza as respostas guardadas com a base, ou com uma planilha guardada, e grava o resultado',
  onlyConnection: 'conexão de formulários; dispensável quando só há uma',
  sheet: 'planilha guardada que responde, offline',
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
  usage: {
    command: 'mostra o uso do mês e os limites da conta de formulários',
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
    badDay: (word: string) => `“${word}” não é um dia. Use ano-mês-dia, como 2026-11-20.`,
    badParam: (word: string) => `“${word}” não é um parâmetro. Use nome=valor.`,
  },
  conversations: {
    command: 'lê todas as conversas de um filtro e grava a tabela',
    where:
      'condição: status=open, inbox!=Vendas, mail_subject~boleto, "created_at>2026-01-01", "last_activity_at>3d" (mais de 3 dias), team? (há), team!? (não há); pode repetir, valem todas',
    set: 'guarda as conversas neste computador com este nome; sem ele, são esquecidas depois de gravadas',
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
