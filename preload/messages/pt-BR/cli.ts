import { count } from './common.ts'

/** The command line. */
export const cli = {
  description: 'Leads, listas de telefones e o cruzar, sem janela.',
  dataDir: 'pasta dos dados',
  json: 'um objeto JSON na saída padrão',
  quiet: 'sem avisos nem barra de progresso',
  connect: 'cria ou altera uma conexão e a verifica',
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
  exported: (file: string, rows: number) => `${file}: ${count(rows, 'linha exportada', 'linhas exportadas')}`,
}
