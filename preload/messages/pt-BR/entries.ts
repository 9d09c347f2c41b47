import type { AsideEntry, EntryLead } from '../../contract/entries.ts'
import type { ReviewBatch, ReviewChange } from '../../contract/reviews.ts'
import type { EntryColumnKey, ReviewState, SpamHint } from '../../values/entries-table.ts'
import type { KeyText } from '../params.ts'
import { count, number } from './common.ts'

const states: Record<ReviewState, string> = {
  nova: 'Nova',
  em_revisao: 'Em revisão',
  aprovada: 'Aprovada',
  duvida: 'Dúvida',
  rejeitada: 'Rejeitada',
  spam: 'Spam',
}
const stateWords = new Map<string, string>(Object.entries(states))
const hints: Record<SpamHint, string> = {
  links: 'muitos links',
  texto_repetido: 'texto repetido',
  padrao_conhecido: 'padrão de spam',
  velocidade: 'envios em sequência',
  palavra_bloqueada: 'palavra bloqueada',
}
const completeness = { completa: 'Completa', incompleta: 'Incompleta' }
const presence = { no_servico: 'No serviço', excluida: 'Excluída no serviço' }

const answers = (value: number) => count(value, 'resposta', 'respostas')

/** What a review action set, for one entry or several. */
function actionPhrase(batch: Pick<ReviewBatch, 'kind' | 'value'>): string {
  switch (batch.kind) {
    case 'state':
      return `“${stateWords.get(batch.value ?? '') ?? batch.value ?? ''}”`
    case 'assign':
      return batch.value === null ? 'sem responsável' : `responsável ${batch.value}`
    case 'tag':
      return `etiquetas ${batch.value ?? ''}`
    case 'note':
      return 'nota'
    case 'merge':
      return 'pacote juntado'
    case 'undo':
      return 'desfazer'
  }
}

/** A change that could not be stored, with what was written in it. */
function unsavedChange(change: ReviewChange): string {
  switch (change.kind) {
    case 'state':
      return change.comment === ''
        ? `“${states[change.state]}”`
        : `“${states[change.state]}” com o comentário “${change.comment}”`
    case 'assign':
      return change.assignee === null ? 'sem responsável' : `responsável ${change.assignee}`
    case 'tag':
      return `etiquetas ${[...change.add.map((tag) => `+${tag}`), ...change.remove.map((tag) => `-${tag}`)].join(' ')}`
    case 'note':
      return `nota “${change.text}”`
  }
}

/** Entries of forms: their table, their review. */
export const entries = {
  columns: {
    revisao_estado: 'Revisão',
    id: 'Número',
    created_at: 'Recebida em',
    formulario: 'Formulário',
    remetente: 'Remetente',
    telefone: 'Telefone',
    email: 'E-mail',
    revisao_responsavel: 'Responsável',
    revisao_etiquetas: 'Etiquetas da revisão',
    revisao_notas: 'Notas',
    revisao_motivo: 'Comentário',
    revisao_por: 'Revisada por',
    revisao_em: 'Revisada em',
    completa: 'Preenchimento',
    situacao: 'No serviço',
    indicios: 'Indícios de spam',
    duplicadas: 'Duplicadas',
    periodo_de: 'Guardado de',
    periodo_ate: 'Guardado até',
    recorte: 'Recorte',
    lead_resultado: 'Atendimento',
    lead_motivo: 'Como o lead foi achado',
    lead_planilha: 'Planilha do lead',
  } satisfies Record<EntryColumnKey, string> as Record<EntryColumnKey, string>,
  states,
  hints,
  /** Words of the columns of codes, by key (values/entries-table.ts); `campo` are those of every answer. */
  codes: {
    revisao_estado: states,
    indicios: hints,
    completa: completeness,
    situacao: presence,
    recorte: { mais_recentes: 'Parcial: 100 mais recentes' },
    campo: { true: 'Sim', false: 'Não' },
  },
  /** The service has no such thing (docs/services.md §11.3): said wherever states are changed. */
  local: 'Estados e notas ficam só neste computador; o serviço não os guarda.',
  actions: {
    sync: 'Buscar novas',
    reconcile: 'Conferir exclusões e mudanças',
    create: 'Nova resposta…',
    cruzar: 'Cruzar',
    undo: 'Desfazer a última ação',
  },
  presentations: { label: 'Como ver' },
  tabs: {
    label: 'Por estado',
    all: 'Todas',
    tab: (state: string, value: number) => `${state}: ${answers(value)}`,
  },
  today: (done: number, of: number) => `${number(done)} de ${number(of)} revisadas hoje`,

  search: 'Buscar nas respostas  ( / )',
  filters: {
    names: {
      neverAttended: 'Pediu pelo formulário, nunca atendida',
      suspicious: 'Com indícios de spam',
      repeated: 'Duplicadas',
    },
    add: 'Adicionar filtro',
  },
  sort: {
    button: (column: string, descending: boolean) => `${column} ${descending ? '↓' : '↑'}`,
    label: 'Ordenar por',
    direction: (descending: boolean): string => (descending ? 'em ordem decrescente' : 'em ordem crescente'),
  },

  list: {
    noSender: 'Sem nome nem contato',
    noText: 'sem texto',
    none: 'Nenhuma resposta passa por esta busca e estes filtros',
    noneText: 'Nada foi apagado: limpe os filtros para ver todas.',
    newcomers: (value: number) => (value === 1 ? '1 resposta nova' : `${number(value)} respostas novas`),
    shown: (value: number) => `${answers(value)} na lista`,
    picked: (value: number) => count(value, 'selecionada', 'selecionadas'),
    gone: 'excluída',
    hints: (value: string) => `Indícios de spam: ${value}`,
    duplicates: (value: number) =>
      value === 1 ? 'Outra resposta com o mesmo contato' : `${number(value)} outras com o mesmo contato`,
    notes: (value: number) => count(value, 'nota', 'notas'),
    outcome: (word: string) => `Atendimento: ${word}`,
    finished: 'Fim da lista: não há mais respostas para decidir depois desta.',
  },
  empty: {
    notKept: 'As respostas deste formulário não estão neste computador',
    notKeptText:
      'Guarde-as para revisar sem internet, buscar em tudo, cruzar com os leads e exportar. Ficam criptografadas, só aqui.',
    noneKept: 'Nenhum formulário guardado neste computador',
    noneKeptText: 'Abra um formulário e guarde as respostas dele para revisá-las aqui, com ou sem internet.',
    toForms: 'Ver formulários',
    noEntries: 'Este formulário ainda não tem respostas',
    noEntriesText: 'Quando chegarem, aparecem aqui na próxima busca.',
    reading: 'Lendo as respostas do serviço…',
    readingText: 'Você já pode revisar as que chegam; a leitura continua se você sair desta tela.',
    interrupted: 'A leitura parou antes da primeira resposta',
    setEmpty: 'Nenhuma resposta deste conjunto está neste computador',
    setEmptyText: 'Guarde offline os formulários dele para revisá-lo.',
  },
  sync: {
    partial: (here: number, total: number | null) =>
      total === null
        ? `A primeira leitura não terminou: ${answers(here)} aqui.`
        : `A primeira leitura não terminou: ${number(here)} de ${answers(total)} aqui.`,
    continue: 'Continuar a leitura',
    changed: (here: number, total: number) =>
      `O serviço conta ${answers(total)} e aqui há ${number(here)}: algo foi excluído ou mudado lá.`,
    check: 'Conferir',
    deleted: 'Este formulário foi excluído no serviço. As respostas guardadas continuam aqui.',
  },

  newest: {
    part: (here: number, total: number) => `Parcial: só as ${number(here)} mais recentes de ${answers(total)}.`,
    partOf: (total: number) => `parcial, de ${answers(total)}`,
    all: (value: number) => `Todas as respostas do formulário: ${number(value)}.`,
    text: (moment: string) => `Lidas ${moment}, só para olhar: nada fica guardado.`,
    rejected: (value: number) => `Mais ${number(value)} não ${value === 1 ? 'pôde ser lida' : 'puderam ser lidas'}.`,
    /** Of a file with this part of a form. */
    fileName: (form: string) => `${form} (parcial, só as 100 mais recentes)`,
  },

  /** Entries that could not be kept. */
  rejected: {
    notice: (form: string, value: number) =>
      value === 1
        ? `${form}: 1 resposta veio de um jeito que não dá para guardar. As outras estão aqui.`
        : `${form}: ${answers(value)} vieram de um jeito que não dá para guardar. As outras estão aqui.`,
    see: 'Ver quais',
    title: 'Respostas que não puderam ser guardadas',
    text: 'Elas não entram na lista, nas contagens nem nas exportações. O texto que o serviço enviou está aqui, para quem cuida do formulário.',
    unnamed: 'sem número',
    reasons: {
      too_deep: 'dados aninhados demais',
      no_number: 'não é uma resposta com número',
    } satisfies Record<AsideEntry['reason'], string> as Record<AsideEntry['reason'], string>,
    characters: (value: number) => count(value, 'caractere', 'caracteres'),
    copy: 'Copiar como veio',
    copyNamed: (name: string) => `Copiar como veio: ${name}`,
  },

  entry: {
    received: (moment: string) => `recebida ${moment}`,
    previous: 'Anterior',
    next: 'Próxima',
    answers: 'Respostas',
    json: 'JSON',
    jsonHint: 'Mostrar como o serviço enviou',
    gone: (moment: string) => `Excluída no serviço; notado ${moment}. A cópia continua aqui.`,
    complete: 'completa',
    incomplete: 'incompleta',
    peeked: 'Esta resposta está fora da lista.',
    backToList: 'Voltar à lista',
    noAnswer: 'sem resposta',
    blank: 'vazio',
    notInForm: 'fora do formulário',
    noAnswers: 'Esta resposta chegou sem nenhum campo.',
    showAll: 'Mostrar tudo',
    copyLink: 'Copiar o link',
    openLink: (address: string) => `Abrir o link ${address}`,
    linkTitle: 'Abrir este link no navegador?',
    linkHint: 'O endereço foi escrito por quem respondeu o formulário. Confira para onde ele leva antes de abrir.',
    copyJson: 'Copiar o JSON',
    loadingJson: 'Lendo…',
    copied: 'Copiado.',
    noMetadata: 'Sem metadados.',
    revealLabel: 'Mostrar o IP inteiro',
  },
  metadata: {
    keys: {
      ip: 'IP',
      user_agent: 'Navegador',
      referrer: 'Veio de',
      country: 'País',
      source: 'Origem',
      utm_campaign: 'Campanha',
    },
  },
  lead: {
    title: 'Atendimento',
    none: 'Nenhuma planilha de leads neste computador, ou a resposta não traz telefone nem e-mail.',
    conversation: 'Última conversa',
    agent: 'Agente',
    status: 'Situação',
    last: 'Última mensagem',
    name: 'Nome na base',
    sheet: (name: string, moment: string) => `da planilha “${name}”, de ${moment}`,
    sheets: (moment: string) => `nas planilhas daqui; a mais antiga é de ${moment}`,
    cards: 'Esta pessoa tem duas fichas, com e sem o nono dígito. Vale a que tem a conversa mais nova.',
    alike: (value: number, isLeast: boolean) =>
      `${number(value)} cadastros${isLeast ? ' ou mais' : ''} combinam igual: nenhum foi escolhido. Abra cada um para comparar.`,
    firstAlike: (value: number) => `Os primeiros ${number(value)}.`,
    ofSheet: (name: string) => `da planilha “${name}”`,
    matched: {
      telefone: 'mesmo telefone',
      nono_digito: 'mesmo telefone, com ou sem o nono dígito',
      email: 'mesmo e-mail',
    } satisfies Record<NonNullable<EntryLead['matched_by']>, string> as Record<
      NonNullable<EntryLead['matched_by']>,
      string
    >,
    absent: 'O contato não está em nenhuma planilha de leads deste computador.',
  },
  duplicates: {
    title: 'Mesmo contato',
    none: 'Nenhuma outra resposta com este telefone ou e-mail.',
    by: { telefone: 'mesmo telefone', email: 'mesmo e-mail' },
    notInReview: 'fora desta revisão',
    open: (id: number) => `Abrir a resposta nº ${id}`,
  },
  suspicions: {
    title: 'Indícios de spam',
    none: 'Nenhum indício.',
    /** Why, from what was found: a number, or the text itself. */
    why: {
      links: (value) => count(Number(value), 'link', 'links'),
      texto_repetido: (value) => `o mesmo texto em ${answers(Number(value))}`,
      padrao_conhecido: (value) => `“${value}”`,
      velocidade: (value) =>
        `outra resposta do mesmo IP ${count(Number(value), 'segundo', 'segundos')} antes ou depois`,
      palavra_bloqueada: (value) => `“${value}”`,
    } satisfies Record<SpamHint, (value: string) => string> as Record<SpamHint, (value: string) => string>,
  },
  assignee: {
    title: 'Responsável',
    change: 'Mudar responsável',
    name: 'Nome de quem cuida',
    hint: 'Vazio tira o responsável.',
    confirm: 'Definir',
  },
  tags: {
    title: 'Etiquetas',
    none: 'nenhuma',
    change: 'Mudar etiquetas',
    add: 'Juntar',
    addHint: 'Enter junta a etiqueta; Enter de novo, com o campo vazio, conclui.',
    remove: (tag: string) => `Tirar a etiqueta ${tag}`,
    removeLabel: 'Tirar',
  },
  notes: {
    title: 'Notas',
    none: 'Nenhuma nota.',
    write: 'Escreva uma nota…  ( N )',
    label: 'Nova nota',
    hint: (key: KeyText) =>
      `${key('enter')} guarda, ${key('shift+enter')} muda de linha, ${key('escape')} volta à lista.`,
    add: 'Guardar nota',
    by: (who: string, moment: string) => `${who}, ${moment}`,
  },
  trail: {
    title: 'Histórico',
    events: {
      state: (previous: string, after: string) => `mudou de ${previous} para ${after}`,
      assigned: (after: string) => `passou para ${after}`,
      unassigned: (previous: string) => `tirou ${previous} da responsabilidade`,
      tags: (after: string) => `etiquetas: ${after}`,
      noTags: 'tirou as etiquetas',
      note: 'escreveu uma nota',
      changed_on_service: 'mudou no serviço',
      gone: 'foi excluída no serviço',
      back: 'voltou a existir no serviço',
    },
    undo: (sentence: string) => `desfez: ${sentence}`,
    merged: (via: string | null) => (via === null ? 'de um pacote' : `do pacote de ${via}`),
    before: 'antes',
    after: 'depois',
  },

  decide: {
    label: 'Decidir',
    verbs: {
      nova: 'Voltar para nova',
      em_revisao: 'Em revisão',
      aprovada: 'Aprovar',
      duvida: 'Dúvida',
      rejeitada: 'Rejeitar…',
      spam: 'Spam',
    } satisfies Record<ReviewState, string> as Record<ReviewState, string>,
  },
  comment: {
    title: (state: string) => `${state}: por quê?`,
    label: 'Comentário',
    required: 'A rejeição pede um comentário; ele não pode ser mudado depois.',
    optional: 'Opcional; não pode ser mudado depois.',
    hint: (key: KeyText) => `${key('enter')} confirma, ${key('shift+enter')} muda de linha, ↑ repete o último.`,
    recent: 'Usados há pouco',
    confirm: (state: string) => `Marcar como ${state.toLocaleLowerCase('pt-BR')}`,
  },
  bulk: {
    sentence: {
      state: (value: number, state: string) => `${answers(value)} ${value === 1 ? 'passa' : 'passam'} para “${state}”.`,
      assign: (value: number, name: string) => `${answers(value)} com ${name}.`,
      unassign: (value: number) => `${answers(value)} sem responsável.`,
      tag: (value: number, names: string) => (names === '' ? `${answers(value)}.` : `${answers(value)}: ${names}.`),
      note: (value: number) => `A mesma nota em ${answers(value)}.`,
    },
    undoable: 'Tudo pode ser desfeito de uma vez.',
    confirm: (value: number) => `Mudar ${answers(value)}`,
    nothing: 'Nenhuma resposta passa pelos filtros agora.',
    bar: 'Com as selecionadas',
    all: (value: number) => `Todas as ${number(value)} filtradas`,
    none: 'Limpar a seleção',
    openInList: 'Abrir na lista',
    tag: 'Etiquetas…',
    assign: 'Responsável…',
    note: 'Nota…',
    done: (value: number) => `${answers(value)} ${value === 1 ? 'mudou' : 'mudaram'}.`,
    same: 'Nada mudou: já estavam assim.',
  },
  unsaved: {
    sentence: (changes: readonly string[]) => `Ainda não guardado: ${changes.join('; ')}.`,
    one: (change: ReviewChange, whom: string) => `${unsavedChange(change)} em ${whom}`,
    several: 'várias respostas',
    number: (id: number) => `resposta ${number(id)}`,
    others: (value: number) => `e mais ${count(value, 'mudança', 'mudanças')}`,
  },
  undo: {
    one: (batch: Pick<ReviewBatch, 'kind' | 'value'>, sender: string) =>
      `Desfeito: ${actionPhrase(batch)} em ${sender}.`,
    several: (batch: Pick<ReviewBatch, 'kind' | 'value'>, value: number) =>
      `Desfeito: ${actionPhrase(batch)} em ${answers(value)}.`,
    unnamed: '1 resposta',
    nothing: 'Não há mais nada a desfazer.',
    already: 'Esta ação já tinha sido desfeita.',
    unchanged: (batch: Pick<ReviewBatch, 'kind' | 'value'>) =>
      `Nada voltou: tudo o que ${actionPhrase(batch)} mudou já tinha mudado de novo.`,
  },

  create: {
    title: 'Nova resposta',
    intro: 'É enviada ao serviço agora e aparece lá para todos.',
    metadataHint: 'Como origem ou campanha; podem ficar vazios.',
    key: 'Chave',
    type: (place: number) => `Tipo do valor da linha ${place}`,
    types: { json: 'JSON' },
    notJson: 'Não é JSON: escreva, por exemplo, 12, true ou ["a", "b"].',
    addRow: 'Juntar linha',
    removeRow: (place: number) => `Tirar a linha ${number(place)}`,
    extra: 'Outro campo',
    noFields: 'O formulário não tem campos conhecidos: escreva o nome de cada campo e o valor.',
    confirm: 'Enviar resposta',
    confirmDoubtful: 'Enviar assim mesmo',
    doubts: {
      email: 'Isto não parece um e-mail, como ana@exemplo.com.br. Confira antes de enviar.',
      number: 'Isto não parece um número, como 1.234,5. Confira antes de enviar.',
      phone: 'Isto não parece um telefone com DDD, como (11) 98765-4321. Confira antes de enviar.',
      url: 'Isto não parece um endereço web, como https://exemplo.com.br. Confira antes de enviar.',
    },
    created: (id: number) => `Resposta nº ${id} criada no serviço.`,
    choose: 'Escolha o formulário',
    several: 'Um por linha',
  },
  remove: {
    title: (value: number) =>
      value === 1 ? 'Excluir esta resposta no serviço?' : `Excluir ${answers(value)} no serviço?`,
    lost: (value: number) =>
      value === 1
        ? 'Ela é apagada no serviço, para todos e para sempre.'
        : `${number(value)} são apagadas no serviço, para todos e para sempre.`,
    kept: 'A cópia e a revisão continuam neste computador, marcadas como excluídas. O pedido só sai depois de dez segundos, e até lá pode ser desfeito.',
    tooMany: (limit: number) => `No máximo ${number(limit)} por vez: selecione menos.`,
    waiting: (value: number, seconds: number) =>
      `${answers(value)} ${value === 1 ? 'será excluída' : 'serão excluídas'} no serviço em ${number(seconds)} s.`,
    takenBack: 'Exclusão desfeita: nada foi pedido ao serviço.',
    tooLate: 'O pedido já tinha saído: não deu para desfazer.',
  },
  keys: {
    next: 'Próxima resposta (ou ↓)',
    previous: 'Resposta anterior (ou ↑)',
    withComment: (verb: string) => `${verb} com comentário`,
    note: 'Escrever nota',
    pick: 'Selecionar',
    pickTo: 'Selecionar até aqui',
    pickNext: 'Selecionar para baixo',
    pickPrevious: 'Selecionar para cima',
    pickAll: 'Selecionar todas as filtradas',
    leave: 'Soltar a seleção, voltar à lista',
    present: 'Alternar lista e tabela',
  },
}
