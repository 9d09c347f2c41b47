import type { CheckStep, ServiceKind } from '../../contract/connections.ts'
import { type Params, value } from '../params.ts'
import { count, number } from './common.ts'
import { failures, waitWords } from './failures.ts'

/** What a step of a check found, a sentence each: what it means and, where it failed, what to do. */
const findings = {
  waiting: () => 'Aguardando a etapa anterior.',
  ok: () => 'Tudo certo.',
  reached: () => 'O endereço responde.',
  unreachable: () => 'O endereço não responde. Confira se está escrito certo e se há internet.',
  tls_failed: () =>
    'O certificado do endereço não é aceito. Confira o endereço; em rede de empresa, peça ajuda a quem cuida dela.',
  shield_page: failures.shield_page,
  proxy_login: failures.proxy_login,
  proxy_failed: failures.proxy_failed,
  certificate_unknown: failures.certificate_unknown,
  certificate_dates: failures.certificate_dates,
  certificate_name: failures.certificate_name,
  timed_out: () => 'O serviço não respondeu a tempo. Tente de novo em instantes.',
  redirected: () => 'O endereço leva a outro, e a chave não foi enviada para lá. Use o endereço final.',
  html_answer: () =>
    'Veio uma página no lugar do serviço. Pode ser a tela de entrada da rede ou um proxy: abra o navegador, entre na rede e verifique de novo.',
  service_recognised: () => 'É o serviço esperado.',
  not_this_service: () => 'O endereço responde, mas não como este serviço. Confira o endereço e o tipo de conexão.',
  token_accepted: () => 'A chave foi aceita.',
  token_refused: ({ header }: Params) =>
    `A chave não foi aceita. Ela continua guardada; copie-a de novo do seu perfil e use “Trocar a chave”.${header ? ` Se nenhuma chave for aceita, peça a quem administra o servidor que confira se o cabeçalho “${header}” chega ao serviço.` : ''}`,
  header_dropped: failures.header_dropped,
  account_allowed: () => 'A chave tem acesso à conta.',
  account_refused: () => 'A chave é válida, mas não tem acesso a esta conta. Confira o número da conta.',
  account_unknown: () => 'O serviço não conhece esta conta. Confira o número da conta.',
  lead_export_allowed: () => 'A exportação de leads está liberada.',
  lead_export_refused: () =>
    'A chave não é de um administrador da conta, e a exportação de leads pede isso. Use a chave de um administrador.',
  brand_unknown: () => 'O serviço não conhece este caminho de leads. Confira a marca.',
  forms_api_refused: () => 'A chave é válida, mas o plano ou a permissão não inclui o acesso por API.',
  other_account: () =>
    'A chave é válida, mas é de outra conta: os formulários guardados aqui não são dela. Crie outra conexão para esta conta.',
  other_data: () =>
    'A chave é válida, mas a conta mostra dados diferentes dos que estão guardados aqui. Antes de atualizar algo, confira o endereço ou crie outra conexão para esta conta.',
  clock_ok: () => 'O relógio deste computador está certo.',
  clock_skewed: (params: Params) => clockSentence(Number(params.minutes ?? 0)),
  clock_unknown: () => 'O serviço não informou a hora; nada a comparar.',
  rate_limited: ({ seconds }: Params) => `O serviço pediu para esperar. Verifique de novo em ${waitWords(seconds)}.`,
  service_failed: (params: Params) =>
    `O serviço está com problemas (resposta ${value(params, 'status')}). Verifique de novo em alguns minutos.`,
  skipped: () => 'Não verificado, porque uma etapa anterior falhou.',
}

function clockSentence(minutes: number): string {
  const much = count(Math.abs(minutes), 'minuto', 'minutos')
  const way = minutes > 0 ? 'adiantado' : 'atrasado'
  return `O relógio deste computador está ${much} ${way} em relação ao serviço. Acerte-o, para que as datas dos filtros confiram.`
}

export const connections = {
  noPlatform: {
    title: 'Conecte a plataforma de atendimento',
    text: 'Conversas, contatos, relatórios e a IA da sua equipe aparecem aqui depois de conectar a conta.',
  },
  title: 'Conexões',
  facts: (connections: number) => count(connections, 'conexão', 'conexões'),
  services: { platform: 'Plataforma de atendimento', forms: 'Formulários' } satisfies Record<
    ServiceKind,
    string
  > as Record<ServiceKind, string>,
  serviceHints: {
    platform: 'Leads, conversas e cruzamento de listas.',
    forms: 'Entradas dos formulários.',
  } satisfies Record<ServiceKind, string> as Record<ServiceKind, string>,
  emptyTitle: 'Nenhuma conexão ainda',
  emptyText: 'Uma conexão diz onde está a sua conta e guarda a chave de acesso no cofre deste computador.',
  create: 'Nova conexão',
  choose: 'Usar esta',
  chooseNamed: (name: string) => `Usar ${name}`,
  inUse: 'em uso',
  checkAgain: 'Verificar de novo',
  replaceSecret: 'Trocar a chave',
  account: (id: number) => `conta ${id}`,
  brand: (brand: string) => `marca ${brand}`,
  sheets: (sheets: number) => count(sheets, 'planilha', 'planilhas'),
  notWorking: (moment: string) => `Não funcionou na verificação de ${moment}.`,
  withoutLeads: (moment: string) => `A exportação de leads não funcionou na verificação de ${moment}.`,
  noSecret: 'sem chave: informe-a de novo',
  beta: {
    mark: 'no beta',
    host: 'Servidor em uso',
    main: 'Principal',
    second: 'Beta',
    useBeta: 'Usar o servidor beta',
    useMain: 'Voltar ao servidor principal',
  },
  form: {
    service: 'Tipo de conexão',
    nameHint: 'Como você quer chamá-la, por exemplo “Equipe Vendas”.',
    nameMissing: 'Dê um nome à conexão.',
    address: 'Endereço',
    platformAddressHint: 'O que você abre no navegador para atender. Pode colar o endereço inteiro de uma conversa.',
    formsAddressHint: 'O endereço do serviço de formulários; termina em /api/v1.',
    platformAddressExample: 'https://atendimento.suaempresa.com.br',
    formsAddressExample: 'https://formularios.suaempresa.com.br/api/v1',
    addressMissing: 'Informe o endereço.',
    addressBad: 'Este endereço não é válido. Copie-o do navegador.',
    addressNotSecure: 'O endereço precisa começar com https://, para que a chave não viaje às claras.',
    addressWithSecret: 'Tire o usuário e a senha do endereço; a chave vai no campo próprio.',
    addressNotApi: 'O endereço deste serviço termina em /api/v1.',
    account: 'Número da conta',
    accountHint: 'No endereço do navegador, o número depois de “accounts/”. Em …/accounts/3/… é 3.',
    accountMissing: 'Informe o número da conta.',
    accountBad: 'O número da conta tem só algarismos.',
    accountFound: (account: number) => `Conta ${account} reconhecida no endereço colado.`,
    brand: 'Marca',
    brandHint:
      'A palavra que os caminhos de leads do seu serviço usam, no lugar de “house” na documentação. Quem administra a conta sabe qual é.',
    brandMissing: 'Informe a marca.',
    brandBad: 'A marca é uma palavra só, sem barras nem espaços.',
    beta: 'Servidor beta',
    betaHint:
      'Opcional: um segundo endereço que atende a mesma conta. A chave vale para os dois, e você escolhe qual usar.',
    betaSame: 'É o mesmo endereço de cima.',
    secret: 'Chave de acesso',
    tokenHint:
      'No seu perfil do serviço, que a chama de “Token de acesso”. Para exportar leads, precisa ser de um administrador.',
    apiKeyHint: 'Na sua conta do serviço de formulários, na parte de API.',
    secretKept: 'Deixe em branco para manter a que está guardada.',
    secretMissing: 'Informe a chave de acesso.',
    secretAgain: 'A chave guardada vale só para os endereços em que foi informada: digite-a de novo.',
    save: 'Salvar e verificar',
  },
  check: {
    title: 'Verificação',
    running: 'Verificando…',
    passed: 'Tudo certo: a conexão está pronta para usar.',
    failed: 'Salva, mas ainda não funciona. Veja o que falta:',
    withoutLeads: 'Salva: conversas e contatos já funcionam. Para os leads falta isto:',
    at: (moment: string) => `Verificada ${moment}`,
    newSheet: 'Criar uma planilha',
    done: 'Concluir',
    separate: 'Criar outra conexão com estes dados',
    attention: 'atenção',
    states: {
      waiting: 'aguardando',
      running: 'verificando',
      passed: 'passou',
      failed: 'falhou',
      skipped: 'sem verificar',
    } satisfies Record<CheckStep['state'], string> as Record<CheckStep['state'], string>,
    steps: {
      reachable: 'Endereço',
      service: 'Serviço',
      token: 'Chave',
      account: 'Conta',
      lead_export: 'Exportação de leads',
      clock: 'Relógio',
    } satisfies Record<CheckStep['step'], string> as Record<CheckStep['step'], string>,
  },
  findings: findings as Readonly<Record<string, (params: Params) => string>>,
  forgetLoses: 'A chave de acesso guardada no cofre.',
  forgetLosesSheets: (sheets: number) =>
    sheets === 1 ? '1 planilha baixada por ela.' : `${number(sheets)} planilhas baixadas por ela.`,
  forgetSheets: (sheets: number) =>
    sheets === 1
      ? 'Apagar também a planilha baixada por ela'
      : `Apagar também as ${number(sheets)} planilhas baixadas por ela`,
  forgetKeepsSheets: 'As planilhas baixadas continuam aqui, sem poder ser atualizadas. Nada muda no serviço.',
  forgetKeeps: 'Nada muda no serviço.',
  forgetLosesEntries: (entries: number) =>
    entries === 1
      ? '1 resposta de formulário guardada por ela.'
      : `${number(entries)} respostas de formulário guardadas por ela.`,
  forgetLosesReviews: (reviewed: number) =>
    reviewed === 1
      ? '1 resposta revisada, com estado, notas e histórico, que só existe aqui.'
      : `${number(reviewed)} respostas revisadas, com estados, notas e históricos, que só existem aqui.`,
  forgetLosesConversations: (sets: number) =>
    sets === 1 ? '1 conjunto de conversas guardado.' : `${number(sets)} conjuntos de conversas guardados.`,
  forgetLosesDatasets: (sets: number) =>
    sets === 1 ? '1 conjunto de dados guardado.' : `${number(sets)} conjuntos de dados guardados.`,
  forgetLosesNotes: (notes: number) =>
    notes === 1
      ? '1 nota sobre uma pessoa, que só existe aqui.'
      : `${number(notes)} notas sobre pessoas, que só existem aqui.`,
  forgetLosesPlatform: 'As conversas e os dados guardados por ela.',
  forgetLosesForms: 'As respostas e revisões guardadas por ela.',
  forgetKeepsEntries:
    'As respostas continuam no serviço. As revisões não: para ficar com elas, exporte antes um pacote de revisão.',
}
