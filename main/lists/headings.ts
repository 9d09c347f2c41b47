import { foldText } from '../../preload/values/text.ts'

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Words of headings, folded: lower case, no accents. To recognise one more heading, add its word to its set. */
const headingWords = {
  phone: wordSet(
    `telefone telefones telefono telefonos tel tels telf tlf fone fones fon celular celulares cel cels celu whatsapp whats
    wpp wats zap zapzap phone phones mobile mobiles movil moviles msisdn`,
  ),
  /** These words may head phones and often head something else: the cells decide. */
  weakPhone: wordSet(`contato contatos contacto contact numero numeros number ddd chave chaves lead linha fixo recado
    recados residencial comercial`),
  fax: wordSet('fax faxes telefax facsimile fac-simile'),
  email: wordSet('email emails mail correio correo'),
  /** Words for columns that hold other digits. Cells that read as phones do not make a phone column of these. */
  otherDigits: wordSet(
    `cpf cnpj rg id codigo cod pedido protocolo cep data valor preco nascimento matricula contrato timestamp conta documento
    dni cuit nif passaporte date fecha zip order ticket`,
  ),
  /**
   * Words that, beside one for phones or e-mails, name a property of them, as in "Tipo de telefone" or "E-mail
   * verificado".
   */
  about: wordSet(
    `tipo type label rotulo etiqueta tag status situacao verificado verified validado valid optin opt optout consent aceita
    aceite autoriza permite tem possui data date hora enviado aberto clicado bounce operadora carrier modelo marca origem
    source quantidade qtd total`,
  ),
  areaCode: wordSet('ddd area prefixo prefijo lada'),
  label: wordSet('tipo type label rotulo etiqueta'),
  /** People of the team, and others who belong to the person of the row. */
  others: wordSet(
    `agente agentes agent agents atendente atendentes assignee assigned vendedor vendedora vendedores seller salesperson
    salesman sales rep representante representative promotor promotora consultor consultora consultores advisor asesor asesora
    assessor assessora operador operadora operator corretor corretora broker sdr bdr ldr closer hunter captador captadora
    gestor gestora manager gerente supervisor supervisora coordenador coordenadora coordinator proprietario proprietaria
    propietario propietaria owner owners dono dona dueno duena ejecutivo ejecutiva executivo executiva encargado encargada
    staff employee funcionario funcionaria colaborador colaboradora empleado analista analyst teammate criador criadora creator
    autor author responsavel responsaveis responsable emergencia emergency mae pai mother father madre padre guardian tutor
    tutora conjuge spouse avalista fiador fiadora indicador referrer contador contadora referencia referencias reference recrutador
    recrutadora recruiter cobrador cobradora lider leader esposa esposo marido wife husband filho filha filhos hijo hija daughter
    irmao irma hermano hermana brother sister avo tio tia padrasto madrasta padrinho madrinha noivo noiva namorado namorada vizinho
    vizinha vecino vecina neighbor neighbour parente familiar relative acompanhante acompanante cuidador cuidadora caregiver
    filiacao contraria contrario dependente dependentes dependiente dependent herdeiro herdeira`,
  ),
  /** These people may be somebody else: beside the person's own columns their values decide. */
  perhapsOthers: wordSet(
    `usuario usuarios usuaria user users canal canais channel conexao connection instancia instance inbox caixa bot chatbot
    loja lojas store shop tienda unidade unit filial branch sucursal matriz franquia franchise empresa company compania account
    restaurante restaurant estabelecimento fornecedor supplier vendor parceiro partner afiliado affiliate produtor producer
    coprodutor remetente remitente sender suporte support sac escola school polo imobiliaria entregador motorista driver host
    nosso nossa our own organizacao organization organizador organizadora organizer medico medica doctor dentista veterinario
    veterinaria professor professora teacher tecnico tecnica technician terapeuta psicologo psicologa instrutor instrutora coach
    treinador treinadora sindico sindica advogado advogada abogado abogada lawyer assistente asistente assistant secretaria secretario
    despachante pediatra nutricionista fisioterapeuta enfermeiro enfermeira arquiteto arquiteta engenheiro engenheira instalador
    zelador porteiro socio socia locador locadora landlord anunciante advertiser agencia agency bina tronco session sessao
    conectado conectada connected`,
  ),
  person: wordSet(
    `cliente clientes client customer customers comprador compradora buyer aluno aluna student lead leads paciente patient
    pessoa person inscrito inscrita participante assinante subscriber destinatario destinataria recipient candidato candidata
    candidate hospede guest morador titular seu sua your meu my prospect associado associada membro member devedor inquilino segurado
    segurada beneficiario beneficiaria passageiro passageira locatario locataria interessado interessada contratante entrevistado
    entrevistada eleitor eleitora cooperado cooperada indicado indicada visitante convidado convidada`,
  ),
  other: wordSet(
    `nome name nombre sobrenome apellido razao fantasia cidade city uf estado endereco rua bairro situacao observacao obs
    campanha produto genero sexo idade pais sequencia tags etiquetas`,
  ),
}

type WordKind = keyof typeof headingWords

/**
 * Whether words name who did something with the row: "Criado por", "Owned by", "Atribuído a", "quem indicou". "Enviado
 * para" names the person whom it went to.
 */
function namesDoer(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const previousWord = words[at - 1] ?? ''
    if (word === 'por') return /(?:[ai]d|feit|abert)[oa]s?$/.test(previousWord)
    if (word === 'by') return previousWord !== ''
    if (/^qui?e[mn]$/.test(previousWord))
      return /^(?:indic|recom|refer|convid|cadastr|registr|criou?|atend|vend|capt)/.test(word)
    return (
      /^(?:a|ao|para|to)$/.test(word) && /^(?:atribuid|asignad|designad|encaminhad|transfer|assign)/.test(previousWord)
    )
  })
}

/** The whole heading of a column of senders: of the company in what it sent, and of the person in what came in. */
const senders: ReadonlySet<string> = new Set(['de', 'from', 'desde', 'origem'])

/** "E-mail do profissional" is that of a doctor or the like, "E-mail profissional" the person's own at work. */
const ofSomebody = /\b(?:d[oa]s?|del) (?:prof(?:iss|es)iona|personal|servico|servicio)/

/** Whose a column is by its heading. `perhaps_others` are others beside columns of the person. */
export type Whose = 'person' | 'others' | 'perhaps_others' | null

/** A column that has both. */
const phoneAndFax =
  /(?:tel[a-z]{0,6}|fones?|phone)\.?(?:\s?[/&+,]\s?|\s(?:e|ou|and|or)\s)fax|fax(?:\s?[/&+,]\s?|\s(?:e|ou|and|or)\s)(?:tel|fone|phone|cel)/

export type Heading = ReturnType<typeof readHeading>

/**
 * Reads what a heading says about its column; all false for text that is no heading. Brackets hold examples and advice,
 * which do not say whose a column is.
 */
export function readHeading(text: string) {
  const plain = text.slice(0, 80).replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const folded = foldText(plain.replace(/(?<!\p{L})n[º°]/giu, 'número ')).replace(/e[\s_-]?mail/g, 'email')
  const words = wordsOf(folded)
  const has = (kind: WordKind) => words.some((word) => headingWords[kind].has(word))
  const fax = has('fax') && !phoneAndFax.test(folded)
  const phone = !fax && (has('phone') || /telefon|celular|whatsapp|smartphone|phone/.test(folded))
  const [weakPhone, email, otherDigits] = [has('weakPhone'), has('email'), has('otherDigits')]
  const areaCode = has('areaCode')
  const whose = whoseIs(wordsOf(folded.replace(/\(.*/s, '')))
  const isKnown = phone || fax || weakPhone || email || otherDigits || whose !== null || areaCode || has('other')
  return {
    phone,
    /** A fax alone, not phone and fax in one column. */
    fax,
    weakPhone: weakPhone && !fax,
    email,
    otherDigits,
    about: has('about') || otherDigits,
    whose,
    /** The column names the kind of the phone in another column. */
    label: has('label'),
    /** Whether cells of area codes are those of phones; "Celular com DDD" heads whole phones, as its cells show. */
    areaCode,
    /** Any word that heads columns. */
    known: isKnown && text.length <= 60 && !/[{}=]/.test(text),
  }
}

/** Words of headings of names, besides those that name the person. */
const nameWords = wordSet('nome name nombre')
const besideNames = wordSet(
  'completo completa full complete first given display social de do da o a e of the qual es su contato contacto contact',
)

/**
 * The place of the column with the names of the people: "Nome", "Nome do cliente", else "Cliente" alone; -1 for none.
 * "Nome da mãe" and "Nome do produto" are other names.
 */
export function nameColumnOf(headings: readonly string[]): number {
  const ofHeadings = headings.map((heading) => wordsOf(foldText(heading.slice(0, 80).replace(/\(.*/s, ''))))
  const isOfPerson = (word: string) => headingWords.person.has(word)
  const named = ofHeadings.findIndex(
    (words) =>
      words.some((word) => nameWords.has(word)) &&
      words.every((word) => nameWords.has(word) || besideNames.has(word) || isOfPerson(word)),
  )
  return named >= 0 ? named : ofHeadings.findIndex(([word = '', ...others]) => isOfPerson(word) && others.length === 0)
}

function wordsOf(folded: string): string[] {
  return folded.split(/[^\p{L}]+/u).filter((word) => word !== '')
}

function whoseIs(words: readonly string[]): Whose {
  const has = (kind: WordKind) => words.some((word) => headingWords[kind].has(word))
  if (has('others') || namesDoer(words)) return 'others'
  if (has('person')) return 'person'
  const text = words.join(' ')
  return has('perhapsOthers') || senders.has(text) || ofSomebody.test(text) ? 'perhaps_others' : null
}

/** Words that do not distinguish phone columns. */
const commonWords = wordSet(
  'ddd de do da dos das com cod codigo area code numero num n nro no tel telefone telefono fone phone prefixo prefijo',
)

/** Words and numbers that name one of several phones: "celular", "residencial", "2". */
export function distinctWords(text: string): readonly string[] {
  const folded = foldText(text.slice(0, 80))
  const words = folded.match(/\p{L}+|\d+/gu) ?? []
  return words.filter((word) => !commonWords.has(word))
}

/** Words for further columns of the same people: "E-mail" and "E-mail alternativo", "Telefone 1" and "Telefone 2". */
const ordinals = wordSet(
  'principal primario primaria primary secundario secundaria secondary alternativo alternativa alternative adicional outro outra other o a',
)

/** A heading without the words that distinguish columns of one kind: equal names belong to the same people. */
export function siblingName(text: string): string {
  return wordsOf(foldText(text.slice(0, 80)).replace(/e[\s_-]?mail/g, 'email'))
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => !ordinals.has(word))
    .join(' ')
}
