import type { AppState, Language, Theme } from '../../contract/app.ts'
import { count } from './common.ts'

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
  demo: 'Demonstração',
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
  shortcuts: 'Atalhos do teclado',
}
