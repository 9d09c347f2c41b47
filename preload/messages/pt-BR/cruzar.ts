import type { Delimiter, Encoding, ListBudget, ListInspection, Run } from '../../contract/cruzar.ts'
import type { ChangeKind } from '../../values/change-kinds.ts'
import type { FailureCode } from '../../values/failures.ts'
import type { KeyProblem } from '../../values/key-problems.ts'
import type { SetCounts, SetOperation } from '../../values/list-sets.ts'
import type { Outcome } from '../../values/outcomes.ts'
import type { MatchReason, PhoneRung, Rung } from '../../values/rungs.ts'
import type { QuestionPart } from '../../values/same-question.ts'
import type { KeyText } from '../params.ts'
import { count, number } from './common.ts'
import { damaged } from './damaged-keys.ts'

/** What asking a service for keys never fails with. */
type NotOfAsking =
  | 'host_gone'
  | 'bad_request'
  | 'bad_pattern'
  | 'too_many_across'
  | 'bad_address'
  | 'not_secure_address'
  | 'wrong_passphrase'
  | 'key_missing'
  | 'newer_version'
  | 'file_unreadable'
  | 'file_too_large'
  | 'list_empty'
  | 'list_no_keys'
  | 'list_unreadable'
  | 'list_too_large'
  | 'too_many_rows'
  | 'period_required'
  | 'sheet_lacks_field'
  | 'leads_lost'
  | 'name_taken'
type Reasons = Readonly<Record<KeyProblem | MatchReason | Exclude<FailureCode, NotOfAsking>, string>>

const rows = (value: number) => count(value, 'linha', 'linhas')
const keys = (value: number) => count(value, 'chave', 'chaves')
const columns = (value: number) => count(value, 'coluna', 'colunas')
const requests = (value: number) => count(value, 'consulta', 'consultas')

const staying = (value: number, all: number) => {
  if (all === 1) return value === 0 ? 'A única linha sai' : 'Fica a única linha'
  return value === 0
    ? `Nenhuma das ${rows(all)} fica`
    : `${value === 1 ? 'Fica' : 'Ficam'} ${number(value)} de ${rows(all)}`
}
type KeySheet = ListInspection['key_sheets'][number]
/** Sheets with their rows, as far as the sample tells. */
const keySheets = (sheets: readonly KeySheet[]) =>
  sheets
    .map((sheet) => `“${sheet.name}” (${sheet.is_whole ? rows(sheet.rows) : `${rows(sheet.rows)} ou mais`})`)
    .join(', ')
/** Rows with a verb, which agrees with their number. */
const each = (value: number, none: string, one: string, several: string) =>
  value === 0 ? none : `${number(value)} ${value === 1 ? one : several}`
const withoutKey = (value: number) =>
  `${rows(value)} sem telefone nem e-mail que sirva, e não se sabe se ${value === 1 ? 'está' : 'estão'} na outra lista`

export const cruzar = {
  /** The outcomes of a row, the same words everywhere. */
  outcomes: {
    com_conversa: 'Com conversa',
    sem_conversa: 'Sem conversa',
    ausente: 'Ausente',
    invalida: 'Inválida',
    sem_resposta: 'Sem resposta',
    ambigua: 'Ambígua',
  } satisfies Record<Outcome, string> as Record<Outcome, string>,
  /** Why a row is `invalida`, why its batch got no answer, or why it matches. */
  reasons: {
    empty: 'vazia',
    too_short: 'curta demais',
    too_long: 'longa demais',
    no_digits: 'sem números',
    damaged_by_excel: 'abreviada pelo Excel',
    bad_email: 'e-mail inválido',
    service_number: 'número de serviço (0800, 4004, curto)',
    bad_number: 'número que não existe',
    rounded: 'arredondada pelo Excel',
    no_area_code: 'sem DDD',
    lost_start: 'parece faltar o primeiro dígito',
    lost_plus: 'parece de outro país, sem o +',
    placeholder: 'inventada para preencher (99999-9999, 1234…)',
    fax: 'número de fax',
    masked: 'mascarada: faltam dígitos',
    messenger_id: 'identidade de mensageiro, sem telefone',
    hidden_link: 'link que esconde o telefone: abra-o e copie o número',
    document_number: 'CPF ou CNPJ',
    match_exact: 'igual à da base',
    match_without_country: 'achada com o 55',
    match_with_country: 'achada sem o 55',
    match_trunk: 'achada fora o zero, a operadora ou o 00',
    match_without_ninth: 'achada com o nono dígito',
    match_with_ninth: 'achada sem o nono dígito',
    match_area: 'achada com o DDD que faltava',
    match_folded: 'achada fora maiúsculas e espaços',
    several_candidates: 'vários cadastros combinam igual',
    two_cards: 'dois cadastros, com e sem o nono dígito',
    cancelled: 'cancelada antes da resposta',
    offline: 'sem conexão',
    timeout: 'o serviço demorou demais',
    rate_limited: 'o serviço pediu para esperar',
    unauthorized: 'chave não aceita',
    forbidden: 'sem permissão',
    service_failed: 'o serviço falhou',
    service_refused: 'o serviço recusou',
    too_large: 'pedido grande demais',
    unexpected_body: 'resposta que não se entende',
    key_refused: 'o serviço falha quando recebe a chave',
    key_not_answered: 'o serviço não respondeu sobre a chave',
    answer_ambiguous: 'o serviço devolveu a chave escrita de outro jeito, que serve para mais de uma da lista',
    filter_breaks: 'o serviço não consegue usar o filtro',
    route_missing: 'a instalação não tem este recurso',
    endless_pages: 'o serviço não dava fim às páginas',
    header_dropped: 'a chave não chega ao serviço',
    shield_page: 'uma proteção na frente do serviço respondeu com uma página',
    captive_portal: 'a rede respondeu com uma página',
    proxy_login: 'o proxy da rede pede senha',
    proxy_failed: 'o proxy da rede não abriu caminho',
    certificate_unknown: 'certificado de origem desconhecida',
    certificate_dates: 'certificado fora da validade',
    certificate_name: 'certificado de outro endereço',
    redirected: 'o serviço mandou para outro endereço',
    not_administrator: 'chave sem permissão de administrador',
    payment_required: 'o plano não inclui este recurso',
    service_not_found: 'o serviço não conhece o endereço da conexão',
    not_this_service: 'não é o serviço esperado',
    no_connection: 'a conexão foi esquecida',
    secret_missing: 'a conexão está sem chave',
    vault_locked: 'chaveiro trancado',
    vault_unavailable: 'chaveiro sem resposta',
    vault_asking: 'o macOS pede permissão',
    vault_denied: 'o macOS negou a permissão',
    vault_no_session: 'sessão do Windows sem cofre',
    secret_too_long: 'chave longa demais',
    vault_needs_passphrase: 'cofre fechado',
    data_process_ended: 'o Cruza foi fechado antes da resposta',
    passphrase_length: 'a senha do cofre tem tamanho errado',
    data_process_failed: 'o Cruza foi fechado antes da resposta',
    already_running: 'já em andamento em outro lugar',
    disk_full: 'disco cheio',
    no_permission: 'sem permissão para gravar',
    file_busy: 'arquivo em uso',
    file_gone: 'arquivo movido ou apagado',
    file_no_program: 'nenhum programa abriu o arquivo',
    file_damaged: 'arquivo danificado',
    not_found: 'o cruzamento ou a planilha não existe mais',
    other_account: 'chave de outra conta',
    account_kept: 'conexão de outra conta',
    other_data: 'endereço com outros dados',
    data_uncompared: 'endereço não confirmado',
    validation_failed: 'recusada pelo serviço',
    sent_unknown: 'sem confirmação',
    name_mismatch: 'nome não confere',
    copy_incomplete: 'cópia incompleta',
    form_moved: 'formulário mudou',
    comment_required: 'falta o motivo',
    package_unreadable: 'pacote ilegível',
    package_foreign: 'pacote de outra conta',
    other_contact: 'conversa de outra pessoa',
    other_host: 'conexão em outro endereço',
    cannot_reply: 'canal fechado para mensagens',
    conversation_hidden: 'conversa que o serviço não mostra',
    internal: 'erro inesperado',
    out_of_memory: 'faltou memória',
  } satisfies Reasons as Reasons,
  damaged,
  columns: {
    cruzar_resultado: 'Resultado',
    cruzar_chave: 'Chave enviada',
    cruzar_motivo: 'Motivo',
    cruzar_degrau: 'Degrau',
    cruzar_candidatos: 'Candidatos',
    cruzar_outro_nome: 'Outro nome na base',
    cruzar_antes: 'Antes',
    cruzar_mudanca: 'O que mudou',
  },
  /** What has changed about a row since the run before. */
  changeKinds: {
    linha_nova: 'linha nova',
    respondeu: 'respondeu',
    novo_cadastro: 'novo cadastro',
    nova_conversa: 'nova conversa',
    resolvida: 'resolvida',
    reaberta: 'reaberta',
    outro_agente: 'outro agente',
    perdeu_conversa: 'ficou sem conversa',
    saiu_da_base: 'saiu da base',
    outro_resultado: 'outro resultado',
  } satisfies Record<ChangeKind, string> as Record<ChangeKind, string>,
  /** The rungs of the match ladder, in a table. */
  rungs: {
    exact: 'exato',
    country: 'com ou sem o 55',
    trunk: 'zero ou operadora',
    ninth: 'nono dígito',
    area: 'DDD padrão',
    folded: 'e-mail sem maiúsculas',
  } satisfies Record<Rung, string> as Record<Rung, string>,
  /** How far two phones may differ and still be one person's. */
  match: {
    label: 'Aceitar como a mesma pessoa',
    names: {
      exact: 'Só dígitos iguais',
      country: 'Também com ou sem o 55',
      trunk: 'Também com zero, operadora ou 00',
      ninth: 'Também com ou sem o nono dígito',
      area: 'Também com o DDD que faltava',
    } satisfies Record<PhoneRung, string> as Record<PhoneRung, string>,
    hints: {
      exact: 'Quem está escrito de outro jeito sai como ausente.',
      country: 'O 55 do Brasil não conta: 55 11 98888-7777 é 11 98888-7777.',
      trunk: 'O zero, a operadora e o 00 na frente não contam: 0 15 11 98888-7777 é 11 98888-7777.',
      ninth: 'Só em celulares: 11 8888-7777 é 11 98888-7777. Fixos e 0800 nunca ganham o nove.',
      area: 'Telefones sem DDD recebem o da coluna ou o escolhido.',
    } satisfies Record<PhoneRung, string> as Record<PhoneRung, string>,
    areaColumn: 'Coluna do DDD',
    ownAreaColumns: 'a de cada telefone',
    noAreaColumn: 'nenhuma',
    areaCode: 'DDD de quem não tem',
    noAreaCode: 'nenhum: saem como inválidas',
  },
  /** A field of the lead beside the person's own columns, which often have the same heading. */
  leadHeading: (heading: string) => `${heading} (lead)`,

  /** The columns of an address book and of the people of a chat. */
  madeHeadings: {
    vcard: ['Nome', 'Telefone', 'E-mail', 'Empresa'],
    whatsapp: ['Nome', 'Telefone', 'Mensagens', 'Última mensagem'],
    sheet: 'Aba',
  },
  title: 'Cruzar',
  intro: 'Descubra quem de uma lista já tem conversa, quem está só cadastrado e quem é desconhecido.',
  keys,
  columnCount: columns,

  drop: {
    title: 'Solte a lista aqui',
    hint: 'Uma planilha (Excel, LibreOffice, CSV), uma tabela HTML, contatos (VCF), uma conversa do WhatsApp (TXT) ou um ZIP com uma delas. Nada é enviado antes de você conferir.',
    choose: 'Escolher arquivo',
    paste: 'Colar telefones',
    pasteHint: (key: KeyText) => `ou cole com ${key('mod+v')} em qualquer ponto desta tela`,
    example: 'Usar lista de exemplo',
    reading: 'Lendo a lista…',
  },
  /** Of a workbook that its person has encrypted. */
  password: {
    title: 'Senha da planilha',
    text: (file: string) =>
      `“${file}” abre só com senha. Ela serve para esta leitura e não fica guardada; o arquivo não muda.`,
    label: 'Senha',
    wrong: 'Esta senha não abre a planilha. Confira maiúsculas e minúsculas.',
    confirm: 'Abrir',
  },
  paste: {
    title: 'Colar telefones ou e-mails',
    label: 'Um por linha, ou direto de uma planilha, com as colunas que quiser',
    placeholder: '(11) 98888-7777\n21 97777-6666\nana@exemplo.com.br',
    lines: (value: number) => (value === 0 ? 'nada colado ainda' : rows(value)),
    confirm: 'Conferir lista',
    shortcut: (key: KeyText) => `Colar telefones (${key('mod+v')} cola direto)`,
    /** The name of a list that came without one. */
    name: (moment: string) => `Lista colada ${moment}`,
  },

  /** What makes a list of rows of a table. */
  fromTable: {
    selected: (value: number) =>
      value === 0
        ? 'Enviar para o Cruzar: selecione antes'
        : `Enviar ${count(value, 'linha selecionada', 'linhas selecionadas')} para o Cruzar`,
    filtered: (value: number) => `Enviar ${count(value, 'linha filtrada', 'linhas filtradas')} para o Cruzar`,
    all: (value: number) => `Enviar ${rows(value)} para o Cruzar`,
  },

  /** Two lists by the people in them. */
  combine: {
    action: 'Combinar com outra lista…',
    shown: (value: number) => `Combinar só ${rows(value)} da busca e dos filtros…`,
    shortAction: 'Combinar com…',
    title: (name: string) => `Combinar “${name}”`,
    other: 'Com qual lista',
    kinds: { run: 'Um cruzamento', sheet: 'Uma planilha guardada', file: 'Um arquivo' },
    run: 'Cruzamento',
    sheet: 'Planilha guardada',
    choose: 'Escolha uma',
    outcomes: 'Só quem saiu como',
    noRuns: 'Ainda não há cruzamentos para combinar.',
    noSheets: 'Ainda não há planilhas guardadas.',
    noOutcomes: 'Escolha ao menos um resultado com linhas.',
    chooseFile: 'Escolher arquivo',
    otherFile: 'Trocar o arquivo',
    dropHint: 'ou solte-o nesta janela',
    drop: { title: 'Combinar com esta lista', hint: 'Nada muda antes de você confirmar.' },
    otherFacts: (rowCount: number, keyless: number) =>
      keyless === 0 ? rows(rowCount) : `${rows(rowCount)}, ${number(keyless)} sem telefone nem e-mail que sirva`,
    how: 'Quem fica na nova lista',
    ways: {
      minus: 'Só quem não está na outra',
      and: 'Só quem está nas duas',
      or: 'Todos, sem repetir',
    } satisfies Record<SetOperation, string> as Record<SetOperation, string>,
    /** What becomes of the rows. */
    facts: {
      minus: ({ rows: all, only, keyless, both }) =>
        `${staying(only + keyless, all)}; ${each(both, 'nenhuma está na outra lista', 'está na outra lista e sai', 'estão na outra lista e saem')}.`,
      and: ({ rows: all, only, both }) =>
        `${staying(both, all)}; ${each(only, 'nenhuma sai por não estar na outra', 'não está na outra lista e sai', 'não estão na outra lista e saem')}.`,
      or: ({ rows: all, other }) => {
        const stay = all === 1 ? 'Fica a linha desta lista' : `Ficam as ${rows(all)} desta lista`
        const enter = each(
          other.only + other.keyless,
          'não entra nenhuma da outra',
          'da outra entra',
          'da outra entram',
        )
        const left = each(
          other.both + other.repeated,
          'nenhuma de lá se repete',
          'de lá é repetida e não entra',
          'de lá são repetidas e não entram',
        )
        return `${stay} e ${enter}; ${left}.`
      },
    } satisfies Record<SetOperation, (counts: SetCounts) => string> as Record<
      SetOperation,
      (counts: SetCounts) => string
    >,
    /** Nobody knows of these rows whether they are in the other list. */
    keyless: {
      minus: (value: number) => `${withoutKey(value)}: ${value === 1 ? 'fica' : 'ficam'}.`,
      and: (value: number) => `${withoutKey(value)}: ${value === 1 ? 'sai' : 'saem'}.`,
      or: (value: number) => `${withoutKey(value)}: ${value === 1 ? 'fica' : 'ficam'}.`,
    } satisfies Record<SetOperation, (value: number) => string> as Record<SetOperation, (value: number) => string>,
    nothing: 'Não sobra nenhuma linha: escolha outra lista ou outra forma de combinar.',
    samePerson: 'É a mesma pessoa quem tem um telefone ou e-mail em comum, com ou sem o 55 e o nono dígito.',
    columns: 'As colunas com o mesmo título se juntam; as que só a outra lista tem vão para o fim.',
    confirm: 'Combinar',
    names: {
      minus: (one: string, other: string) => `${one} sem ${other}`,
      and: (one: string, other: string) => `${one} e ${other}`,
      or: (one: string, other: string) => `${one} ou ${other}`,
    } satisfies Record<SetOperation, (one: string, other: string) => string> as Record<
      SetOperation,
      (one: string, other: string) => string
    >,
    made: 'Esta lista foi combinada aqui e ainda não está em nenhum arquivo.',
    save: 'Salvar como arquivo',
  },

  leave: {
    title: 'Sair desta lista?',
    lost: {
      pasted: 'a lista colada, que não está em nenhum arquivo',
      settings: 'o que você escolheu sobre como ler a lista',
      combined: 'a lista combinada, que não está em nenhum arquivo',
      choices: 'o nome, os filtros ou quem responde, como você escolheu',
    },
    kept: 'Nada foi enviado. Os arquivos e os cruzamentos anteriores continuam onde estão.',
    confirm: 'Sair da lista',
  },
  list: {
    change: 'Trocar a lista',
    fromRun: (name: string, moment: string) => `A mesma lista de “${name}”, cruzada ${moment}.`,
    /** Names of lists that are rows of tables. */
    filteredRows: (table: string) => `${table} – linhas filtradas`,
    goneRows: (name: string) => `${name} – saíram da lista`,
    selectedRows: (table: string) => `${table} – linhas selecionadas`,
    rowsOfOutcomes: (run: string, outcomes: readonly string[]) => `${run} – ${outcomes.join(', ')}`,
    /** Names of lists that are entries of forms. */
    entriesOf: (form: string) => `Respostas de ${form}`,
    allEntries: 'Respostas de todos os formulários',
    settings: 'Como a lista foi lida',
    kinds: {
      text: 'texto',
      xlsx: 'planilha XLSX',
      xls: 'planilha XLS',
      ods: 'planilha ODS',
      html: 'tabela HTML',
      vcard: 'agenda de contatos (vCard)',
      whatsapp: 'conversa do WhatsApp',
    } satisfies Record<ListInspection['file_kind'], string> as Record<ListInspection['file_kind'], string>,
    encoding: 'Acentos',
    encodings: {
      'utf-8': 'UTF-8',
      'utf-8-bom': 'UTF-8 com BOM',
      'windows-1252': 'Windows-1252',
      mixed: 'UTF-8 e Windows-1252, linha a linha',
      'utf-16le': 'UTF-16 LE',
      'utf-16be': 'UTF-16 BE',
    } satisfies Record<Encoding, string> as Record<Encoding, string>,
    delimiter: 'Separador',
    delimiters: {
      ',': 'vírgula ,',
      ';': 'ponto e vírgula ;',
      '\t': 'tabulação',
      '|': 'barra |',
      none: 'nenhum: uma coluna só',
    } satisfies Record<Delimiter, string> as Record<Delimiter, string>,
    header: 'Primeira linha',
    headers: { yes: 'é o cabeçalho', no: 'já são dados' },
    sheet: 'Aba',
    /** In place of it for a web page, whose tables have numbers. */
    table: 'Tabela',
    allSheets: (value: number) => `as ${number(value)} com telefones ou e-mails`,
    readAll: 'Ler todas juntas',
    /** Sheets or tables with people; the examples are their names and rows. */
    otherSheets: (kind: ListInspection['file_kind'], sheets: readonly KeySheet[]) =>
      `O arquivo tem mais ${kind === 'html' ? count(sheets.length, 'tabela', 'tabelas') : count(sheets.length, 'aba', 'abas')} com telefones ou e-mails, que não ${sheets.length === 1 ? 'entra' : 'entram'}: ${keySheets(sheets)}.`,
    joinedSheets: (sheets: readonly KeySheet[]) =>
      `${keySheets(sheets)}: lidas como uma lista só. As colunas com o mesmo título se juntam, e a última diz de onde veio cada linha.`,
    hiddenRows: 'Linhas ocultas',
    hiddenChoices: { read: 'entram', skip: 'ficam de fora' },
    hiddenRead: (value: number) =>
      value === 1
        ? '1 linha está oculta ou filtrada na planilha, e entra também. Em “Linhas ocultas” você pode deixá-la de fora.'
        : `${rows(value)} estão ocultas ou filtradas na planilha, e entram também. Em “Linhas ocultas” você pode deixá-las de fora.`,
    hiddenSkipped: (value: number) =>
      value === 1
        ? '1 linha está oculta ou filtrada na planilha, e fica de fora.'
        : `${rows(value)} estão ocultas ou filtradas na planilha, e ficam de fora.`,
    recognised: 'reconhecido',
    chosen: 'escolhido por você',
    reset: 'Reconhecer de novo',
    preview: (shown: number, columnCount: number) =>
      `Primeiras ${rows(shown)}, ${columns(columnCount)}, como estão no arquivo`,
    unnamed: (place: number) => `Coluna ${number(place)}`,
    use: (column: string) => `O que há em ${column}`,
    uses: { phone: 'telefone', email: 'e-mail', other: 'não é chave' },
    type: (column: string) => `Tipo de ${column}`,
    types: {
      text: 'texto',
      phone: 'telefone',
      email: 'e-mail',
      number: 'número',
      money: 'dinheiro',
      day: 'data',
      yes_no: 'sim ou não',
    },
    recogniseType: 'reconhecer o tipo',
    /** Cells of the sample that do not fit the type of their column, and how many are filled. */
    misfits: (type: string, cells: number, filled: number) =>
      `${number(cells)} de ${number(filled)} ${cells === 1 ? 'não é' : 'não são'} ${type}`,
    /** A column that was left though it may be of the person; the examples are of its cells. */
    question: {
      which: (kind: 'phone' | 'email') =>
        `Estas duas colunas têm ${kind === 'phone' ? 'telefones' : 'e-mails'}. Qual é da pessoa?`,
      repeated: (kind: 'phone' | 'email', column: string, example: string) =>
        `Os ${kind === 'phone' ? 'telefones' : 'e-mails'} de “${column}” (${example}) podem ser de outra pessoa e ficaram fora. São das pessoas da lista?`,
      digits: (column: string, example: string) =>
        `Os números de “${column}” (${example}) parecem códigos, datas ou documentos. São telefones das pessoas da lista?`,
      notPhones: 'Não são telefones',
      column: (column: string, example: string) => `${column}: ${example}`,
      both: 'As duas',
      yes: 'Sim, são delas',
      no: 'Não, são de outra pessoa',
    },
    keyColumns: keyColumnsSentence,
  },
  /** What inspection noticed; keys of `ListInspection.hints`. */
  hints: {
    double_encoded: 'Os acentos já vinham trocados no arquivo (JoÃ£o). Isso não atrapalha os telefones.',
    replaced_characters: 'Há caracteres que não se leem com estes acentos. Experimente Windows-1252.',
    mixed_encodings: 'O arquivo junta listas de programas diferentes; os acentos de cada linha foram lidos à parte.',
    several_sheets: 'O arquivo tem várias abas; só a escolhida é cruzada.',
    phones_in_messages:
      'As mensagens também citam telefones. A lista tem só quem participa da conversa: para cruzar os citados, cole-os à parte.',
    cut_off:
      'O arquivo acaba no meio da tabela: o download pode ter sido interrompido. Confira as últimas linhas, ou baixe-o de novo.',
    several_people_in_rows:
      'Parece haver várias pessoas em cada linha. Cada linha conta como uma pessoa só: se forem várias, deixe uma por linha.',
    no_key_column: 'Nenhuma coluna parece ter telefones ou e-mails. Indique uma no cabeçalho abaixo.',
    area_code_column: 'O DDD está em uma coluna própria e entra na frente de cada telefone.',
    message_sides:
      'A lista é de mensagens enviadas e recebidas: vale o telefone do outro lado de cada uma. O número que está em todas as linhas, o seu, fica fora.',
    ragged_rows: 'As linhas não têm todas o mesmo número de colunas. Confira o separador.',
    damaged_by_excel:
      'O Excel estragou alguns telefones (5,51199E+12). Os algarismos que faltam não voltam: peça a lista de novo com a coluna em formato de texto.',
  } as Readonly<Record<string, string>>,

  budget: {
    label: 'O que será enviado',
    repeated: (value: number) => count(value, 'repetida', 'repetidas'),
    unusable: (value: number) => count(value, 'inválida', 'inválidas'),
    cost: (requestCount: number, duration: string, measured: boolean) =>
      `${requests(requestCount)}, ~${duration}${measured ? '' : ' (primeira estimativa)'}`,
    /** What asking with the other ninth digit adds at most. */
    otherCost: (requestCount: number, duration: string) =>
      `no máximo mais ${requests(requestCount)}, ~${duration}, pelo nono dígito`,
    offline: 'nenhum pedido, offline',
    nothing: 'Nenhuma chave para enviar. Escolha a coluna dos telefones ou dos e-mails.',
    /** Where the list has a result all the same: every row with its reason. */
    nobody: (rowCount: number, problems: ListBudget['problems']): string => {
      const byCount = problems.toSorted((one, other) => other.cells - one.cells)
      const why = byCount.map(({ reason, cells }) => `${cruzar.reasons[reason]}: ${number(cells)}`).join('; ')
      const come = rowCount === 1 ? 'a única linha sai' : `as ${rows(rowCount)} saem`
      return `Nesta lista não há por quem perguntar. O que está nas células: ${why}. Nada é enviado; ${come} como “Inválida”, com o motivo.`
    },
    why: 'Por quê?',
    unusableTitle: (cells: number) =>
      cells === 1 ? '1 célula não serve como chave' : `${number(cells)} células não servem como chave`,
    withoutKey: (value: number) =>
      `${rows(value)} ${value === 1 ? 'não tem chave: sai' : 'não têm chave: saem'} como “Inválida”, com o motivo.`,
    withOtherKey: 'Linhas com outra chave são enviadas por ela.',
    hasOtherKey: 'a linha tem outra chave',
    firstOnes: (value: number) => `As primeiras ${number(value)} células.`,
    row: 'Linha',
    column: 'Coluna',
    reason: 'Motivo',
    text: 'O que está escrito',
  },
  start: {
    connection: 'Quem responde',
    sheet: (name: string) => `Planilha guardada: ${name} (offline)`,
    sheets: (names: readonly string[]) => `Planilhas guardadas: ${names.join(', ')} (offline)`,
    sheetsGone: (value: number) =>
      value === 1
        ? 'Uma planilha que respondeu da outra vez não está mais aqui.'
        : `${number(value)} planilhas que responderam da outra vez não estão mais aqui.`,
    ownSheet: (name: string) => `Quem responde é a planilha guardada “${name}” (offline).`,
    sheetRead: (moment: string) => `Lida ${moment}.`,
    sheetNeverWhole: 'Ainda não foi lida até o fim.',
    /** A sheet knows no more than what it was read with. */
    sheetHint: 'Vale o que a planilha tem: “ausente” quer dizer fora dela.',
    sheetReadWith: (name: string, filters: string) =>
      `“${name}” foi lida só com ${filters}. O que ficou fora disso ela não tem.`,
    newestOnly:
      'Por pessoa, a planilha só tem a conversa mais recente: quem só tem uma mais antiga dentro dos filtros sai como “sem conversa”.',
    severalAccounts: 'As planilhas são de contas diferentes: caixas e agentes só se filtram em uma conta.',
    noConnection: 'Para cruzar é preciso uma conexão com a plataforma de atendimento.',
    nameMissing: 'Dê um nome a este cruzamento.',
    noFilters: 'nenhum',
    otherNinth: 'Perguntar também com ou sem o nono dígito',
    otherNinthHint: 'Só por celulares ausentes ou sem conversa. Quem tem dois cadastros conta pelo que tem conversa.',
    noOtherNinth: 'nono dígito só como está escrito',
    filtersHint: 'Com filtros, “com conversa” quer dizer com conversa dentro deles.',
    confirm: 'Cruzar',
    /** Of a list of which nobody can be asked. */
    keep: 'Guardar o resultado',
    sending: (value: number) => `Envia ${keys(value)} para a conexão escolhida. Nada é gravado lá.`,
    staying: (value: number) => `Procura ${keys(value)} na planilha guardada. Nada sai deste computador.`,
  },

  offer: {
    text: (name: string, moment: string) =>
      `A planilha “${name}”, lida ${moment}, pode responder a mesma lista agora, sem o serviço.`,
    answer: 'Responder com a planilha guardada',
  },

  runs: {
    title: 'Listas já cruzadas',
    outcomes: 'Resultado',
    answerer: 'Quem respondeu',
    state: 'Situação',
    figure: (outcome: string, value: number) => `${number(value)} ${outcome.toLocaleLowerCase('pt-BR')}`,
    earlier: (value: number) => count(value, 'cruzamento anterior desta lista', 'cruzamentos anteriores desta lista'),
    actionsOf: (name: string) => `Ações de ${name}`,
    again: 'Cruzar de novo',
    filterPlaceholder: 'Procurar por nome ou lista',
    noneFound: 'Nenhum cruzamento com este nome.',
    gone: 'Este cruzamento não existe mais',
    goneText: 'Ele foi esquecido, ou os dados são de outra conta.',
    backToList: 'Ver os cruzamentos',
    showAll: (value: number) => `Mostrar os ${number(value)}`,
  },
  /** What has changed since an earlier run of the same list. */
  changes: {
    since: (moment: string) => `Desde ${moment}`,
    sinceRun: (moment: string, name: string) => `${moment} · ${name}`,
    chooseSince: 'Comparar com',
    label: 'O que mudou; escolha um para ver só as linhas dele',
    counts: {
      linha_nova: (value) => count(value, 'linha nova', 'linhas novas'),
      respondeu: (value) => count(value, 'respondeu', 'responderam'),
      novo_cadastro: (value) => count(value, 'novo cadastro', 'novos cadastros'),
      nova_conversa: (value) => count(value, 'nova conversa', 'novas conversas'),
      resolvida: (value) => count(value, 'resolvida', 'resolvidas'),
      reaberta: (value) => count(value, 'reaberta', 'reabertas'),
      outro_agente: (value) => count(value, 'com outro agente', 'com outro agente'),
      perdeu_conversa: (value) => count(value, 'ficou sem conversa', 'ficaram sem conversa'),
      saiu_da_base: (value) => count(value, 'saiu da base', 'saíram da base'),
      outro_resultado: (value) => count(value, 'com outro resultado', 'com outro resultado'),
    } satisfies Record<ChangeKind, (value: number) => string> as Record<ChangeKind, (value: number) => string>,
    gone: (value: number) => count(value, 'saiu da lista', 'saíram da lista'),
    none: 'nada mudou',
    comparing: 'Comparando com a vez anterior…',
    all: (value: number) => `tudo o que mudou (${number(value)})`,
    export: 'Exportar o que mudou',
    fileName: (name: string) => `${name} - o que mudou`,
    panels: { flow: 'Movimentos', history: 'Ao longo do tempo' },
    history: {
      label: 'Resultado de cada cruzamento desta lista',
      note: 'Em % das linhas, só cruzamentos feitos do mesmo jeito. Clique em um ponto para abrir o cruzamento.',
      /** Marks the run that is open. */
      open: 'este',
      openRun: (moment: string) => `${moment} (este)`,
    },
    flowLabel: 'De onde cada linha veio e onde está agora',
    before: 'Antes',
    now: 'Agora',
    newRows: 'Linhas novas',
    move: (from: string, to: string, value: number) => `De ${from} para ${to}: ${rows(value)}`,
    stayed: (value: number) => `${rows(value)} no mesmo resultado`,
    /** Where the sheets that answered then were older than the run. */
    knownAt: (moment: string) =>
      `O que se sabia então era de ${moment}, quando a planilha foi lida: as mudanças contam desde lá.`,
    /** What was asked otherwise then. */
    differences: {
      answerer: 'outro tipo de resposta (serviço ou planilha)',
      sheets: 'outras planilhas',
      filter: 'outros filtros',
      match: 'outro degrau',
      other_ninth: 'outra escolha sobre o nono dígito',
    } satisfies Record<QuestionPart, string> as Record<QuestionPart, string>,
    /** Runs that asked something else, which are not compared by themselves. */
    notCompared: (moment: string, differences: string) =>
      `Não foi comparada com a vez anterior, ${moment}, que teve ${differences}: a diferença não seria das pessoas.`,
    compareAnyway: 'Comparar mesmo assim',
    /** Of a comparison all the same. */
    asked: (differences: string) =>
      `Aquela vez teve ${differences}: “com outro resultado” pode vir disso, e não de alguém que mudou.`,
    withoutKey: (value: number) =>
      value === 1
        ? '1 linha sem chave não tem com o que se comparar.'
        : `${rows(value)} sem chave não têm com o que se comparar.`,
    goneTitle: (value: number) => `${rows(value)} da vez anterior não estão mais na lista`,
    goneFirst: (value: number) => `As primeiras ${number(value)}.`,
    goneBefore: 'Antes',
    goneList: 'Fazer uma lista com elas',
  },
  /** A list that was crossed before. */
  recognised: {
    label: (name: string) => `Continuar a lista “${name}”`,
    /** What the run before asked is asked again. */
    asBefore: 'Quem responde e os filtros são os da última vez.',
    hint: (times: number, moment: string, share: string) =>
      `Cruzada ${count(times, 'vez', 'vezes')}, a última ${moment}${share === '' ? '' : `; ${share} das chaves em comum`}. O resultado mostra o que mudou desde então.`,
  },
  states: {
    running: 'em andamento',
    finished: 'pronto',
    interrupted: 'interrompido',
  } satisfies Record<Run['state'], string> as Record<Run['state'], string>,
  unansweredState: (value: number) => `${number(value)} sem resposta`,

  /** Rows whose key and contact are written in different ways. */
  otherNames: {
    rows: (value: number) => count(value, 'nome diferente', 'nomes diferentes'),
    show: 'Ver só as linhas em que o nome da lista e o da base não têm nenhuma palavra em comum',
    showAll: 'Ver todas as linhas',
  },
  otherMatches: {
    rows: (value: number) => count(value, 'achada escrita de outra forma', 'achadas escritas de outra forma'),
    show: 'Ver só essas linhas',
    showAll: 'Ver todas as linhas',
  },
  run: {
    /** The five figures. While it runs, what has no answer yet is only waiting. */
    figures: {
      com_conversa: 'Com conversa',
      sem_conversa: 'Sem conversa',
      ausente: 'Ausentes',
      invalida: 'Inválidas',
      sem_resposta: 'Sem resposta',
      ambigua: 'Ambíguas',
    } satisfies Record<Outcome, string> as Record<Outcome, string>,
    hints: {
      com_conversa: 'já são ou foram atendidos',
      sem_conversa: 'só cadastrados',
      ausente: 'não estão na base',
      invalida: 'sem chave que sirva',
      sem_resposta: 'ainda não se sabe',
      ambigua: 'combinam com vários cadastros',
    } satisfies Record<Outcome, string> as Record<Outcome, string>,
    /** In place of the hints of those with and without a conversation where filters say which counts. */
    within: (filters: string) => `dentro dos filtros: ${filters}`,
    noneWithin: (filters: string) => `sem conversa dentro dos filtros: ${filters}`,
    /** In place of the hint of `ausente` where a cached sheet answered. */
    notInSheet: 'não estão na planilha',
    notInSheets: 'não estão nestas planilhas',
    waitingFigure: 'esperando a resposta',
    figuresLabel: 'Resultado por linha; escolha um para ver só as linhas dele',
    figure: (label: string, value: number, share: string) => `${label}: ${rows(value)}, ${share}`,
    /** The stacked bar for those who do not see it. */
    bar: (parts: string) => `Partes da lista: ${parts}`,
    barPart: (label: string, value: number, share: string) => `${label} ${number(value)} (${share})`,
    table: (name: string) => `Linhas de ${name}`,
    facts: {
      filters: (sentence: string) => `filtros: ${sentence}`,
      noFilters: 'sem filtros',
      sheet: (name: string, moment: string) => `respondida pela planilha “${name}”, lida ${moment}`,
      sheetNeverWhole: (name: string) => `respondida pela planilha “${name}”, que não tinha sido lida até o fim`,
      requests: (value: number, duration: string) => `${requests(value)} em ${duration}`,
      /** The last rung of the match ladder that counts. */
      match: (rung: string) => `até: ${rung}`,
    },
    otherForms: (value: number) =>
      value === 1
        ? '1 chave ausente ou sem conversa pode estar na base com ou sem o nono dígito.'
        : `${keys(value)} ausentes ou sem conversa podem estar na base com ou sem o nono dígito.`,
    askOtherForms: 'Perguntar também assim',
    candidates: (value: number) => `${number(value)} cadastros combinam com esta linha`,
    firstCandidates: (value: number) => `Os primeiros ${number(value)}.`,
    /** Of a row with a conversation. */
    unseenCard:
      'O serviço foi consultado só pelo número como está na lista. Se a pessoa tem outro cadastro, com ou sem o nono dígito, ele não aparece aqui.',
    progressLabel: 'Chaves com resposta',
    /** Said now and then to those who hear the screen. */
    said: (percent: number) => `${number(percent)}% das chaves têm resposta`,
    saidDone: (name: string) => `Pronto: ${name} foi cruzada`,
    starting: 'Começando…',
    cancelled: 'Você parou antes do fim.',
    ended: 'O Cruza foi fechado antes do fim.',
    kept: (done: number, total: number) =>
      `${number(done)} de ${keys(total)} já têm resposta e estão guardadas; as outras ficam como “Sem resposta”.`,
    unanswered: (value: number) =>
      value === 1
        ? '1 linha ficou sem resposta: o serviço não disse se ela está na base.'
        : `${rows(value)} ficaram sem resposta: o serviço não disse se estão na base.`,
    unansweredKept: 'Elas não contam como ausentes. As outras respostas estão guardadas.',
    /** Why, and the first keys of each reason. */
    unansweredWhy: (value: number, reason: string, examples: readonly string[]) =>
      `${keys(value)}: ${reason} (${examples.join(', ')}${value > examples.length ? ', …' : ''})`,
    shortcut: (label: string) => `Ver só: ${label}`,
    /**
     * From a row to its lead in a cached sheet. The number is that of the sheets that answered, the name that of all of
     * them.
     */
    inSheet: {
      show: 'Ver na planilha',
      gone: (value: number, name: string) =>
        value === 1
          ? `A planilha “${name}” não está mais neste computador.`
          : 'Nenhuma das planilhas que responderam está mais neste computador.',
      absent: (value: number, name: string) =>
        value === 1
          ? `Este contato não está mais na planilha “${name}”.`
          : 'Este contato não está mais nas planilhas que responderam e ainda estão neste computador.',
      nowhere: 'Este contato não está em nenhuma planilha desta conta neste computador.',
    },
  },

  export: {
    /** Of the figures that are chosen. */
    some: (outcomes: readonly Outcome[]) => {
      const [only, ...others] = outcomes
      if (!only) return 'Exportar linhas'
      return others.length === 0 ? `Exportar ${exportedWords[only]}` : 'Exportar os escolhidos'
    },
    /** With the number of rows, once it is known. */
    counted: (words: string, value: number | null) => (value === null ? words : `${words} (${number(value)})`),
    shown: (value: number | null) =>
      value === null ? 'Só o que a busca e os filtros mostram' : `Só ${rows(value)} da busca e dos filtros`,
    every: (value: number) => `Tudo, sem busca nem filtros: ${rows(value)}`,
    ofQuery: 'O que a busca e os filtros mostram',
    counting: 'Contando as linhas…',
    title: (name: string) => `Exportar “${name}”`,
    which: 'Quais linhas',
    all: 'Todas',
    columnsHint:
      'As suas colunas vêm primeiro, com os mesmos valores; depois as outras que a tabela mostra. “CSV para sistemas” leva todas, com os nomes de máquina.',
    chosen: (value: number) => (value === 0 ? 'Nenhuma linha nesta escolha.' : `${rows(value)} no arquivo`),
    /** The name that is proposed for the file, without an extension. */
    fileName: (name: string, parts: string) => (parts === '' ? name : `${name} - ${parts}`),
    fileNameOfQuery: (name: string) => `${name} (filtradas)`,
  },
  rename: {
    title: 'Renomear cruzamento',
    name: 'Nome',
    confirm: 'Renomear',
  },
  forget: {
    title: (name: string) => `Esquecer “${name}”?`,
    lost: (run: {
      readonly rows: number
      readonly answered_keys: number
      readonly state: string
    }): readonly string[] => [
      `a lista, com ${rows(run.rows)}`,
      `as respostas de ${keys(run.answered_keys)}`,
      ...(run.state === 'running' ? ['o cruzamento em andamento, que será cancelado'] : []),
    ],
    kept: 'Nada muda no serviço, nem nos arquivos que você já exportou.',
    confirm: 'Esquecer',
  },
}

const exportedWords: Readonly<Record<Outcome, string>> = {
  com_conversa: 'com conversa',
  sem_conversa: 'sem conversa',
  ausente: 'ausentes',
  invalida: 'inválidas',
  sem_resposta: 'sem resposta',
  ambigua: 'ambíguas',
}

function keyColumnsSentence(phones: number, emails: number): string {
  const parts = [
    phones > 0 ? count(phones, 'coluna de telefone', 'colunas de telefone') : '',
    emails > 0 ? count(emails, 'coluna de e-mail', 'colunas de e-mail') : '',
  ].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' e ') : 'nenhuma coluna de chave'
}
