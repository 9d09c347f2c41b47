import type { PackageConflict, ReviewBatch, ReviewSet } from '../../contract/reviews.ts'
import { count, number } from './common.ts'

const entries = (value: number) => count(value, 'resposta', 'respostas')
const changed = (value: number) => (value === 1 ? '1 resposta mudou' : `${number(value)} respostas mudaram`)

/** "8 de 1.000 respostas foram decididas": of what was asked for. */
function decidedBlind(decided: number, all: number): string {
  if (decided < all)
    return `${number(decided)} de ${entries(all)} ${decided === 1 ? 'foi decidida' : 'foram decididas'}`
  return all === 1 ? 'A resposta do pedido foi decidida' : `As ${entries(all)} do pedido foram decididas`
}

/** What a team does with its reviews: pictures, packages, second reviews, rules, history. */
export const reviews = {
  title: 'Revisão em equipe',
  reviewingAs: (name: string) => `revisando como ${name}`,
  anonymous: 'sem nome',
  local:
    'O serviço não guarda revisões: elas são da sua equipe e ficam neste computador, criptografadas. Um pacote leva as suas ao colega e traz as dele.',
  /** A tag, name or state that is not there. */
  nothing: '(nada)',

  reviewer: {
    title: 'Quem revisa aqui',
    label: 'Seu nome',
    hint: 'Aparece em cada decisão que você toma e em cada pacote que envia.',
    placeholder: 'Como a equipe conhece você',
    save: 'Salvar o nome',
    saved: 'Nome salvo: vale para as próximas decisões.',
  },

  figures: {
    title: 'Gráficos',
    all: 'Tudo',
    other: 'Outro período',
    otherSet: (from: string, to: string) => `${from} a ${to}`,
    open: 'em aberto',
    states: 'Estados da revisão',
    total: entries,
    empty: 'Nenhuma resposta com estes filtros',
    emptyText: 'Escolha outro período ou outros estados: nada foi apagado.',
    none: 'Ainda não há respostas aqui',
    noneText: 'Os gráficos aparecem quando as respostas do formulário forem guardadas neste computador.',
    clear: 'Limpar os filtros',
    perDay: 'Respostas por dia',
    perWeek: 'Respostas por semana',
    perMonth: 'Respostas por mês',
    asTable: 'Ver como tabela',
    tableOf: (title: string) => `${title}, em tabela`,
    asPicture: 'Ver como gráfico',
    /** For those who do not see the columns. */
    columns: (title: string, total: string, from: string, to: string, mostFrequent: string, when: string) =>
      `${title}: ${total}, de ${from} a ${to}. O maior número foi ${mostFrequent}, em ${when}.`,
    week: (day: string) => `semana de ${day}`,
    months: ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'] as readonly string[],
    share: 'Parte',
    value: 'Valor',
    byForm: 'Por formulário',
    bySource: 'Por origem',
    byCampaign: 'Por campanha',
    byState: 'Por estado',
    byOutcome: 'Por atendimento',
    noContact: 'Não se sabe',
    noContactHint: 'Sem telefone nem e-mail, ou sem planilha guardada para procurar.',
    byField: 'Valores de um campo',
    chooseField: 'Escolha um campo para ver os valores',
    mostFrequent: (value: number) =>
      `Só os ${number(value)} valores mais frequentes; as partes são de todas as respostas.`,
    answers: 'Campos do formulário',
    blank: '(sem valor)',
    reviewTime: 'Tempo até a decisão',
    median: 'mediana',
    medianHint: 'Metade das respostas decididas esperou menos que isto.',
    noDecision: 'Nenhuma resposta decidida ainda.',
    minutes: (value: string) => `${value} min`,
    hours: (value: string) => `${value} h`,
    days: (value: string, one: boolean) => (one ? `${value} dia` : `${value} dias`),
    upTo: (time: string) => `até ${time}`,
    between: (from: string, to: string) => `${from} a ${to}`,
    moreThan: (time: string) => `mais de ${time}`,
  },

  passphrase: {
    label: 'Senha do pacote',
    hint: 'Combine a senha com o colega por outro caminho, nunca junto com o arquivo.',
    different: 'As duas senhas não são iguais.',
    strength: 'Força da senha',
    strengths: {
      weak: 'Fraca: junte mais palavras.',
      fair: 'Razoável: mais uma palavra a deixa boa.',
      good: 'Boa.',
      strong: 'Forte.',
    },
    lost: 'Sem a senha ninguém abre o pacote, nem você.',
    open: 'Senha que o colega combinou',
    wrong: 'A senha não abre este pacote. Confira com quem o enviou.',
  },

  send: {
    title: 'Enviar ao colega',
    text: 'Um arquivo criptografado com estados, notas, etiquetas e quem decidiu o quê. O que os clientes escreveram não vai junto.',
    action: 'Exportar pacote…',
    dialog: 'Exportar pacote de revisão',
    formHint: (value: number) => `${entries(value)} neste computador`,
    choose: 'Escolha ao menos um formulário.',
    personNotes: 'Incluir minhas notas sobre as pessoas destas respostas',
    fileName: (day: string) => `revisao-${day}`,
    noForms: 'Nenhum formulário guardado neste computador: guarde um para revisar sem internet.',
  },
  saved: {
    title: 'Pacote gravado',
    text: (name: string, value: number) => `${name}, com ${entries(value)}. Passe a senha ao colega por outro caminho.`,
  },

  receive: {
    title: 'Receber do colega',
    text: 'Solte aqui o arquivo que ele enviou. Nada muda antes de você ver o que há nele.',
    action: 'Escolher arquivo…',
  },

  opened: {
    titles: {
      review: (from: string) => `Pacote de ${from}`,
      blind_request: (from: string) => `${from} pede uma segunda revisão`,
      blind_answer: (from: string) => `Retorno de ${from} à revisão às cegas`,
    },
    madeAt: (moment: string) => `feito ${moment}`,
    holds: 'O que há nele',
    events: 'Acontecimentos novos',
    changes: 'Mudam sem conflito',
    conflicts: 'Em conflito',
    nothingNew: 'Tudo o que há neste pacote já está aqui.',
    personNotes: (value: number, from: string) =>
      `${count(value, 'nota sobre uma pessoa', 'notas sobre pessoas')} de ${from}: ${value === 1 ? 'entra' : 'entram'} depois das suas, com o nome.`,
    read: (value: number) => `${number(value)} ${value === 1 ? 'lido' : 'lidos'}`,
    others: (names: string, more: number) =>
      `Traz também decisões de ${names}${more > 0 ? ` e de mais ${count(more, 'pessoa', 'pessoas')}` : ''}. O histórico de cada resposta diz quem decidiu e de quem veio.`,
    inMyName: {
      text: (value: number, from: string) =>
        `${value === 1 ? '1 acontecimento está em seu nome, mas não foi feito' : `${number(value)} acontecimentos estão em seu nome, mas não foram feitos`} neste computador. Junte só se foi você, em outro computador, ou um colega que usa o mesmo nome. O histórico mostra que são do pacote de ${from}.`,
      label: 'Juntar também o que está em meu nome',
    },
    stopped:
      'A junção parou no meio. O que já foi juntado fica, e pode ser desfeito no histórico. “Juntar” continua de onde parou.',
    unknown: (value: number) =>
      value === 1
        ? '1 resposta não está neste computador. A revisão dela fica esperando até você atualizar o formulário.'
        : `${number(value)} respostas não estão neste computador. As revisões delas ficam esperando até você atualizar os formulários.`,
    request: (value: number) =>
      `${value === 1 ? 'É' : 'São'} ${entries(value)} para você decidir sem ver o que foi decidido lá. As suas decisões de sempre não mudam.`,
    ownRequest: 'Este pedido é seu: quem decide é o colega. Passe o arquivo e a senha a ele.',
    answer: (decided: number, all: number) =>
      `${decidedBlind(decided, all)} às cegas. Depois de guardar, você vê em quantas vocês concordam; os seus estados não mudam.`,
    merge: 'Juntar',
    accept: 'Aceitar o pedido',
    keep: 'Guardar o retorno',
    discard: 'Fechar sem juntar',
    summary: (changes: number, theirs: number, mine: number) =>
      [
        `${number(changes)} ${changes === 1 ? 'muda' : 'mudam'} sem conflito`,
        ...(theirs + mine > 0
          ? [
              `${number(theirs)} ${theirs === 1 ? 'conflito fica' : 'conflitos ficam'} com o colega`,
              `${number(mine)} com você`,
            ]
          : []),
      ].join(' · '),
    both: 'Os dois históricos continuam, seja qual for a escolha.',
  },

  conflicts: {
    title: (value: number) => count(value, 'conflito', 'conflitos'),
    text: 'Vocês decidiram diferente sobre a mesma resposta. Escolha o que vale; o que não for escolhido fica no histórico.',
    all: 'Em todos',
    allMine: 'Ficar com os meus',
    allTheirs: 'Ficar com os do colega',
    allNewest: 'Ficar com o mais novo',
    mine: 'Meu',
    theirs: 'Do colega',
    choice: (sender: string, field: string) => `${field} de ${sender}`,
    fields: { state: 'Estado', assignee: 'Responsável', tags: 'Etiquetas' } satisfies Record<
      PackageConflict['field'],
      string
    > as Record<PackageConflict['field'], string>,
    byWhen: (who: string, moment: string) => `${who}, ${moment}`,
    newer: 'mais novo',
  },

  merged: {
    review: (value: number) => (value === 0 ? 'Pacote juntado: nada mudou.' : `Pacote juntado: ${changed(value)}.`),
    blind_request: 'O pedido foi aceito. Decida as respostas e envie o retorno.',
    blind_answer: 'O retorno está guardado.',
    undone: (value: number) =>
      value === 0
        ? 'Nada voltou: o que o pacote mudou já tinha sido desfeito ou mudado de novo.'
        : `Desfeito: ${value === 1 ? '1 resposta voltou' : `${number(value)} respostas voltaram`}.`,
    entries: 'Ver as respostas',
    review_set: 'Revisar agora',
    agreement: 'Ver a concordância',
  },

  blind: {
    title: 'Revisão às cegas',
    text: 'O colega decide as mesmas respostas sem ver os seus estados; depois vocês veem em quantas concordam.',
    action: 'Pedir segunda revisão…',
    none: 'Nenhuma segunda revisão ainda.',
    dialog: 'Pedir segunda revisão',
    nameHint: 'É também o nome do arquivo: não ponha nele nome de cliente.',
    proposed: (day: string) => `Segunda revisão ${day}`,
    nameRequired: 'Dê um nome ao pedido.',
    ofForm: (name: string) => `Todas de ${name}`,
    ofAll: 'Todas, de todos os formulários',
    asks: (value: number) =>
      value === 0
        ? 'Nenhuma resposta aqui: escolha outras.'
        : `${value === 1 ? 'Vai' : 'Vão'} ${entries(value)} no pedido.`,
    confirm: 'Gravar o pedido',
    answerDialog: (name: string) => `Devolver ${name}`,
    answerText: (decided: number, all: number) =>
      decided < all
        ? `Você decidiu ${number(decided)} de ${entries(all)}; as outras vão como não decididas.`
        : `Você decidiu todas: ${entries(all)}.`,
    answerName: (name: string) => `retorno ${name}`,
    answerConfirm: 'Gravar o retorno',
    columns: {
      name: 'Pedido',
      colleague: 'Colega',
      made: 'Feito',
      decided: 'Decididas',
      state: 'Situação',
    },
    roles: {
      asked: 'aguardando o retorno',
      given: 'para você revisar',
      answered: 'devolvida',
    } satisfies Record<ReviewSet['role'], string> as Record<ReviewSet['role'], string>,
    review: 'Revisar',
    reviewNamed: (name: string) => `Revisar ${name}`,
    answer: 'Devolver…',
    answerNamed: (name: string) => `Devolver ${name}…`,
    agreement: 'Concordância',
    agreementNamed: (name: string) => `Concordância de ${name}`,
    forgetLoses: {
      asked: 'O pedido: o retorno do colega não poderá mais ser comparado.',
      given: 'As decisões que você tomou nele, e que só existem neste computador.',
      answered: 'O retorno do colega e a comparação com a sua revisão.',
    } satisfies Record<ReviewSet['role'], string> as Record<ReviewSet['role'], string>,
    forgetKeeps: 'As respostas e a revisão da equipe continuam como estão.',
    screen: {
      title: (name: string) => `Revisão às cegas: ${name}`,
      asker: (name: string) => `pedida por ${name}`,
      progress: (decided: number, all: number) => `${number(decided)} de ${entries(all)} com decisão`,
      missing: (value: number) =>
        value === 1 ? '1 não está neste computador' : `${number(value)} não estão neste computador`,
      band: 'Aqui só aparecem as decisões que você toma neste pedido. O que a equipe decidiu, anotou ou etiquetou fica escondido.',
      answer: 'Devolver…',
      leave: 'Sair da revisão',
      gone: 'Esta revisão às cegas não está mais aqui',
      notOurs: 'Quem decide nesta revisão é o colega',
      notOursText: 'Você a pediu. Quando o retorno chegar, compare as duas revisões em Pacotes.',
    },
  },

  agreement: {
    title: (name: string) => `Concordância: ${name}`,
    facts: (colleague: string, both: number, all: number) =>
      `você e ${colleague} · ${number(both)} de ${entries(all)} do pedido que os dois decidiram`,
    someone: 'o colega',
    rate: 'de concordância',
    agreed: (agreed: number, both: number) => `${number(agreed)} de ${number(both)} com o mesmo estado`,
    kappa: 'kappa',
    kappaText: 'O kappa de Cohen desconta o que coincidiria por sorte: 0 é o que a sorte daria, 1 é concordar em tudo.',
    kappaNone: 'O kappa não se calcula quando os dois usaram um único estado.',
    kappas: {
      poor: 'pior que a sorte',
      slight: 'quase nada além da sorte',
      fair: 'leve além da sorte',
      moderate: 'moderada além da sorte',
      substantial: 'substancial além da sorte',
      perfect: 'quase total além da sorte',
    },
    none: 'Ainda não há o que comparar',
    noneText: 'Nenhuma resposta foi decidida pelos dois.',
    matrix: 'Como os estados se encontraram',
    matrixHint: 'Cada linha é o que você decidiu, cada coluna o que o colega decidiu. Na diagonal, vocês concordam.',
    theirs: 'Colega',
    cell: (mine: string, theirs: string, value: number) => `você ${mine}, o colega ${theirs}: ${entries(value)}`,
    total: 'Total',
    disagreed: (value: number) => count(value, 'discordância', 'discordâncias'),
    noDisagreement: 'Nenhuma discordância: vocês decidiram tudo igual.',
    openNamed: (sender: string) => `Abrir a resposta de ${sender}`,
  },

  rules: {
    action: 'Regras de spam…',
    title: 'Regras de spam',
    text: 'Indícios só chamam a atenção: nenhuma resposta é marcada sozinha.',
    links: 'Um texto com pelo menos',
    linksUnit: 'links',
    repeated: 'O mesmo texto em pelo menos',
    repeatedUnit: 'respostas',
    repeatedShort: (shortest: number, left: number, all: number) =>
      left === 0
        ? `Só compara textos com ${number(shortest)} caracteres ou mais.`
        : `Só compara textos com ${number(shortest)} caracteres ou mais: ${number(left)} de ${entries(all)} com texto ${left === 1 ? 'fica' : 'ficam'} de fora.`,
    seconds: 'Do mesmo IP em menos de',
    secondsUnit: 'segundos',
    pattern: 'Textos que costumam ser spam, como propostas de SEO e cassinos.',
    words: 'Palavras bloqueadas, uma por linha',
    wordsHint: 'Maiúsculas e acentos não importam.',
    wordsCount: (value: number) => count(value, 'palavra', 'palavras'),
    tooMany: (limit: number) => `No máximo ${number(limit)} palavras.`,
    tooLong: (limit: number) => `Cada palavra tem no máximo ${number(limit)} letras.`,
    save: 'Salvar as regras',
    saved: 'Regras salvas. Os indícios já seguem as novas regras.',
  },

  history: {
    action: 'Histórico…',
    title: 'Histórico do que foi feito',
    text: 'As últimas 200 ações de revisão neste computador, a mais nova primeiro. Desfazer não toca no que mudou depois.',
    who: 'Quem',
    what: 'O que fez',
    undoNamed: (action: string) => `Desfazer: ${action}`,
    undone: 'desfeita',
    undoneNow: (value: number) =>
      value === 0
        ? 'Nada voltou: tudo o que ela mudou já tinha mudado de novo.'
        : `Desfeito: ${value === 1 ? '1 resposta voltou' : `${number(value)} respostas voltaram`}.`,
    actionPhrases: {
      state: (value: string) => `Estado: ${value}`,
      assign: (value: string) => (value === '' ? 'Tirou o responsável' : `Responsável: ${value}`),
      tag: (value: string) => `Etiquetas: ${value}`,
      note: () => 'Nota',
      merge: (value: string) => (value === '' ? 'Juntou um pacote' : `Juntou o pacote de ${value}`),
      undo: () => 'Desfez uma ação',
    } satisfies Record<ReviewBatch['kind'], (value: string) => string> as Record<
      ReviewBatch['kind'],
      (value: string) => string
    >,
  },

  drop: {
    title: 'Abrir este pacote de revisão',
    hint: 'Solte o arquivo do colega. Nada muda antes de você ver o que há nele.',
    noForms: 'Para abrir um pacote de revisão, conecte antes a conta de formulários dele.',
  },
}
