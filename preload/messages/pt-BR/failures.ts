import type { FailureCode } from '../../values/failures.ts'
import { type Params, place, reason, value } from '../params.ts'
import { count } from './common.ts'
import { conditionWords } from './conversations.ts'
import { cruzar } from './cruzar.ts'

const saveAs = 'Abra-a no Excel e use Salvar como, Pasta de Trabalho do Excel (.xlsx)'
const unknownList =
  'Este arquivo não é texto nem planilha que se possa ler. Salve a lista como CSV ou XLSX e tente de novo.'

const keyReasons: Readonly<Record<string, string>> = cruzar.reasons

/** By the field of `sheet_lacks_field`. */
const missingFields: Readonly<Record<string, string>> = {
  conversa_criada_em: 'a data de criação',
  ultima_mensagem_em: 'a data da última mensagem',
  caixa_id: 'a caixa',
  agente_id: 'o agente',
  status: 'a situação',
  etiquetas_conversa: 'etiquetas',
}

/** By the cause of `list_unreadable`. */
const unreadableLists: Readonly<Record<string, string>> = {
  damaged:
    'Esta planilha está danificada ou incompleta. Abra-a no Excel e salve uma cópia, ou peça que enviem o arquivo de novo.',
  password:
    'Esta planilha abre só com senha. Informe-a quando o Cruza a pedir; na linha de comando, em CRUZA_LIST_PASSWORD ou na entrada padrão.',
  wrong_password: 'Esta senha não abre a planilha. Confira maiúsculas e minúsculas e tente de novo.',
  encrypted:
    'Esta planilha está protegida de um jeito que o Cruza não abre. Abra-a no Excel ou no LibreOffice, tire a senha ou a proteção e salve de novo.',
  lock_file:
    'Este é o arquivo temporário (~$ ou .~lock) que o Excel ou o LibreOffice cria enquanto a planilha está aberta. Escolha a própria planilha, a do mesmo nome sem ele.',
  folder: 'Isto é uma pasta, não um arquivo. Abra-a e escolha a lista que está dentro.',
  shortcut: 'Isto é um atalho, não o arquivo. Abra a pasta para a qual ele aponta e escolha a própria lista.',
  google_file:
    'Isto é só um atalho para um arquivo do Google. Abra-o no navegador, use Arquivo, Fazer download, Microsoft Excel (.xlsx), e escolha o arquivo baixado.',
  not_downloaded:
    'O sistema não entregou o conteúdo deste arquivo. Se ele está no OneDrive, Google Drive, iCloud ou Dropbox, espere que seja baixado (“Manter sempre neste dispositivo”); se está na rede ou em um pen drive, copie-o para este computador.',
  web_page:
    'Por dentro, este arquivo é uma página da web (HTML ou XML) sem uma tabela de telefones ou e-mails. Se o Excel mostrar a lista, use nele Salvar como, Pasta de Trabalho do Excel (.xlsx); se não, baixe-a de novo.',
  web_archive:
    'Este arquivo é uma página da web arquivada (MHT). Abra-o no Excel e use Salvar como, Pasta de Trabalho do Excel (.xlsx).',
  login_page:
    'Este arquivo é a página de entrada de um sistema, não a lista: a sessão tinha acabado quando ele foi baixado. Entre no sistema e baixe a lista de novo.',
  archive: 'Neste arquivo compactado (ZIP) não há uma lista que se possa ler. Descompacte-o e veja o que ele traz.',
  archive_several: 'Este arquivo compactado (ZIP) traz várias listas. Descompacte-o e escolha uma delas.',
  archive_nested: 'Dentro deste arquivo compactado (ZIP) há outro. Descompacte-o e escolha a lista que está dentro.',
  archive_password: 'Este arquivo compactado (ZIP) tem senha. Descompacte-o com ela e escolha a lista que está dentro.',
  archive_damaged:
    'Este arquivo compactado (ZIP) está danificado ou incompleto. Baixe-o de novo, ou peça que o enviem de novo.',
  other_archive: 'Este é um arquivo compactado (RAR, 7z ou GZ). Descompacte-o e escolha a lista que está dentro.',
  old_excel: `Esta planilha é de um formato antigo do Excel (de até 1996, ou XML de 2003). ${saveAs}.`,
  binary_excel: `Esta planilha é do formato binário do Excel (.xlsb). ${saveAs}.`,
  numbers: 'Esta planilha é do Numbers, da Apple. Abra-a lá e use Arquivo, Exportar para, Excel ou CSV.',
  document: 'Isto é um documento (PDF, Word ou parecido), não uma lista. Copie dele os telefones e cole-os aqui.',
  picture: 'Isto é uma imagem, não uma lista. Peça a lista como CSV ou XLSX.',
  not_text: unknownList,
  json: 'Este arquivo é JSON, não uma tabela. Exporte a lista como CSV ou XLSX, ou abra-a no Excel em Dados, Obter Dados, De JSON, e salve como .xlsx.',
  sql: 'Este arquivo tem comandos SQL, não uma tabela. Peça a lista exportada como CSV ou XLSX.',
  ldif: 'Este arquivo é uma agenda em LDIF. Exporte os contatos do programa de e-mail como vCard (.vcf) ou CSV.',
  sylk: 'Esta planilha é do formato SYLK (.slk). Abra-a no Excel ou no LibreOffice e salve como .xlsx.',
  dif: 'Esta planilha é do formato DIF. Abra-a no Excel ou no LibreOffice e salve como .xlsx.',
  flat_ods: 'Esta planilha do LibreOffice está salva como XML simples (.fods). Abra-a nele e salve como .ods ou .xlsx.',
  xml: 'Este arquivo é XML, não uma tabela. Exporte a lista como CSV ou XLSX.',
}

/** By what `list_too_large` is too large in. */
const largeLists: Readonly<Record<string, string>> = {
  cells: 'linhas vezes colunas',
  columns: 'colunas',
  sheets: 'abas',
  styles: 'formatos de célula',
  texts: 'textos diferentes',
  characters: 'caracteres',
  bytes: 'bytes depois de descompactada',
  people: 'pessoas em uma conversa',
}

/** How long a throttle requires; a minute where it does not say, since such throttles count by the minute. */
export function waitWords(seconds: Params[string] | undefined): string {
  const wait = Math.ceil(Number(seconds)) || 60
  return wait < 90 && wait !== 60
    ? count(wait, 'segundo', 'segundos')
    : count(Math.ceil(wait / 60), 'minuto', 'minutos')
}

/** One sentence a code: what happened, what was kept, what to do. */
export const failures: Readonly<Record<FailureCode, (params: Params) => string>> = {
  cancelled: () => 'Cancelado: o que já foi lido está guardado.',
  internal: () =>
    'Algo inesperado aconteceu no Cruza. Tente de novo; se repetir, copie os detalhes e envie a quem cuida do programa.',
  out_of_memory: () =>
    'Isto não coube na memória. Divida a lista ou filtre as linhas antes, feche outros programas e tente de novo. O que estava guardado continua aqui.',
  host_gone: () =>
    'Esta página perdeu o contato com o Cruza. Abra o Cruza de novo pelo endereço que ele mostra ao iniciar.',
  bad_pattern: () =>
    'Esta expressão regular não está completa ou tem algo que o Cruza não aceita. Confira os parênteses e colchetes.',
  too_many_across: (params) =>
    `Há mais de ${value(params, 'most')} valores para pôr lado a lado. Escolha outro campo ou filtre as linhas antes.`,
  bad_request: (params) => `O pedido não faz sentido para o Cruza${place(params)}. Confira o que foi preenchido.`,
  not_found: () => 'Isto não existe mais. Volte à lista e escolha de novo.',
  offline: (params) =>
    `Sem conexão com ${value(params, 'host')}. O que está guardado continua aqui; tente de novo quando a rede voltar.`,
  timeout: (params) => `${value(params, 'host')} não respondeu a tempo. Tente de novo em instantes.`,
  not_secure_address: () => 'O endereço precisa começar com https://, para que a chave não viaje às claras.',
  bad_address: () => 'O endereço não é válido. Copie-o do navegador, por exemplo https://atendimento.exemplo.com.br.',
  redirected: (params) =>
    `${value(params, 'host')} mandou para outro endereço, e a chave não foi enviada para lá. Confira o endereço da conexão.`,
  unauthorized: () =>
    'A chave de acesso não foi aceita. Ela continua guardada; confira no seu perfil do serviço se ainda vale e troque-a em Conexões.',
  header_dropped: (params) =>
    `A chave não chega ao serviço: um proxy na frente de ${value(params, 'host')} descarta o cabeçalho “api_access_token”, por causa do sublinhado. Trocar a chave não resolve; peça a quem administra o servidor que o deixe passar (no nginx, “underscores_in_headers on;”).`,
  not_administrator: () =>
    'A chave é válida, mas não é de um administrador da conta, e o serviço pede isso aqui. Use a chave de um administrador.',
  forbidden: () => 'O serviço não permite isto para a sua chave. Peça a quem administra a conta que libere o acesso.',
  payment_required: () => 'O plano da conta não inclui este recurso.',
  service_not_found: () =>
    'O serviço respondeu que este endereço não existe. Confira o endereço, o número da conta e a marca da conexão.',
  rate_limited: ({ seconds }) =>
    `O serviço pediu para esperar. Tente de novo em ${waitWords(seconds)}; o que já foi lido está guardado.`,
  service_refused: (params) =>
    params.status === 400
      ? `O serviço não entendeu o pedido (resposta 400)${reason(params)}. Confira o que foi escrito; se estiver certo, avise quem cuida do serviço.`
      : `O serviço recusou o pedido${reason(params)}. Confira os filtros ou o que foi escrito.`,
  service_failed: (params) => {
    if (params.status === 500) {
      return 'O serviço teve um erro interno (resposta 500). Tente de novo em alguns minutos; se repetir, avise quem cuida dele.'
    }
    if (params.status === 503) {
      return 'O serviço está em manutenção ou sem condições de atender agora (resposta 503). Tente de novo mais tarde.'
    }
    return `O serviço está com problemas (resposta ${value(params, 'status')}). Tente de novo em alguns minutos.`
  },
  filter_breaks: (params) =>
    `O serviço não consegue usar a condição ${value(params, 'condition')}, “${conditionWords(params.attribute, params.operator)}”. Tire-a, ou troque a comparação; as outras condições valem.`,
  too_large: () => 'O serviço achou o pedido grande demais, mesmo em partes menores. Fale com quem cuida do serviço.',
  not_this_service: (params) =>
    `${value(params, 'host')} respondeu, mas não como este serviço. Confira o endereço da conexão.`,
  route_missing: ({ host, brand }) =>
    brand === undefined
      ? `A instalação em ${host} não tem este recurso. O endereço e a chave da conexão estão certos; fale com quem cuida do serviço.`
      : `A instalação em ${host} não tem leads sob a marca “${brand}”. O endereço e a chave estão certos; confira a marca da conexão, ou fale com quem cuida do serviço.`,
  captive_portal: () =>
    'A rede respondeu com uma página no lugar do serviço. Abra o navegador, entre na rede (hotel, aeroporto, empresa) e tente de novo.',
  shield_page: ({ host, shield, status }) =>
    `No lugar do serviço, ${shield ? `a proteção ${shield} na frente de ${host}` : `algo no caminho até ${host} (um firewall, um proxy ou uma proteção contra robôs)`} respondeu com uma página (resposta ${status}). Tente de novo em alguns minutos; se repetir, peça a quem administra o serviço que libere as chamadas da API.`,
  proxy_login: ({ proxy }) =>
    `${proxy ? `O proxy da rede (${proxy})` : 'Um proxy da rede'} pede usuário e senha. Informe-os no aviso do topo da janela (na linha de comando, em HTTPS_PROXY); nada foi enviado.`,
  proxy_failed: ({ proxy, host, status }) =>
    `O proxy da rede${proxy ? ` (${proxy})` : ''} ${status ? `recusou o caminho até ${host} (resposta ${status})` : 'não respondeu'}. Confira a configuração de proxy deste computador ou fale com a TI; nada foi enviado.`,
  certificate_unknown: ({ host, issuer }) =>
    `O certificado de ${host} foi assinado por ${issuer ? `“${issuer}”` : 'alguém'}, que este computador não conhece: em geral é a rede da empresa ou o antivírus que intercepta as conexões seguras. Peça à TI que instale esse certificado neste computador; a chave não foi enviada.`,
  certificate_dates: ({ host }) =>
    `O certificado de ${host} está fora da validade para o relógio deste computador. Confira a data e a hora; se estiverem certas, avise quem cuida do serviço. A chave não foi enviada.`,
  certificate_name: ({ host }) =>
    `O certificado apresentado não é de ${host}. Confira o endereço da conexão; se estiver certo, avise quem cuida do serviço. A chave não foi enviada.`,
  unexpected_body: (params) =>
    `O serviço respondeu algo que não se entende${place(params)}. Nada foi guardado dessa resposta; tente de novo.`,
  endless_pages: () =>
    'O serviço não dava fim às páginas: repetia as que já tinham vindo, ou trazia muito mais do que conta. A leitura parou aí, com cada registro uma vez só. Avise quem cuida do serviço.',
  key_refused: () => 'O serviço falha quando recebe esta chave, mas responde às outras. Confira-a na lista.',
  key_not_answered: () =>
    'O serviço respondeu sem dizer nada sobre as chaves enviadas. O que já tinha resposta está guardado; tente de novo mais tarde.',
  answer_ambiguous: () =>
    'O serviço devolveu a chave de um jeito em que duas da lista ficam iguais, e não se sabe de qual é a resposta. Cruze uma delas em outra lista.',
  vault_locked: ({ kind }) =>
    kind === 'passphrase'
      ? 'O cofre do Cruza está trancado. Informe a senha dele (na linha de comando, em CRUZA_PASSPHRASE); nada foi apagado.'
      : 'O chaveiro do sistema está trancado. Destranque-o e tente de novo; nada foi apagado.',
  vault_unavailable: () =>
    'O chaveiro do sistema não está disponível. Entre de novo na sua sessão ou reinicie o computador; nada foi apagado.',
  vault_asking: () =>
    'O macOS está pedindo a sua permissão para o Cruza. Responda à janela do sistema e tente de novo.',
  vault_denied: () =>
    'O macOS não deixou o Cruza usar as chaves guardadas. Tente de novo e, na janela do sistema, informe a senha do computador e escolha “Sempre Permitir”; nada foi apagado.',
  vault_no_session: () =>
    'Esta sessão do Windows não tem onde guardar chaves (serviço, tarefa agendada, SSH ou uma regra da empresa). Abra o Cruza na sua própria sessão, ou use outra pasta de dados com o cofre de senha (--data-dir e CRUZA_PASSPHRASE); nada foi apagado.',
  secret_too_long: ({ bytes, most: limit }) =>
    `A chave tem ${Number(bytes ?? 0).toLocaleString('pt-BR')} bytes, e o Windows guarda até ${Number(limit ?? 0).toLocaleString('pt-BR')}. Confira se foi colada só a chave; nada foi guardado.`,
  vault_needs_passphrase: () =>
    'Este computador não tem um chaveiro. Crie ou informe a senha do cofre do Cruza (na linha de comando, em CRUZA_PASSPHRASE).',
  wrong_passphrase: () => 'A senha não confere. Nada foi mudado; tente de novo.',
  passphrase_length: () => 'A senha do cofre precisa ter de 8 a 1024 caracteres. Nada foi criado; escolha outra.',
  secret_missing: () =>
    'A chave desta conexão não está mais no chaveiro. Informe-a de novo em Conexões; as planilhas continuam aqui.',
  key_missing: () =>
    'A chave que abre os dados deste computador não está no chaveiro. Os dados continuam no disco; restaure o chaveiro para abri-los.',
  data_process_ended: (params) =>
    `A parte do Cruza que guarda os dados ${params.silent_s ? `ficou ${params.silent_s} segundos sem responder` : 'parou'}${operation(params)} e foi reiniciada. O que estava guardado continua aqui; tente de novo.`,
  data_process_failed: () =>
    'A parte do Cruza que guarda os dados não pôde ser iniciada neste computador. Os dados continuam no disco: feche o Cruza e abra-o de novo; se repetir, instale-o outra vez.',
  file_unreadable: () => 'O arquivo não pôde ser lido. Confira se ele ainda existe e se você pode abri-lo.',
  file_too_large: () => 'O arquivo é grande demais para o Cruza. Divida-o em partes menores.',
  file_busy: ({ of }) => {
    if (of === 'data') {
      return 'Um arquivo de dados do Cruza está em uso por outro programa (antivírus, OneDrive ou outro Cruza aberto). Nada se perdeu; tente de novo em instantes.'
    }
    if (of === 'list') {
      return 'Outro programa, talvez o Excel, está com este arquivo aberto e não deixa lê-lo. Feche-o lá, ou faça uma cópia dele, e tente de novo.'
    }
    return 'O arquivo está aberto em outro programa, talvez o Excel. Feche-o lá e tente de novo, ou escolha outro nome.'
  },
  file_gone: () =>
    'O arquivo não está mais onde foi salvo: foi movido, renomeado ou apagado. Exporte de novo se precisar.',
  file_no_program: () =>
    'Nenhum programa deste computador abriu o arquivo. Use “Mostrar na pasta” e escolha um programa.',
  no_permission: ({ of }) =>
    of === 'list'
      ? 'Sem permissão para ler este arquivo. Copie-o para os seus documentos, ou peça acesso a quem o guarda.'
      : 'Sem permissão para gravar nesta pasta. Escolha outra pasta.',
  disk_full: () => 'O disco está cheio. Libere espaço e tente de novo; o que já estava guardado continua aqui.',
  file_damaged: () => 'Este arquivo de dados está danificado ou foi gravado com outra chave. Nada foi mudado nele.',
  newer_version: () => 'Estes dados foram gravados por uma versão mais nova do Cruza. Atualize o Cruza para abri-los.',
  list_empty: () => 'A lista está vazia. Escolha outro arquivo ou cole os telefones.',
  list_no_keys: ({ columns, reason, cells }) => {
    if (columns === undefined) {
      return 'Nenhuma coluna desta lista tem telefones ou e-mails que se reconheçam. Confira se é o arquivo certo, e o separador e o cabeçalho dele; ou indique a coluna.'
    }
    const where = columns === '' ? 'na lista' : `em ${columns}`
    const why =
      reason === undefined ? '' : `: ${count(Number(cells), 'célula', 'células')}, ${keyReasons[String(reason)] ?? ''}`
    return `Nenhum telefone ou e-mail completo ${where}${why}. Corrija a lista ou indique outra coluna.`
  },
  list_unreadable: ({ cause }) => unreadableLists[String(cause)] ?? unknownList,
  list_too_large: ({ what, limit }) =>
    `A lista passa do que o Cruza consegue abrir: ${largeLists[String(what)] ?? 'o limite'} (até ${Number(limit ?? 0).toLocaleString('pt-BR')}). Apague as colunas e as linhas sem uso, ou divida a lista em partes.`,
  too_many_rows: () => 'São linhas demais para isto. Filtre antes ou exporte para um arquivo.',
  period_required: () => 'Escolha ao menos uma data: o serviço só exporta leads de um período.',
  sheet_lacks_field: ({ field }) =>
    `A planilha não tem ${missingFields[String(field)] ?? 'o que o filtro compara'} em nenhuma conversa. Tire este filtro, leia a planilha de novo ou pergunte ao serviço.`,
  leads_lost: ({ runs }) =>
    `Os leads que ${count(Number(runs), 'cruzamento mostra', 'cruzamentos mostram')} desta planilha estão danificados e não podem ser copiados. Ela continua aqui. Para perdê-los, use “Esquecer…” de novo.`,
  no_connection: () => 'Esta conexão não existe mais. Crie-a de novo em Conexões.',
  already_running: () => 'Isto já está em andamento. Acompanhe em Tarefas.',
  name_taken: () => 'Já existe algo com este nome. Escolha outro.',
  other_account: () =>
    'A chave desta conexão abre outra conta. Nada foi misturado nem apagado: informe em Conexões uma chave da conta de antes, ou crie outra conexão para esta conta.',
  account_kept: () =>
    'O que está guardado desta conexão é da conta de antes. Para outro número de conta, crie outra conexão; ou esqueça esta primeiro.',
  other_data: () =>
    'Este endereço mostra dados diferentes dos que estão guardados desta conexão. Nada mudou e nada foi misturado; para usá-lo, crie uma conexão só para ele.',
  data_uncompared: () =>
    'Não deu para confirmar que este endereço é da conta que está guardada nesta conexão. Nada mudou; tente de novo quando ele responder, ou crie uma conexão só para ele.',
  validation_failed: () =>
    'O serviço não aceitou o que foi preenchido. Veja as mensagens ao lado dos campos e corrija.',
  sent_unknown: (params) =>
    `O pedido foi enviado, mas ${params.host ?? 'o serviço'} não confirmou. Não o repita: use “Verificar” para saber o que aconteceu.`,
  name_mismatch: () => 'O que foi digitado não confere. Nada foi apagado; digite exatamente como aparece.',
  copy_incomplete: () =>
    'A cópia local das respostas ainda não está completa. Nada foi apagado; atualize as respostas e tente de novo.',
  form_moved: () =>
    'Os campos do formulário mudaram no serviço enquanto você editava. Nada foi enviado: veja o que mudou antes de enviar.',
  comment_required: () => 'Para rejeitar, escreva o motivo.',
  package_unreadable: () => 'Este arquivo não é um pacote de revisão do Cruza, ou está danificado. Nada foi mudado.',
  package_foreign: () => 'Este pacote é de outra conta de formulários. Abra-o com a conexão da conta dele.',
  other_contact: () =>
    'No serviço, a conversa com este número é de outra pessoa. Nada foi enviado: abra o contato e escolha a conversa por lá.',
  conversation_hidden: () =>
    'O serviço não mostra esta conversa pelo número, nem diz de quem ela é: não dá para saber se é desta pessoa. Escreva pelo contato ou no próprio atendimento.',
  other_host: () =>
    'A conexão passou a usar outro endereço nesse meio-tempo. Nada foi enviado: abra de novo, confira e envie.',
  cannot_reply: () =>
    'O canal desta conversa está fechado para mensagens da equipe agora. Nada foi enviado; se quiser tentar mesmo assim, marque a opção.',
}

/** What the data process was asked for, by the start of the call's name (main/data-calls.ts). */
const operations: readonly (readonly [string, string])[] = [
  ['tables.export', 'exportar a tabela'],
  ['tables.copy', 'copiar linhas'],
  ['tables.', 'mostrar ou filtrar a tabela'],
  ['lists.', 'ler a lista'],
  ['runs.', 'guardar o cruzamento'],
  ['sheets.', 'guardar ou abrir planilhas'],
  ['forms.', 'guardar ou abrir formulários'],
  ['entries.', 'guardar ou abrir respostas'],
  ['reviews.', 'guardar as revisões'],
  ['conversations.', 'guardar ou abrir conversas'],
  ['datasets.', 'guardar ou abrir dados'],
  ['documentation.', 'guardar ou abrir a documentação'],
  ['console.', 'guardar ou abrir chamadas do console'],
  ['related.', 'procurar a pessoa'],
  ['open', 'abrir a pasta de dados'],
]

function operation({ operation }: Params): string {
  const entry = operations.find(([start]) => String(operation ?? '').startsWith(start))
  return entry ? ` ao ${entry[1]}` : ''
}
