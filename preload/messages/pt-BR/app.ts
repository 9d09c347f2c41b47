import type { AppState, Language, Theme } from '../../contract/app.ts'
import { count } from './common.ts'

export const app = {
  skipToContent: 'Ir para o conteúdo',
  navigation: {
    label: 'Navegação',
    fold: 'Recolher o menu',
    unfold: 'Expandir o menu',
  },
  top: {
    noConnection: 'Nenhuma conta',
    currentConnection: (name: string) => `Conexão em uso: ${name}`,
    manageConnections: 'Gerenciar conexões…',
    newConnection: 'Nova conexão…',
    search: 'Buscar ou executar…',
    vault: 'Cofre aberto: veja onde ficam as chaves',
  },
  starting: 'Abrindo o Cruza…',
  noPageKey: {
    title: 'Esta aba não tem acesso ao Cruza',
    text: 'Cada aba entra por um endereço que vale uma vez. Volte à aba em que o Cruza já está aberto, ou peça outro endereço: ele aparece no terminal em que o Cruza foi iniciado.',
    ask: 'Mostrar outro endereço no terminal',
    printed: 'Abra o último endereço que está no terminal.',
  },
  welcome: {
    title: 'Boas-vindas ao Cruza',
    sentence:
      'Traga os leads da sua equipe para planilhas que funcionam sem internet e descubra, em segundos, quem de uma lista de telefones já está sendo atendido.',
    demo: 'Explorar com dados de demonstração',
  },
  demo: {
    label: 'Demonstração',
    band: 'Conta de demonstração: os dados são inventados e somem quando você sair.',
    leave: 'Sair da demonstração',
    enter: 'Abrir a demonstração',
  },
  vault: {
    createTitle: 'Crie a senha do cofre',
    createText:
      'Este computador não tem um chaveiro do sistema. O Cruza guarda as chaves das suas contas e os dados baixados em um cofre, fechado com uma senha que só você conhece.',
    unlockTitle: 'Abra o cofre',
    unlockText: 'Informe a senha do cofre para usar suas conexões e planilhas.',
    passphrase: 'Senha do cofre',
    passphraseHint:
      'Ao menos 8 caracteres. Uma frase de quatro ou cinco palavras é fácil de lembrar e difícil de adivinhar.',
    different: 'As duas senhas não são iguais.',
    ifLost:
      'Se a senha se perder, ninguém consegue recuperá-la: será preciso informar de novo as chaves das contas e baixar as planilhas outra vez. Revisões, notas e etiquetas de respostas, que só existem aqui, se perdem, a não ser as que estiverem em um pacote de revisão. Nada se perde nos serviços.',
    create: 'Criar o cofre',
    unlock: 'Abrir',
    lockedTitle: 'O chaveiro está trancado',
    lockedText: (backend: string) =>
      `As chaves das suas contas ficam no chaveiro do sistema (${backend}), que está trancado. Destranque-o e tente de novo; nada foi apagado.`,
    askingTitle: 'O macOS está pedindo a sua permissão',
    askingText:
      'Responda à janela do sistema: informe a senha do computador e escolha “Sempre Permitir”, para que ele não pergunte a cada vez. Se a janela não aparece, tente de novo; nada foi apagado.',
    unavailableTitle: 'O chaveiro não responde',
    unavailableText: (backend: string) =>
      `O Cruza não conseguiu falar com o chaveiro do sistema (${backend}). Entre de novo na sua sessão ou reinicie o computador; nada foi apagado.`,
    closedTitle: 'Os dados não podem ser abertos',
    demoMeanwhile: 'Enquanto isso, a demonstração funciona sem o cofre.',
  },
  proxy: {
    band: (proxy: string) =>
      `O proxy da rede (${proxy}) pede usuário e senha: sem isso o Cruza não alcança os serviços.`,
    bandRefused: (proxy: string) => `O proxy da rede (${proxy}) não aceitou o usuário e a senha guardados.`,
    enter: 'Informar usuário e senha',
    title: 'Entrar no proxy da rede',
    text: (proxy: string) =>
      `É o usuário da sua rede, em geral o mesmo do computador. A senha é enviada só a ${proxy} e fica no cofre.`,
    username: 'Usuário',
    password: 'Senha',
    submit: 'Entrar',
    refused: 'O proxy não aceitou este usuário e senha. Nada foi guardado; confira e tente de novo.',
  },
  notices: {
    records_restored:
      'O arquivo com a lista de conexões (app.db) estava danificado ou sumiu; o que havia dele está em app.db.damaged. A cópia dele está em uso: confira as conexões. As planilhas, listas e formulários estão inteiros.',
    records_lost:
      'O arquivo com a lista de conexões (app.db) estava danificado e foi guardado à parte, como app.db.damaged. As planilhas, listas e formulários estão inteiros; crie as conexões de novo.',
    folder_network:
      'A pasta de dados fica na rede, onde uma queda pode danificar os arquivos. Use uma pasta deste computador: feche o Cruza, copie a pasta para cá e indique-a em --data-dir.',
    folder_synced:
      'A pasta de dados está dentro de uma pasta sincronizada (OneDrive, Dropbox, Google Drive ou iCloud), que troca arquivos abertos e pode danificá-los. Use outra: feche o Cruza, copie a pasta e indique-a em --data-dir.',
    dismiss: 'Entendi',
  },
  notice: {
    label: 'Avisos',
    times: (value: number) => `${value} vezes`,
    waiting: (value: number) => (value === 1 ? 'mais 1 aviso' : `mais ${value} avisos`),
    closeAll: 'Dispensar todos',
    showFile: 'Mostrar na pasta',
  },
  search: {
    label: 'Buscar ou executar',
    placeholder: 'Ação, coluna, planilha, lista, pessoa ou telefone…',
    nothing: 'Nada com esse nome.',
    nothingHint:
      'Tente o começo de uma palavra, um telefone como 11 98888-7777 ou uma ação, como “exportar”. Pessoas são buscadas só nas planilhas guardadas.',
    recent: 'Recentes',
    screen: 'Nesta tela',
    columns: 'Colunas desta tabela',
    sets: 'Conjuntos de conversas',
    datasets: 'Conjuntos de dados',
    people: 'Pessoas nas planilhas guardadas',
    runs: 'Listas cruzadas',
    forms: 'Formulários guardados',
  },
  commands: {
    openList: 'Cruzar uma lista',
    goToSheets: 'Ir para Planilhas',
    goToCruzar: 'Ir para Cruzar',
    goToForms: 'Ir para Formulários',
    goToWebhooks: 'Ir para Webhooks',
    goToAccount: 'Ir para Conta e uso dos formulários',
    goToConversations: 'Ir para Conversas',
    goToContacts: 'Ir para Contatos',
    goToReports: 'Ir para Relatórios',
    goToCaptain: 'Ir para IA',
    goToConsole: 'Ir para Console',
    goToDocumentation: 'Ir para Ajuda',
    goToActivity: 'Ir para Atividade',
    goToDiagnostics: 'Ir para Diagnóstico',
    goToConnections: 'Ir para Conexões',
    goToSettings: 'Ir para Ajustes',
    fold: 'Recolher ou expandir o menu',
    lightTheme: 'Tema claro',
    darkTheme: 'Tema escuro',
    systemTheme: 'Tema do sistema',
    back: 'Voltar ao lugar anterior',
  },
  shortcuts: {
    title: 'Atalhos do teclado',
    screen: 'Nesta tela',
    everywhere: 'Em qualquer lugar',
  },
  drop: {
    title: 'Cruzar esta lista',
    hint: 'Solte o arquivo para ver o que há nele. Nada é enviado antes de você mandar.',
    several: 'Solte um arquivo de cada vez.',
    notAFile: 'Isto não é um arquivo de lista. Solte um CSV, TXT, XLSX, ODS, XLS, HTML, VCF ou ZIP.',
  },
}

export const settings = {
  title: 'Ajustes',
  appearance: 'Aparência',
  language: 'Idioma',
  languages: { 'pt-BR': 'Português', en: 'English' } satisfies Record<Language, string> as Record<Language, string>,
  theme: 'Tema',
  themes: { system: 'Do sistema', light: 'Claro', dark: 'Escuro' } satisfies Record<Theme, string> as Record<
    Theme,
    string
  >,
  pace: 'Ritmo',
  requestsAtOnce: 'Pedidos ao mesmo tempo em uma conta',
  paceText:
    'Vale para todas as leituras e cruzamentos de uma conta juntos. Menos pedidos poupam o serviço; mais pedidos são mais rápidos.',
  sheets: 'Planilhas',
  sheetVersions: 'Versões que ficam de cada planilha',
  sheetVersionsText:
    'Cada leitura ou atualização é uma versão. As mais antigas saem deste computador na próxima leitura da planilha; as que um cruzamento mostra ficam enquanto ele existir.',
  idleReads: 'Formulários em tempo ocioso',
  idleReadsLabel: 'Ler uma a uma as respostas guardadas quando nada mais é pedido ao serviço',
  idleReadsText:
    'Diz de todas as respostas se estão completas, para filtrar por isso. Cada resposta custa uma consulta do plano do mês, que a equipe pode precisar; por isso começa desligado, e o que faltar é lido quando alguém abre a resposta. Ligado, começa depois da próxima leitura de um formulário, para em 90% do limite do plano e em 1.000 consultas por dia, e mostra em Formulários › Conta e uso o que leu.',
  safety: 'Segurança',
  vault: 'Onde ficam as chaves',
  vaultKinds: {
    keychain: (backend: string) =>
      `No chaveiro do sistema (${backend}). Ele guarda as chaves das contas e a chave que abre os dados baixados; só a sua sessão no computador pode lê-las.`,
    passphrase: () =>
      'Em um cofre com senha, porque este computador não tem um chaveiro do sistema. Sem a senha, ninguém lê as chaves nem os dados baixados.',
    memory: () => 'Só na memória, enquanto a demonstração estiver aberta. Nada é gravado.',
  },
  vaultStates: {
    open: 'aberto',
    locked: 'trancado',
    unavailable: 'não responde',
    needs_passphrase: 'ainda sem senha',
  } satisfies Record<AppState['vault']['state'], string> as Record<AppState['vault']['state'], string>,
  data: 'Os dados baixados ficam neste computador, criptografados. O Cruza fala somente com os endereços das suas conexões.',
  demoText: 'Uma conta inventada, com 20 mil leads e formulários, para experimentar tudo sem tocar em dados reais.',
  demoOpen: 'A demonstração está aberta. Suas conexões e planilhas reais voltam quando você sair dela.',
  erase: {
    title: 'Apagar tudo deste computador',
    text: 'Antes de desinstalar o Cruza ou de entregar este computador a outra pessoa. Nada muda nos serviços.',
    button: 'Apagar tudo…',
    word: 'apagar',
    sheets: (value: number) => count(value, 'planilha baixada', 'planilhas baixadas'),
    runs: (value: number) => count(value, 'lista cruzada', 'listas cruzadas'),
    forms: (entries: number, reviewed: number) =>
      `${count(entries, 'resposta de formulário', 'respostas de formulários')}${reviewed === 0 ? '' : `, com ${count(reviewed, 'revisão que só existe aqui', 'revisões que só existem aqui')}`}`,
    formsClosed: 'as respostas de formulários que houver, com as revisões que só existem aqui',
    connections: (value: number) => count(value, 'conexão, com a chave de acesso', 'conexões, com as chaves de acesso'),
    rest: 'conversas guardadas, conjuntos de dados, registros do que foi enviado e os ajustes',
    kept: (folder: string) =>
      `O que está em andamento é encerrado. Nada nos serviços é apagado, nem os arquivos que você exportou. Pasta dos dados: ${folder}`,
    confirm: 'Apagar definitivamente',
    forgotten: 'Esqueceu a senha, ou vai deixar este computador?',
    doneTitle: 'Tudo foi apagado',
    doneText:
      'Os dados do Cruza e as chaves de acesso não estão mais neste computador. Você já pode desinstalar o Cruza.',
    partTitle: 'Quase tudo foi apagado',
    partText:
      'Os dados baixados se foram, mas o que está abaixo não pôde ser apagado agora. Destranque o chaveiro e feche outros programas que usem esta pasta; o Cruza tenta de novo ao abrir.',
    quit: 'Encerrar o Cruza',
    ended: 'O Cruza foi encerrado. Feche esta página.',
  },
  about: 'Sobre',
  version: (version: string) => `Cruza ${version}`,
  hosts: {
    electron: 'Janela própria',
    browser: 'Aberto no navegador, servido por este computador',
    cli: 'Linha de comando',
  } satisfies Record<AppState['host'], string> as Record<AppState['host'], string>,
}

/** The native menu of the window, and what the window asks. */
export const menu = {
  file: 'Arquivo',
  newSheet: 'Nova planilha…',
  openList: 'Cruzar uma lista…',
  connections: 'Conexões',
  settings: 'Ajustes',
  quit: 'Sair',
  edit: 'Editar',
  undo: 'Desfazer',
  redo: 'Refazer',
  cut: 'Recortar',
  copy: 'Copiar',
  paste: 'Colar',
  selectAll: 'Selecionar tudo',
  view: 'Exibir',
  resetZoom: 'Tamanho normal',
  zoomIn: 'Ampliar',
  zoomOut: 'Reduzir',
  fullScreen: 'Tela cheia',
  window: 'Janela',
  minimize: 'Minimizar',
  zoom: 'Reduzir ou ampliar a janela',
  close: 'Fechar',
  help: 'Ajuda',
  search: 'Buscar ou executar…',
  shortcuts: 'Atalhos do teclado',
  about: 'Sobre o Cruza',
  services: 'Serviços',
  hide: 'Ocultar o Cruza',
  hideOthers: 'Ocultar os outros',
  showAll: 'Mostrar tudo',
  devTools: 'Ferramentas de desenvolvimento',
  front: 'Trazer tudo para a frente',
  unsent: {
    message: 'Há texto não enviado, que se perde com a janela.',
    leave: 'Sair mesmo assim',
    stay: 'Voltar',
  },
}

export const start = {
  building: 'Preparando o Cruza…',
  buildFailed: 'O Cruza não pôde ser preparado; o motivo está acima.',
  fetchingElectron: 'Baixando o Electron, uma vez só…',
  noElectron: 'O Electron não pôde ser obtido neste computador; o Cruza abre no navegador.',
  noDisplay: 'Não há tela gráfica nesta sessão; o Cruza abre no navegador.',
  electronFailed: 'O Electron não conseguiu abrir a janela; o Cruza abre no navegador.',
  usage: 'Uso: npm start -- [--host=electron|browser] [--port=N] [--data-dir=PASTA] [--no-open] [--demo]',
  portTaken: (port: number) => `A porta ${port} está em uso. Escolha outra com --port=N.`,
  addressUsed: 'Este endereço já foi usado ou não é seu. Inicie o Cruza de novo para receber outro.',
  openPage: 'Abrir o Cruza',
  alreadyOpen: 'O Cruza já está aberto com esta pasta de dados; a janela dele veio para a frente.',
  oldNode:
    'O Cruza precisa do Node 24 ou mais novo, e este é o {version}. Instale o Node 24 de https://nodejs.org e repita os dois comandos.',
  packNotHere: (system: string) => `O Cruza não roda em ${system}; empacote-o no Linux, no Windows ou no macOS.`,
  packNeedsElectron:
    'Para empacotar é preciso o Electron, e ele não pôde ser obtido: confira a internet, ou indique em ELECTRON_OVERRIDE_DIST_PATH a pasta de um já baixado.',
}

export const demo = {
  platformName: 'Atendimento (demonstração)',
  formsName: 'Formulários (demonstração)',
  sheetName: 'Leads deste ano',
  exampleListName: 'campanha-de-exemplo.csv',
}
