import type { Form, FormSync, KeepPlan, KeptPeriod } from '../../contract/forms.ts'
import { daysOfPeriod } from '../kept-days.ts'
import { count, number } from './common.ts'

const entries = (value: number) => count(value, 'resposta', 'respostas')
const formCount = (value: number) => count(value, 'formulário', 'formulários')
const requests = (value: number) => count(value, 'consulta', 'consultas')

const statuses: Readonly<Record<string, string>> = { draft: 'rascunho', active: 'ativo', archived: 'arquivado' }

function periodWords(period: KeptPeriod | null): string {
  const { first, last } = period ? daysOfPeriod(period) : { first: null, last: null }
  if (first && last) return first === last ? `só ${first}` : `só de ${first} a ${last}`
  if (first) return `só desde ${first}`
  return last ? `só até ${last}` : 'o formulário inteiro'
}

/** Of what is left of the plan in this month. */
function shareWords(value: number, { used, limit }: NonNullable<KeepPlan['api_calls']>): string {
  if (limit < 0) return 'o plano não tem limite de consultas'
  const left = Math.max(0, limit - used)
  const facts = `${number(left)} de ${number(limit)}`
  if (value > left) return `passa do que resta do plano neste mês (${facts}); o serviço pode recusar`
  const percent = (value / left) * 100
  const share = percent < 1 ? 'menos de 1%' : `${number(Math.round(percent))}%`
  return `usa ${share} das consultas que restam do plano neste mês (${facts})`
}

export const forms = {
  title: 'Formulários',
  count: formCount,
  create: 'Novo formulário',
  list: 'Formulários da conta',
  area: {
    label: 'Serviço de formulários',
    forms: 'Formulários',
    entries: 'Respostas',
    packages: 'Pacotes',
    webhooks: 'Webhooks',
    account: 'Conta e uso',
    writes: 'Envios',
    writesUnknown: (value: number) => `Envios, ${number(value)} sem confirmação`,
  },
  noConnection: 'Primeiro, conecte a sua conta de formulários',
  noConnectionText:
    'Os formulários e as respostas vêm do serviço de formulários. Conecte a conta uma vez, com a chave de acesso dela; depois, tudo o que for guardado funciona sem internet.',
  connect: 'Conectar',
  empty: 'Nenhum formulário nesta conta',
  emptyText: 'Um formulário recebe respostas no endereço público dele. Crie o primeiro aqui; ele nasce como rascunho.',
  neverRead: 'A lista de formulários ainda não foi lida',
  nothingFound: 'Nenhum formulário com este filtro',
  nothingFoundText: 'Nem aqui, nem no serviço. Tente outra palavra ou outro estado.',
  nothingFoundHere: 'Só a lista daqui foi vista: o serviço não respondeu.',
  clearFilter: 'Limpar o filtro',
  search: 'Buscar formulário',
  searchHint: 'Buscar por nome…',
  anyStatus: 'Todos os estados',
  shown: (shown: number, all: number) => (shown === all ? formCount(all) : `${number(shown)} de ${formCount(all)}`),
  refresh: 'Atualizar lista',
  columns: {
    status: 'Estado',
    offline: 'Guardar offline',
    unreviewed: 'A revisar',
  },
  status: (word: Form['status']) => (word === null ? 'não informado' : (statuses[word] ?? word)),
  statusMeanings: {
    draft: 'Ainda em preparo; nada do que já existe é apagado.',
    active: 'Publicado: recebe respostas no endereço público.',
    archived: 'Fora de uso, sem apagar nada: o formulário e as respostas continuam no serviço.',
  },
  deleted: 'excluído no serviço',
  deletedText: 'Este formulário não existe mais no serviço. As respostas guardadas aqui continuam disponíveis.',
  unknownCount: '—',
  unknownCountHint: 'O serviço não informou.',

  sync: {
    none: 'não guardado',
    reading: 'lendo',
    complete: 'completo',
    changed: 'mudou no serviço',
    partial: 'parcial',
  } satisfies Record<FormSync['kind'], string> as Record<FormSync['kind'], string>,
  syncReasons: {
    none: 'As respostas estão só no serviço.',
    reading: 'As respostas estão sendo lidas agora.',
    complete: 'As respostas daqui conferem com o total do serviço.',
    changed: 'O total do serviço não é o das respostas daqui. “Conferir tudo” acha as excluídas e as que faltam.',
    partial: 'A leitura parou antes do fim. O que foi lido está guardado; “Atualizar respostas” continua.',
  } satisfies Record<FormSync['kind'], string> as Record<FormSync['kind'], string>,
  syncedAt: (moment: string) => `Atualizado ${moment}.`,
  reconciledAt: (moment: string) => `Conferido ${moment}.`,
  repeated: (value: number) => `${count(value, 'resposta repetida tirada', 'respostas repetidas tiradas')}.`,
  gone: (value: number) =>
    value === 1 ? '1 resposta foi excluída no serviço.' : `${number(value)} respostas foram excluídas no serviço.`,
  entriesHere: (value: number, total: number | null) =>
    total === null ? `${entries(value)} aqui` : `${number(value)} de ${entries(total)} aqui`,
  goneHere: (value: number) =>
    value === 1 ? '1 cópia de resposta já excluída' : `${number(value)} cópias de respostas já excluídas`,
  unreviewed: (value: number) => `${number(value)} a revisar`,
  /** What is kept of the form. */
  period: periodWords,
  /** Beside the word for how the copy stands, where the form is not kept whole. */
  onlyPeriod: 'só um período',
  periodText: (period: KeptPeriod) =>
    `Guardado ${periodWords(period)}. As outras respostas estão só no serviço; contagens, gráficos e exportações valem para esse período.`,
  partOf: (name: string, period: KeptPeriod) => `“${name}” (${periodWords(period)})`,
  keptParts: (forms: readonly string[]) =>
    `Não estão guardados inteiros, e só contam com o que está aqui: ${forms.join(', ')}.`,
  widen: 'Guardar mais…',
  keeping: {
    title: (name: string) => `Guardar “${name}” offline`,
    widenTitle: (name: string) => `Guardar mais de “${name}”`,
    text: 'As respostas são lidas do serviço e ficam criptografadas neste computador, para revisar, buscar, cruzar e exportar sem internet.',
    widenText: 'O que já está guardado continua, com as revisões. O período inteiro é lido de novo.',
    choices: {
      all: 'Todas',
      last30: 'Dos últimos 30 dias em diante',
      last90: 'Dos últimos 90 dias em diante',
      days: 'De um dia a outro',
    },
    openHint: 'Vazio: sem limite deste lado.',
    needsDay: 'Diga ao menos um dos dias.',
    cost: 'Quanto custa',
    asking: 'Perguntando ao serviço quantas respostas são…',
    labels: {
      period: 'Ficará guardado',
      entries: 'Respostas',
      requests: 'Consultas',
      time: 'Tempo',
      plan: 'Plano',
    },
    uncounted: 'o serviço não informou quantas são',
    entries: (value: number, wider: boolean) =>
      wider
        ? `no máximo ${number(value)}: o serviço só entende dias inteiros, e o que sobra não é guardado`
        : number(value),
    requests: (value: number) => number(value),
    time: (duration: string) => `cerca de ${duration}`,
    planUnknown: 'o serviço não informou o uso do plano',
    share: shareWords,
    singles: (value: number) =>
      `As leituras em tempo ocioso estão ligadas: depois, até ${requests(value)} a mais, uma por resposta. Desligue em Ajustes.`,
    same: 'Isto já está guardado.',
    confirm: 'Guardar offline',
    newestHint: 'Uma ou duas consultas; nada fica guardado.',
  },
  keepNamed: (name: string) => `Guardar as respostas de ${name} neste computador`,
  reading: (name: string) => `Leitura das respostas de ${name}`,

  actions: {
    sync: 'Atualizar respostas',
    reconcile: 'Conferir tudo (acha excluídas)',
    status: 'Mudar o estado…',
    duplicate: 'Duplicar como rascunho…',
    copyAddress: 'Copiar o endereço público',
    readAgain: 'Ler de novo do serviço',
    keep: 'Guardar offline…',
    newest: 'Ver as 100 mais recentes',
    forget: 'Não guardar mais…',
  },
  addressCopied: 'Endereço público copiado.',
  tabs: { label: 'Partes do formulário', entries: 'Respostas', pictures: 'Gráficos', edit: 'Editar' },
  gonePlace: 'Este formulário não existe mais',
  gonePlaceText: 'Ele foi excluído, ou os dados são de outra conta.',
  backToList: 'Ver os formulários',
  notKeptTitle: 'As respostas não estão guardadas aqui',
  notKeptText:
    'Guarde as respostas neste computador, criptografadas, para revisá‑las uma a uma, filtrar e exportar, mesmo sem internet.',
  facts: {
    entries: (value: number) => `${entries(value)} no serviço`,
  },

  forget: {
    title: (name: string) => `Não guardar mais “${name}”?`,
    entries: (value: number) => `${entries(value)} ${value === 1 ? 'lida' : 'lidas'} neste computador`,
    reviews: (value: number) =>
      value === 1
        ? 'A revisão de 1 resposta: estado, etiquetas e notas, que só existem aqui'
        : `As revisões de ${entries(value)}: estados, etiquetas e notas, que só existem aqui`,
    gone: (value: number) =>
      value === 1
        ? '1 resposta já excluída no serviço, que não pode ser lida de novo'
        : `${entries(value)} já excluídas no serviço, que não podem ser lidas de novo`,
    keeps: 'Nada muda no serviço. Para não perder as revisões, exporte antes um pacote ou uma planilha.',
    confirm: 'Apagar daqui',
  },
  statusDialog: {
    title: (name: string) => `Estado de “${name}”`,
    options: { draft: 'Rascunho', active: 'Ativo', archived: 'Arquivado' },
    confirm: 'Mudar o estado',
  },
  duplicate: {
    title: (name: string) => `Duplicar “${name}”`,
    text: 'Cria um rascunho com os mesmos campos e ajustes. As respostas não são copiadas.',
    name: 'Nome do novo formulário',
    proposed: (name: string) => `Cópia de ${name}`,
    confirm: 'Criar rascunho',
  },
  remove: {
    title: (name: string) => `Excluir “${name}” no serviço?`,
    instead: 'Arquivar não apaga nada',
    insteadText:
      'Um formulário arquivado sai de uso e guarda todas as respostas no serviço. Quase sempre é o que se quer.',
    archive: 'Arquivar',
    archived: 'Este formulário já está arquivado.',
    go: 'Quero excluir mesmo assim',
    willBeLost: 'Será apagado do serviço, para sempre:',
    loses: (value: number | null) =>
      value === null ? 'todas as respostas do formulário' : `${entries(value)} do formulário`,
    losesForm: 'o formulário, o endereço público e os ajustes dele',
    copyTitle: 'Cópia local',
    copyWhy:
      'Antes de excluir, o Cruza guarda uma cópia criptografada de todas as respostas neste computador. A cópia fica, com as revisões.',
    copyMissing: (here: number, total: number | null) =>
      total === null ? `${entries(here)} na cópia.` : `${number(here)} de ${entries(total)} na cópia.`,
    copyReady: (value: number) => `Cópia completa: ${entries(value)}.`,
    copyStart: 'Fazer a cópia',
    copyGoOn: 'Completar a cópia',
    confirm: 'Excluir para sempre',
  },
  removed: (name: string) => `“${name}” foi excluído no serviço. A cópia local continua aqui.`,
  statusChanged: (name: string, status: string) => `“${name}” agora está ${status}.`,

  editor: {
    newFacts: 'Nada é enviado antes de você mandar.',
    label: 'Dados do formulário',
    basics: 'Dados',
    nameRequired: 'Dê um nome ao formulário.',
    nameTooLong: (over: number) => `O serviço aceita até 255 caracteres; há ${number(over)} a mais.`,
    description: 'Descrição',
    descriptionHint: 'Só para a equipe; quem responde não vê.',
    status: 'Começa como',
    publicUrl: 'Endereço público',
    publicUrlNone: 'O serviço dá o endereço depois da primeira leitura.',
    copyUrl: 'Copiar endereço',
    fieldsCount: (value: number) => count(value, 'campo', 'campos'),
    fieldsEmpty: 'Nenhum campo ainda. Quem responde verá um formulário vazio.',
    fieldsUnread: 'Os campos ainda não foram lidos do serviço.',
    fieldList: 'Campos, na ordem do formulário',
    addField: 'Adicionar campo',
    field: {
      name: (place: number, label: string) => (label ? `Campo ${place}: ${label}` : `Campo ${place}`),
      label: 'Rótulo',
      labelRequired: 'Dê um rótulo ao campo.',
      typeRequired: 'Diga o tipo.',
      otherType: 'Outro tipo…',
      ownType: 'Nome do tipo no serviço',
      required: 'Obrigatório',
      placeholder: 'Exemplo no campo',
      drag: 'Arraste para mudar a ordem',
      up: (name: string) => `Subir ${name}`,
      down: (name: string) => `Descer ${name}`,
      moved: (label: string, place: number, all: number) =>
        label ? `${label}: posição ${place} de ${all}.` : `Campo: posição ${place} de ${all}.`,
      more: (name: string) => `Mais de ${name}`,
      extra: 'Outras chaves deste campo (JSON)',
      extraHint: 'O que o serviço guarda além do documentado, como opções de uma lista. Vai como está.',
      extraWrong: 'Isto não é um objeto JSON, como {"options": ["sim", "não"]}.',
      identifier: (id: string) => `Identificador no serviço: ${id}`,
      removeNamed: (name: string) => `Remover ${name}`,
      removed: (label: string) => (label ? `Campo “${label}” removido.` : 'Campo removido.'),
    },
    types: {
      text: 'Texto',
      email: 'E-mail',
      textarea: 'Texto longo',
      phone: 'Telefone',
      number: 'Número',
      select: 'Lista de opções',
      checkbox: 'Caixa de marcar',
      radio: 'Escolha única',
      date: 'Data',
      file: 'Arquivo',
      hidden: 'Oculto',
      url: 'Endereço web',
    },
    typesNote:
      'Texto e E-mail são os tipos que o documento do serviço garante; os demais são comuns, e o serviço diz se não os aceita.',
    settings: 'Ajustes',
    redirect: 'Endereço depois de responder',
    redirectHint: 'Para onde vai quem acabou de responder.',
    email: 'E-mail de aviso',
    emailHint: 'Recebe um aviso a cada resposta.',
    otherSettings: 'Outras chaves de ajuste (JSON)',
    otherSettingsHint:
      'O serviço junta o que for enviado aos ajustes que já tem; por isso uma chave não pode ser tirada, só mudada ou esvaziada (null).',
    settingName: (place: number) => `Nome da chave ${place}`,
    settingValue: (name: string) => `Valor de ${name}`,
    settingNew: 'nova chave',
    settingWrong: 'O valor precisa ser JSON: "texto", 12, true, null, […] ou {…}.',
    settingNameRequired: 'Dê um nome à chave.',
    settingNameTaken: 'Esta chave já existe acima.',
    addSetting: 'Adicionar chave',
    removeSetting: (name: string) => `Tirar a chave ${name}`,
    save: 'Salvar…',
    saveCreate: 'Criar formulário',
    unchanged: 'Nada mudou.',
    dirty: (value: number) => `${count(value, 'mudança ainda não enviada', 'mudanças ainda não enviadas')}`,
    refused: 'O serviço não aceitou isto:',
    newerTitle: 'O formulário mudou no serviço depois que você começou a editar.',
    newerReplaced: 'Salvar substitui o que mudou lá nas mesmas partes; a diferença aparece antes de enviar.',
    newerStays: 'O que mudou lá continua: só as suas mudanças são enviadas.',
    takeNewer: 'Descartar as minhas e usar as do serviço',
    review: {
      title: 'Enviar estas mudanças?',
      text: 'Só o que mudou é enviado.',
      send: 'Enviar ao serviço',
      was: 'Antes',
      will: 'Depois',
      part: { name: 'Nome', description: 'Descrição', fields: 'Campos' },
      setting: (name: string) => `Ajuste ${name}`,
      added: (label: string) => `Novo: ${label}`,
      removed: (label: string) => `Removido: ${label}`,
      changed: (label: string) => `Alterado: ${label}`,
      moved: (label: string, place: number) => `${label} passa à posição ${place}`,
      movedThere: 'Mudou no serviço desde que você começou a editar, e seria substituído',
      fieldsWarning: 'A lista de campos é substituída inteira no serviço pela que está na tela.',
      removedWarning:
        'As respostas antigas guardam o que já foi respondido nos campos removidos; as novas não terão esses campos.',
    },
    saved: (name: string) => `“${name}” foi salvo no serviço.`,
    created: (name: string) => `“${name}” foi criado no serviço.`,
  },

  budget: {
    label: 'Consultas que restam neste minuto',
    remaining: (remaining: number, limit: number) => `restam ${number(remaining)} de ${requests(limit)}`,
    resets: (duration: string) => `renova em ${duration}`,
    waiting: (value: number, duration: string) =>
      value === 1 ? `1 consulta espera mais ${duration}` : `${number(value)} consultas esperam mais ${duration}`,
    waitingNow: (value: number) => (value === 1 ? '1 consulta na fila' : `${number(value)} consultas na fila`),
    unknown: 'limite ainda não informado',
    hint: 'O serviço aceita um número de consultas por minuto para cada chave. O Cruza espera a renovação antes de passar do limite; nada se perde.',
  },

  writes: {
    title: 'Envios dos últimos 30 dias',
    text: 'Tudo o que foi criado, mudado ou excluído no serviço a partir deste computador.',
    emptyText: 'O que você criar, mudar ou excluir no serviço aparece aqui, com a confirmação dele.',
    band: (action: string, target: string) =>
      `Enviado, sem confirmação do serviço: ${action} “${target}”. Não repita; verifique antes.`,
    bandMore: (value: number) => (value === 1 ? 'e mais 1 envio' : `e mais ${number(value)} envios`),
  },
  shortcuts: {
    entries: 'Respostas',
    pictures: 'Gráficos',
    edit: 'Editar',
  },
}
