const numbers = new Intl.NumberFormat('pt-BR')

/** 18.204 */
export const number = (value: number) => numbers.format(value)

/** 1 linha, 18.204 linhas */
export const count = (value: number, one: string, many: string) => `${number(value)} ${value === 1 ? one : many}`

export const common = {
  appName: 'Cruza',
  number,
  rows: (value: number) => count(value, 'linha', 'linhas'),
  /** In a failure's sentence, where nobody knows its address any more. */
  theService: 'o serviço',
  /** A failure that is about a file of the person. */
  aboutFile: (file: string, sentence: string) => `“${file}”: ${sentence}`,
  cancel: 'Cancelar',
  close: 'Fechar',
  save: 'Salvar',
  remove: 'Remover',
  back: 'Voltar',
  tryAgain: 'Tentar de novo',
  details: 'Ver detalhes',
  hideDetails: 'Esconder detalhes',
  more: 'Mais ações',
  /** Of the account that a confirmation writes to. */
  account: (name: string) => `Conta: ${name}`,
  willBeLost: 'Será apagado deste computador:',
  typeToConfirm: (word: string) => `Digite “${word}” para confirmar`,
  copy: 'Copiar',
  copied: 'Copiado',
  showSecret: 'Mostrar o que foi digitado',
  loading: 'Carregando…',
  yes: 'Sim',
  no: 'Não',
  /** Why something cannot be done now. */
  unavailable: {
    busy: 'Em andamento',
    reading: 'Uma leitura está em andamento',
    working: 'Outra ação está em andamento',
    exporting: 'Uma exportação está em andamento',
    neverRead: 'Ainda não foi lida por inteiro',
    damaged: 'O arquivo está danificado',
    noRows: 'Não há linhas',
    noneSelected: 'Nenhuma linha está marcada',
    formDeleted: 'O formulário foi apagado no serviço',
    notKept: 'O formulário não está guardado neste computador',
    noneKept: 'Nenhum formulário está guardado neste computador',
    noAddress: 'O formulário não tem endereço público',
    emptyAnswer: 'A resposta veio vazia',
    noConversations: 'Nenhuma conversa neste filtro',
    noAbsent: 'Ninguém da lista está ausente',
    nothingRead: 'Nada foi lido ainda',
  },
}
