import type { FileNotes, OriginPlace } from '../../contract/saved-files.ts'
import type { ConversationStatus } from '../../contract/sheets.ts'
import type { CopiedKeys, KeyKind } from '../../contract/tables.ts'
import type { DerivedField, Weekday } from '../../values/derived-fields.ts'
import type { LeadField } from '../../values/lead-fields.ts'
import type { NoteField } from '../../values/notes.ts'
import type { KeyText } from '../params.ts'
import { count, number } from './common.ts'

const rows = (value: number) => count(value, 'linha', 'linhas')
const columns = (value: number) => count(value, 'coluna', 'colunas')
/** Columns that are not shown, and so neither copied nor exported; nothing for none. */
const leftOut = (value: number) =>
  value === 0 ? '' : `; ${count(value, 'coluna oculta ficou', 'colunas ocultas ficaram')} de fora`

/** The rows that gave no line of their own; nothing for none. */
const notAmong = ({ repeated, without }: CopiedKeys, key: string) =>
  [
    repeated === 0 ? '' : `; ${count(repeated, `linha repete um ${key}`, `linhas repetem um ${key}`)}`,
    without === 0 ? '' : `; ${rows(without)} sem ${key}`,
  ].join('')

type FieldHeadings = Record<LeadField | DerivedField | NoteField, string>

export const tables = {
  searchLabel: 'Buscar nesta tabela',
  searchPlaceholder: 'Buscar nome, telefone, e-mail…  ( / )',
  goToRows: 'Ir para as linhas',
  found: (value: number) => (value === 0 ? 'nenhuma linha' : rows(value)),
  /** Beside the number of rows: how some of them were found. */
  searchHits: {
    withNinth: (value: number) => `${number(value)} com o nono dígito`,
    withoutNinth: (value: number) => `${number(value)} sem o nono dígito`,
    /** `list` names the hidden columns. */
    onlyHidden: (value: number, hidden: number, list: string) =>
      `${number(value)} só em ${hidden === 1 ? 'coluna oculta' : 'colunas ocultas'}: ${list}`,
  },
  empty: 'Sem linhas',
  emptyText: 'Esta tabela ainda não tem linhas.',
  noneFound: 'Nenhuma linha passa por esta busca e estes filtros',
  noneFoundText: 'Nada foi apagado: limpe os filtros para ver todas as linhas.',
  shortcuts: (key: KeyText) => `${key('enter')} detalhes · ${key('mod+a')} todas · ${key('mod+c')} copiar`,

  /** Announced with a row that has the focus: what the space bar does. */
  ariaRowSelect: 'Espaço seleciona esta linha',
  ariaRowDeselect: 'Espaço tira esta linha da seleção',

  counts: {
    shown: (shown: number, total: number) => `${number(shown)} de ${rows(total)}`,
    selected: (value: number) => count(value, 'selecionada', 'selecionadas'),
    /** `filled`: the cells that hold something; null until they are counted. */
    cells: (value: number, filled: number | null) =>
      `${count(value, 'célula', 'células')}${filled === null || filled === value ? '' : `, ${count(filled, 'preenchida', 'preenchidas')}`}`,
    /** Of a column, or of all marked cells. */
    sum: (heading: string | null, value: number) =>
      `soma${heading === null ? '' : ` de ${heading.toLocaleLowerCase()}`} ${number(value)}`,
    mean: (value: number) => `média ${number(value)}`,
    times: (heading: string | null, first: string, last: string) =>
      `${heading === null ? '' : `${heading.toLocaleLowerCase()} `}de ${first} a ${last}`,
  },

  heading: {
    sortedUp: 'em ordem crescente',
    sortedDown: 'em ordem decrescente',
    place: (place: number, of: number) => `${place}ª de ${of} ordens`,
    filtered: 'com filtro',
    menu: (heading: string) => `Menu da coluna ${heading}`,
    hint: (key: KeyText) =>
      `${key('enter')} ordena, ${key('shift+enter')} junta à ordem, ${key('alt+arrowdown')} abre o menu`,
  },
  menu: {
    ascending: 'Ordenar crescente',
    descending: 'Ordenar decrescente',
    addAscending: 'Juntar à ordem, crescente',
    addDescending: 'Juntar à ordem, decrescente',
    unsort: 'Tirar da ordem',
    filter: 'Filtrar…',
    changeFilter: 'Mudar o filtro…',
    unfilter: 'Tirar o filtro',
    moveLeft: 'Mover para a esquerda',
    moveRight: 'Mover para a direita',
    pin: 'Fixar à esquerda',
    unpin: 'Soltar',
    group: 'Agrupar por esta coluna',
    hide: 'Ocultar',
    fit: 'Ajustar a largura',
    summary: 'Resumo da coluna',
    fitAll: 'Ajustar todas as colunas',
    copy: 'Copiar coluna',
  },
  columns: {
    button: 'Colunas',
    hiddenCount: (value: number) => `${number(value)} ${value === 1 ? 'oculta' : 'ocultas'}`,
    emptyCount: (value: number) => `${number(value)} ${value === 1 ? 'vazia' : 'vazias'}`,
    empty: 'Vazias',
    emptyHint: 'Colunas sem nada em nenhuma linha ficam fora da tela até terem algo.',
    showEmpty: 'Mostrar as vazias',
    derived: 'Calculadas aqui',
    derivedHint: 'Feitas das outras colunas e das suas notas: aparecem, também nos arquivos, só quando marcadas.',
    search: 'Procurar coluna',
    none: 'Nenhuma coluna com este nome',
    moveUp: (heading: string) => `Mover ${heading} para antes`,
    moveDown: (heading: string) => `Mover ${heading} para depois`,
    showAll: 'Mostrar todas',
    restore: 'Voltar ao padrão',
    goTo: 'ir para a coluna',
    showAndGo: 'mostrar e ir para a coluna',
    filterIt: 'filtrar a coluna',
    sumItUp: 'resumo da coluna',
    hideIt: 'ocultar a coluna',
  },

  filter: {
    title: (heading: string) => `Filtrar ${heading}`,
    apply: 'Filtrar',
    remove: (sentence: string) => `Tirar o filtro: ${sentence}`,
    change: (sentence: string) => `Mudar o filtro: ${sentence}`,
    operator: 'Condição',
    operators: {
      contains: 'contém',
      not_contains: 'não contém',
      equals: 'é igual a',
      starts_with: 'começa com',
      ends_with: 'termina com',
      matches: 'combina com a expressão regular',
      in: 'é um destes',
      not_in: 'não é nenhum destes',
      all_of: 'tem todos estes',
      between: 'entre',
      equal: 'igual a (=)',
      not_equal: 'diferente de (≠)',
      less: 'menor que (<)',
      at_most: 'até (≤)',
      more: 'maior que (>)',
      at_least: 'a partir de (≥)',
      period: 'no período',
      on: 'no dia',
      before: 'antes do dia',
      after: 'depois do dia',
      blank: 'está vazio',
      not_blank: 'não está vazio',
      misfit: 'não cabe no tipo da coluna',
    },
    textAsCame: 'Texto, como veio',
    pattern: 'Expressão regular',
    patternHint: 'Como em RE2: ^ começo, $ fim, \\d algarismo. Maiúsculas e minúsculas valem igual.',
    number: 'Número',
    day: 'Dia',
    from: 'De (dia)',
    to: 'Até (dia)',
    period: 'Período',
    count: 'Quantos',
    searchValues: 'Procurar valor',
    noValues: 'Nenhum valor',
    moreValues: 'Só os 500 valores mais frequentes aparecem aqui: procure para ver os outros.',
    checkAll: 'Marcar todos',
    uncheckAll: 'Desmarcar todos',
    chosen: (value: number) => count(value, 'marcado', 'marcados'),
  },
  day: {
    pattern: 'dd/mm/aaaa',
    impossible: 'Este dia não existe no calendário: escreva dia, mês e ano, como 20/11/2026.',
    unreadable: 'Escreva o dia inteiro, como 20/11/2026.',
    reversed: 'O último dia vem antes do primeiro.',
    future: 'Este dia está no futuro.',
    mend: 'Corrija primeiro o dia que está marcado.',
    clear: (label: string) => `Limpar ${label}`,
    previousMonth: 'Mês anterior',
    nextMonth: 'Próximo mês',
  },
  /** Periods that move with the calendar. */
  periods: {
    today: 'hoje',
    yesterday: 'ontem',
    this_week: 'esta semana',
    last_week: 'semana passada',
    this_month: 'este mês',
    last_month: 'mês passado',
    last_days: (days: number) => (days === 1 ? 'último dia' : `últimos ${number(days)} dias`),
    before_days: (days: number) => `há mais de ${days === 1 ? '1 dia' : `${number(days)} dias`}`,
    last_hours: (hours: number) => (hours === 1 ? 'última hora' : `últimas ${number(hours)} horas`),
    /** For a choice: weeks begin on Monday, counts are still open. */
    names: {
      today: 'hoje',
      yesterday: 'ontem',
      this_week: 'esta semana, desde segunda',
      last_week: 'semana passada, segunda a domingo',
      this_month: 'este mês',
      last_month: 'mês passado',
      last_days: 'últimos … dias',
      before_days: 'há mais de … dias',
      last_hours: 'últimas … horas',
    },
  },
  /** A filter as a sentence that starts with its column. */
  sentences: {
    contains: (heading: string, text: string) => `${heading} contém “${text}”`,
    not_contains: (heading: string, text: string) => `${heading} não contém “${text}”`,
    equals: (heading: string, text: string) => `${heading} é “${text}”`,
    starts_with: (heading: string, text: string) => `${heading} começa com “${text}”`,
    ends_with: (heading: string, text: string) => `${heading} termina com “${text}”`,
    between: (heading: string, min: string, max: string) => `${heading}: ${min} a ${max}`,
    atLeast: (heading: string, min: string) => `${heading}: a partir de ${min}`,
    atMost: (heading: string, max: string) => `${heading}: até ${max}`,
    exactly: (heading: string, value: string) => `${heading}: ${value}`,
    in: (heading: string, values: string) => `${heading}: ${values}`,
    not_in: (heading: string, values: string) => `${heading}: menos ${values}`,
    matches: (heading: string, pattern: string) => `${heading} combina com /${pattern}/`,
    compared: (heading: string, sign: string, value: string) => `${heading} ${sign} ${value}`,
    blank: (heading: string) => `${heading}: vazio`,
    not_blank: (heading: string) => `${heading}: preenchido`,
    misfit: (heading: string) => `${heading}: não cabe no tipo`,
  },

  views: {
    menu: 'Visão',
    list: 'Visões',
    builtIn: 'Prontas',
    all: 'Tudo',
    conditions: 'Condições…',
    group: 'Agrupar…',
    save: 'Salvar como visão…',
    saveTitle: 'Salvar esta visão',
    name: 'Nome da visão',
    update: (name: string) => `Salvar as mudanças em “${name}”`,
    changed: 'mudada',
    actions: (name: string) => `Ações da visão ${name}`,
    rename: 'Renomear…',
    renameTitle: 'Renomear a visão',
    duplicate: 'Duplicar…',
    makeDefault: 'Usar como visão inicial',
    unmakeDefault: 'Não usar como visão inicial',
    isDefault: 'visão inicial',
    forget: 'Esquecer',
    undo: 'Desfazer',
    redo: 'Refazer',
    changes: 'Desfazer até',
    noChanges: 'Nada para desfazer',
    change: {
      search: (text: string) => (text === '' ? 'busca limpa' : `busca “${text}”`),
      added: (sentence: string) => sentence,
      removed: (sentence: string) => `sem ${sentence}`,
      conditions: 'condições',
      sort: (sentence: string) => (sentence === '' ? 'sem ordem' : `ordem: ${sentence}`),
      groups: (fields: string) => (fields === '' ? 'sem grupos' : `agrupado por ${fields}`),
      shown: (heading: string) => `${heading} mostrada`,
      hidden: (heading: string) => `${heading} oculta`,
      pinned: (heading: string) => `${heading} fixada ou solta`,
      width: (heading: string) => `largura de ${heading}`,
      columns: 'colunas',
    },
  },

  groups: {
    button: 'Agrupar',
    by: (fields: string) => `Agrupado por ${fields}`,
    change: (sentence: string) => `Mudar: ${sentence}`,
    remove: 'Mostrar as linhas sem grupos',
    first: 'Agrupar por',
    next: 'e depois por',
    unit: 'De quanto em quanto tempo',
    addField: 'Mais um campo',
    removeField: 'Tirar o campo',
    across: 'Valores do segundo campo lado a lado',
    addFigure: 'Soma, média, pessoas diferentes…',
    removeFigure: 'Tirar o valor',
    figure: 'Mostrar',
    of: 'de',
    figureNames: {
      sum: 'soma',
      mean: 'média',
      minimum: 'menor',
      maximum: 'maior',
      distinct: 'quantos diferentes',
    },
    count: (shown: number, total: number) =>
      shown === total ? count(total, 'grupo', 'grupos') : `${number(shown)} de ${count(total, 'grupo', 'grupos')}`,
    search: 'Buscar grupo…  ( / )',
    opensRows: 'Enter em um grupo mostra as linhas dele.',
    apply: 'Agrupar',
    weekdays: {
      '1': 'segunda',
      '2': 'terça',
      '3': 'quarta',
      '4': 'quinta',
      '5': 'sexta',
      '6': 'sábado',
      '7': 'domingo',
    } as Readonly<Record<string, string>>,
    hour: (hour: number) => `${hour} h`,
    rows: 'Linhas',
    share: 'Parte',
    units: { day: 'por dia', week: 'por semana', month: 'por mês', weekday: 'por dia da semana', hour: 'por hora' },
    /** The heading of a field of moments. */
    byUnit: (heading: string, unit: string) => `${heading}, ${unit}`,
    figures: {
      sum: (heading: string) => `Soma de ${heading}`,
      mean: (heading: string) => `Média de ${heading}`,
      minimum: (heading: string) => `Menor ${heading}`,
      maximum: (heading: string) => `Maior ${heading}`,
      distinct: (heading: string) => `${heading}: diferentes`,
    },
  },

  conditions: {
    button: 'Condições',
    title: 'Condições',
    change: 'Mudar as condições',
    remove: 'Tirar as condições',
    and: 'e',
    or: 'ou',
    match: { all: 'todas (E)', any: 'qualquer uma (OU)' },
    shows: 'Mostrar as linhas em que vale',
    holds: 'Vale',
    ofGroup: 'deste grupo',
    ofAll: 'destas condições',
    column: 'Coluna',
    add: 'Mais uma condição',
    addGroup: 'Mais um grupo',
    removeOne: (place: string) => `Tirar a condição ${place}`,
    removeGroup: (place: string) => `Tirar o grupo ${place}`,
    on: (place: string) => `Usar a condição ${place}`,
    groupOn: (place: string) => `Usar o grupo ${place}`,
    apply: 'Mostrar as linhas',
    incomplete: 'Complete ou tire as condições marcadas.',
    none: 'Sem condições, todas as linhas aparecem.',
    switchOff: (sentence: string) => `Desligar: ${sentence}`,
    switchOn: (sentence: string) => `Ligar: ${sentence}`,
  },

  details: {
    title: 'Detalhes da linha',
    previous: 'Linha anterior',
    next: 'Próxima linha',
    close: 'Fechar detalhes',
    open: 'Ver todos os campos da linha',
    empty: '—',
    original: (text: string) => `como veio: ${text}`,
  },

  overview: {
    title: 'Panorama',
    close: 'Fechar o panorama',
    open: 'Panorama das linhas',
    ofAll: (value: number) => `Da tabela inteira: ${rows(value)}.`,
    ofShown: (value: number) => `Só do que passa pela busca e pelos filtros: ${rows(value)}.`,
    nothing: 'Esta tabela não tem datas nem valores que se repetem.',
    actions: (title: string) => `Ações da figura ${title}`,
    asTable: 'Ver como tabela',
    savePicture: 'Salvar a figura (PNG)…',
    saveNumbers: 'Salvar os números (CSV)…',
    saved: (name: string) => `Figura salva: ${name}`,
    amount: (amount: string, share: string) => `${amount} · ${share}`,
    more: (groups: number) => (groups === 1 ? 'mais 1 valor' : `mais ${number(groups)} valores`),
  },

  summary: {
    title: (heading: string) => `Resumo da coluna ${heading}`,
    close: 'Fechar resumo',
    ofAll: (value: number) => `Da tabela inteira: ${rows(value)}.`,
    ofShown: (value: number) => `Só do que passa pela busca e pelos filtros: ${rows(value)}.`,
    filled: 'Preenchidas',
    empty: 'Vazias',
    distinct: 'Valores diferentes',
    misfits: {
      number: (value: number) => count(value, 'célula não é número', 'células não são números'),
      time: (value: number) => count(value, 'célula não é data', 'células não são datas'),
    },
    minimum: 'Mínimo',
    maximum: 'Máximo',
    sum: 'Soma',
    mean: 'Média',
    frequent: 'Mais frequentes',
    allDiffer: 'Nenhum valor se repete.',
    distributions: {
      number: 'Distribuição',
      day: 'Por dia',
      month: 'Por mês',
      year: 'Por ano',
    },
    span: (from: string, to: string) => (from === to ? from : `${from} a ${to}`),
  },

  goToRow: {
    action: 'Ir para a linha…',
    title: 'Ir para a linha',
    row: 'Número da linha, na ordem atual',
    rows: (value: number) => `de 1 a ${number(value)}`,
    go: 'Ir',
  },
  toggleRow: 'Marcar ou desmarcar a linha',
  markRows: 'Marcar as linhas inteiras das células marcadas',
  extendRange: 'Marcar células a partir da atual',
  extendToEdge: 'Marcar até a última linha; para os lados, até a última coluna',
  goToEdge: 'Ir para a última linha; para os lados, a última coluna',
  goToFirstColumn: 'Primeira coluna da linha; com End, a última',
  goToCorner: 'Primeira célula da tabela; com End, a última',
  openColumnMenu: 'Abrir o menu da coluna',

  copy: {
    menu: 'Copiar linhas',
    key: 'Copiar as células ou linhas marcadas',
    oneCell: 'Copiar esta célula',
    range: (value: number) => `Copiar ${count(value, 'célula', 'células')}`,
    selected: (value: number) => (value === 0 ? 'Copiar linhas: selecione antes' : `Copiar ${rows(value)}`),
    forExcel: 'Copiar para Excel, com cabeçalhos',
    forExcelHint: 'telefones e zeros à esquerda como texto',
    selectAll: 'Selecionar todas as linhas',
    keys: {
      phone: {
        action: 'Copiar só os telefones',
        hint: 'um por linha, cada um uma vez',
        copied: (copied: CopiedKeys) =>
          `${count(copied.keys, 'telefone copiado', 'telefones copiados')}${notAmong(copied, 'telefone')}`,
        none: (value: number) =>
          value === 1
            ? 'A linha não tem telefone: nada foi copiado.'
            : `Nenhuma das ${rows(value)} tem telefone: nada foi copiado.`,
      },
      email: {
        action: 'Copiar só os e-mails',
        hint: 'um por linha, cada um uma vez',
        copied: (copied: CopiedKeys) =>
          `${count(copied.keys, 'e-mail copiado', 'e-mails copiados')}${notAmong(copied, 'e-mail')}`,
        none: (value: number) =>
          value === 1
            ? 'A linha não tem e-mail: nada foi copiado.'
            : `Nenhuma das ${rows(value)} tem e-mail: nada foi copiado.`,
      },
    } satisfies Record<KeyKind, object>,
    cell: (heading: string) => `Célula copiada: ${heading}`,
    rows: (rowCount: number, columnCount: number, hidden: number) =>
      `${rowCount === 1 ? '1 linha copiada' : `${number(rowCount)} linhas copiadas`}, ${columns(columnCount)}${leftOut(hidden)}`,
    emptyCell: 'A célula está vazia: nada foi copiado.',
    nothing: (key: KeyText) =>
      `Escolha uma célula ou linhas antes de copiar: clique, ${key('shift')} e clique, ou ${key('mod+a')}.`,
    refused: 'O sistema não deixou copiar. Tente de novo com a janela em foco.',
  },

  /**
   * What a file says of where its rows come from. Texts alone: they are sent to who writes the file. Labels and values
   * are by the names of the facts (main/engine/export/origin.ts).
   */
  origin: {
    sheet: 'Origem',
    what: 'O quê',
    value: 'Valor',
    labels: {
      exported_at: 'Exportado em',
      time_zone: 'Fuso horário',
      app: 'Feito com',
      kind: 'O que é',
      name: 'Nome',
      service: 'Serviço',
      account: 'Conta',
      list: 'Lista cruzada',
      answered_by: 'Quem respondeu',
      sheets: 'Planilhas que responderam',
      rung: 'Último degrau aceito',
      made_of: 'Feito de',
      call: 'Chamada',
      joined_by: 'Leads ao lado, por',
      reviews_of: 'Revisão',
      state: 'Completude',
      reason: 'Por quê',
      read_at: 'Lido em',
      refreshed_at: 'Atualização rápida em',
      compared_at: 'Comparado com a leitura de',
      compared_with: 'Comparado com a planilha',
      reconciled_at: 'Exclusões procuradas em',
      started_at: 'Começado em',
      sheets_read_at: 'Planilha mais antiga lida em',
      rows_read: 'Linhas guardadas',
      service_total: 'Total do serviço',
      repeated: 'Repetidas',
      rejected: 'Não guardadas',
      unknown_counts: 'Pessoas sem contagem de conversas',
      outside: 'Fora dos dias pedidos',
      undated: 'Sem data, num período pedido',
      deleted_on_service: 'Excluídas no serviço',
      list_rows: 'Linhas da lista',
      keys: 'Chaves',
      answered_keys: 'Chaves respondidas',
      search: 'Busca na tabela',
      filter: 'Filtro da tabela',
      sort: 'Ordem',
      selected_rows: 'Linhas escolhidas à mão',
      file: 'Arquivo',
      format: 'Formato',
      rows: 'Linhas neste arquivo',
      columns: 'Colunas neste arquivo',
      sha256_of_rows: 'SHA-256 das abas anteriores',
    },
    filters: {
      service: 'Filtro, como o serviço o repetiu',
      request: 'Filtro, como foi enviado',
      sheets: 'Filtro da planilha',
      rows: 'Filtro do cruzamento',
    },
    values: {
      kind: {
        sheet: 'planilha de leads',
        run: 'lista cruzada',
        entries: 'respostas de formulário',
        newest_entries: 'respostas mais recentes de um formulário',
        conversations: 'conjunto de conversas',
        dataset: 'conjunto de dados',
        difference: 'o que mudou entre duas leituras',
        list: 'lista',
        report: 'relatório',
      },
      service: { platform: 'atendimento', forms: 'formulários' },
      answered_by: { service: 'o serviço', sheets: 'planilhas guardadas' },
      made_of: { console: 'resposta do console', report: 'relatório' },
      reviews_of: { team: 'da equipe', blind_review: 'de uma segunda leitura às cegas' },
      state: {
        complete: 'completo',
        refreshed: 'completo, com atualização rápida depois',
        changed: 'mudou enquanto era lido',
        partial: 'só uma parte',
        reading: 'só uma parte: a leitura ainda não terminou',
        damaged: 'danificado',
        finished: 'terminado',
        running: 'só uma parte: ainda não terminou',
        interrupted: 'só uma parte: foi interrompido',
        newest: 'só as mais recentes',
        made: 'como veio',
      },
      format: {
        xlsx: 'XLSX',
        'csv-excel': 'CSV para Excel em português',
        'csv-raw': 'CSV para sistemas',
        parquet: 'Parquet',
      },
    },
  },

  export: {
    what: 'O que exportar',
    scopes: {
      shown: 'O que está na tela',
      selection: 'Só a seleção',
      all: 'Tudo',
    },
    size: (rowCount: number, columnCount: number, hidden: number) =>
      `${rows(rowCount)}, ${columns(columnCount)}${hidden === 0 ? '' : `; ${count(hidden, 'coluna oculta fica', 'colunas ocultas ficam')} de fora`}`,
    noSelection: 'nenhuma linha selecionada',
    formats: {
      xlsx: 'Excel (XLSX)',
      'csv-excel': 'CSV para Excel em português',
      'csv-raw': 'CSV para sistemas',
      parquet: 'Parquet',
    },
    hints: {
      xlsx: 'telefones como texto, números e datas de verdade',
      'csv-excel': 'ponto e vírgula, acentos certos, fórmulas desarmadas; para um Excel em outro idioma, use XLSX',
      'csv-raw': 'vírgula, UTF-8, exatamente como veio',
      parquet: 'para DuckDB, Spark e pandas',
    },
    running: 'Exportando',
    oneAtATime: 'Outra exportação está em andamento. Espere que termine ou cancele-a.',
    saved: (name: string, rowCount: number, hidden = 0) =>
      `${name}: ${rowCount === 1 ? '1 linha exportada' : `${number(rowCount)} linhas exportadas`}${leftOut(hidden)}`,
    savedTitle: 'Exportação pronta',
    withOrigin: 'Com a origem',
    originHint:
      'conta, filtros, horários e contagens: no XLSX em outra aba, no CSV em um arquivo .origem.json ao lado, no Parquet nos metadados',
    originHintBrowser:
      'conta, filtros, horários e contagens, em outra aba do XLSX ou nos metadados do Parquet; o navegador recebe um arquivo só, e o CSV vai sem ela',
    /** Where the origin stands; nothing where none was wanted, or a note tells it. */
    origins: {
      none: () => '',
      inside: (name: string) =>
        name.endsWith('.parquet') ? 'A origem está nos metadados do arquivo.' : 'A origem está na última aba.',
      beside: (name: string) => `A origem está ao lado, em ${name}.origem.json.`,
      unavailable: () => 'A origem não vai com um CSV, porque o navegador recebe um arquivo só; com o XLSX ela vai.',
      failed: () => '',
    } satisfies Record<OriginPlace, (name: string) => string> as Record<OriginPlace, (name: string) => string>,
    beyondHint: 'o Excel abre só as primeiras 1.048.576 linhas; o XLSX continua em outra aba',
    /** What a spreadsheet does not show of the file as it came. */
    notes: ({ cut_cells, long_cells, cleaned_cells, rows_beyond, origin, logged }: FileNotes): string[] => [
      ...(cut_cells > 0
        ? [
            `${count(cut_cells, 'célula passava', 'células passavam')} do tamanho que uma planilha guarda, e o texto foi cortado. O CSV para sistemas guarda tudo.`,
          ]
        : []),
      ...(rows_beyond > 0
        ? [
            `O Excel abre só as primeiras 1.048.576 linhas: ${count(rows_beyond, 'linha fica', 'linhas ficam')} de fora dele, mas ${rows_beyond === 1 ? 'está' : 'estão'} no arquivo. O XLSX continua em outra aba.`,
          ]
        : []),
      ...(long_cells > 0
        ? [
            `${count(long_cells, 'célula passa', 'células passam')} de 32.767 caracteres: o arquivo guarda tudo, o Excel não mostra o texto inteiro.`,
          ]
        : []),
      ...(cleaned_cells > 0
        ? [
            `${count(cleaned_cells, 'célula perdeu', 'células perderam')} caracteres de controle, que este formato não guarda. O CSV para sistemas guarda tudo.`,
          ]
        : []),
      ...(origin === 'failed'
        ? ['O arquivo da origem não pôde ser gravado ao lado. Veja se a pasta deixa gravar, e exporte de novo.']
        : []),
      ...(logged ? [] : ['A exportação não pôde ser anotada em Atividade.']),
    ],
  },
}

export const leads = {
  fields: {
    contato_id: 'Contato nº',
    nome: 'Nome',
    telefone: 'Telefone',
    telefone_digitos: 'Telefone (dígitos)',
    email: 'E-mail',
    identificador: 'Identificador',
    contato_criado_em: 'Contato criado em',
    etiquetas_contato: 'Etiquetas do contato',
    conversa_id: 'Conversa nº',
    conversa_criada_em: 'Conversa criada em',
    ultima_mensagem_em: 'Última mensagem em',
    ultima_mensagem_do_contato_em: 'Última mensagem do contato em',
    primeira_mensagem_do_contato_em: 'Primeira mensagem do contato em',
    mensagens: 'Mensagens',
    status: 'Situação',
    agente: 'Agente',
    agente_id: 'Agente nº',
    agente_email: 'E-mail do agente',
    caixa: 'Caixa de entrada',
    caixa_id: 'Caixa nº',
    origem: 'Origem',
    etiquetas_conversa: 'Etiquetas da conversa',
    conversas_no_periodo: 'Conversas no período',
    espera_desde: 'Espera desde',
    espera_horas: 'Espera até a leitura (h)',
    dias_parada: 'Dias parada até a leitura',
    primeira_resposta_em: 'Primeira resposta em',
    uf: 'UF do DDD',
    regiao: 'Região do DDD',
    primeira_mensagem_dia_da_semana: 'Dia da semana da 1ª mensagem',
    primeira_mensagem_hora: 'Hora da 1ª mensagem',
    conversas_da_pessoa: 'Conversas da pessoa aqui',
    nota: 'Nota',
    nota_etiquetas: 'Etiquetas da nota',
  } satisfies FieldHeadings as FieldHeadings,
  weekdays: {
    segunda: 'Segunda',
    terca: 'Terça',
    quarta: 'Quarta',
    quinta: 'Quinta',
    sexta: 'Sexta',
    sabado: 'Sábado',
    domingo: 'Domingo',
  } satisfies Record<Weekday, string> as Record<Weekday, string>,
  status: {
    open: 'Aberta',
    pending: 'Pendente',
    resolved: 'Resolvida',
    snoozed: 'Adiada',
  } satisfies Record<ConversationStatus, string> as Record<ConversationStatus, string>,
  /** Several conversations, in a filter: "abertas". */
  statuses: {
    open: 'abertas',
    pending: 'pendentes',
    resolved: 'resolvidas',
    snoozed: 'adiadas',
  } satisfies Record<ConversationStatus, string> as Record<ConversationStatus, string>,

  /** The parts of a filter as a sentence, in the order in which they are said. */
  phrase: {
    between: (from: string, to: string) => `conversas criadas de ${from} a ${to}`,
    from: (from: string) => `conversas criadas desde ${from}`,
    to: (to: string) => `conversas criadas até ${to}`,
    within: (days: string, period: string) => `${days} (${period}, na última leitura)`,
    moved: (from: string) => `conversas movimentadas desde ${from}`,
    movedToo: (from: string) => `movimentadas desde ${from}`,
    none: 'todas as conversas',
    withLabels: (labels: string) => `com ${labels}`,
    withoutLabels: (labels: string) => `sem ${labels}`,
    inbox: (id: number) => `caixa ${id}`,
    agent: (id: number) => `agente ${id}`,
    agents: (names: string) => `de ${names}`,
    byConversation: 'uma linha por conversa',
  },
  filter: {
    presets: {
      year: 'Este ano',
      last30: 'Últimos 30 dias',
      month: 'Este mês',
      lastMonth: 'Mês passado',
    },
    moves: 'Mover com o calendário',
    movesHint: 'Cada atualização completa lê de novo este período, visto do dia dela.',
    createdAfter: 'Conversa criada a partir de',
    createdBefore: 'Conversa criada até',
    updatedAfter: 'Conversa movimentada desde',
    updatedHint:
      'Houve movimento desde este dia, mesmo que a conversa seja antiga. Mudanças sem mensagem (agente, etiqueta, cadastro) podem não contar.',
    periodRequired: 'Escolha ao menos uma data: o serviço só exporta leads de um período.',
    inboxes: 'Caixas de entrada',
    agents: 'Agentes',
    withLabels: 'Com alguma destas etiquetas',
    withoutLabels: 'Sem estas etiquetas',
    status: 'Situação da conversa',
    any: 'todas',
    anyAgent: 'todos',
    typeId: 'Nome, ou o número',
    nothingKnown: 'Nada conhecido ainda: digite o número que aparece no endereço do atendimento.',
    rows: (value: number) => `${number(value)} ${value === 1 ? 'linha' : 'linhas'}`,
    group: 'Uma linha por',
    groups: {
      contato: 'pessoa',
      conversa: 'conversa',
    },
    groupHints: {
      contato: 'A conversa mais recente de cada pessoa, com o total do período.',
      conversa: 'Quem tem três conversas aparece três vezes.',
    },
  },
}
