import { describe, expect, it } from 'vitest'
import { inspectList } from '../../../main/lists/recognise/inspect.ts'
import { keysOf, readWhole, settings, textFile } from './read-whole.ts'

const inspected = async (text: string) => (await inspectList(textFile(text), settings())).inspection

/** The headings of the columns that are read, and those that are left with the reason. */
async function columnsOf(text: string) {
  const { columns, question } = await inspected(text)
  const named = (index: number) => columns[index]?.name ?? ''
  return {
    read: columns.filter(({ kind }) => kind !== 'other').map(({ name }) => name),
    left: columns.flatMap(({ name, left }) => (left ? [`${name}: ${left}`] : [])),
    asked: question ? [named(question.left), ...question.taken.map(named)] : null,
  }
}

const bruna = 'bruna@empresa.com.br'
const companyPhone = '5511940028922'
const people = ['11970001111', '11987650001', '11970001112', '11987650002']

/** Rows with a cell that is the same in all, and each with a phone of its own. */
const rowsWith = (cell: string, count = 3) =>
  people
    .slice(0, count)
    .map((phone, at) => `P${at};${phone};${cell}`)
    .join('\n')

describe('the columns of somebody else are left', () => {
  it.each(
    `Responsável|Responsável pelo lead|Proprietário do contato|Dono do Lead|Contact owner|Lead Owner Email|Owner|Assigned to
    Atribuído a|Criado por|Created By|Creado por|E-mail do SDR|E-mail do closer|Vendedora|Consultor|Corretor responsável
    Deal - Owner|Sales Rep|Usuário|E-mail do gestor|Propietario|Ejecutivo de cuenta|Agente asignado|createdBy|ownerEmail
    Modificado por|Encaminhado para|Telefone referência 1|E-mail da recrutadora|E-mail do veterinário|Organização - Telefone
    E-mail da mãe|Contato de emergência|Cadastrado por (usuário)|AssigneeEmail|E-mail da esposa|E-mail do filho
    Contato do vizinho|E-mail do padrinho|E-mail do acompanhante|E-mail do dependente|E-mail da secretária
    E-mail do advogado|E-mail do profissional|E-mail de quem indicou|Quem cadastrou
    E-mail da filiação 1|E-mail da parte contrária|E-mail do personal`
      .split(/\||\n/)
      .map((heading) => heading.trim()),
  )('by the heading %s, in one row and in three', async (heading) => {
    for (const count of [1, 3]) {
      const { read, asked } = await columnsOf(`Nome;WhatsApp;${heading}\n${rowsWith(bruna, count)}\n`)
      expect({ read, asked }).toEqual({ read: ['WhatsApp'], asked: null })
    }
  })

  it.each(
    `Canal|De|From|Conexão|Telefone da loja|Inbox|Unidade|Tienda|WhatsApp da empresa|Account|Bina|session_id
    connectedPhone|Número do serviço|Telefone do anunciante|WhatsApp da agência`
      .split(/\||\n/)
      .map((heading) => heading.trim()),
  )('by the heading %s over the own number of the company', async (heading) => {
    const { read, asked } = await columnsOf(`Nome;Número do cliente;${heading}\n${rowsWith(companyPhone)}\n`)
    expect({ read, asked }).toEqual({ read: ['Número do cliente'], asked: null })
  })

  it('by values that repeat on many rows, whatever the heading says, and it is asked', async () => {
    const rows = people.map((phone, at) => `${bruna};P${at};p${at}@nada.com.br;${phone}`).join('\n')
    expect(await columnsOf(`E-mail;Nome;E-mail do cliente;Fone\n${rows}`)).toEqual({
      read: ['E-mail do cliente', 'Fone'],
      left: ['E-mail: repeated'],
      asked: ['E-mail', 'E-mail do cliente'],
    })
    const half = people.map((phone, at) => `P${at};${phone};${at < 3 ? 'loja@loja.com.br' : `p${at}@nada.com.br`}`)
    expect(await columnsOf(`Nome;Telefone;E-mail\n${half.join('\n')}`)).toEqual({
      read: ['Telefone'],
      left: ['E-mail: repeated'],
      asked: ['E-mail'],
    })
    const sellers = Array.from({ length: 60 }, (_, at) => `119876500${10 + at};v${at % 4}@loja.com.br`)
    expect(await columnsOf(`Telefone;Contato comercial\n${sellers.join('\n')}`)).toMatchObject({ read: ['Telefone'] })
  })

  it('by values that repeat in a list without headings', async () => {
    const sent = people.map((phone) => `${companyPhone};${phone};oi`).join('\n')
    const { columns, question } = await inspected(sent)
    expect(columns.map(({ kind, left }) => left ?? kind)).toEqual(['repeated', 'phone', 'other'])
    expect(question).toEqual({ kind: 'phone', left: 0, taken: [1] })
  })

  it('by the name before each of equal headings', async () => {
    const rows = people.map((phone, at) => `V${at};1198765001${at};P${at};${phone}`).join('\n')
    for (const [head, read] of [
      ['Vendedor;Fone;Cliente;Fone', [3]],
      ['Corretor;Fone;Segurado;Fone', [3]],
      ['Nome;Fone;Corretor;Fone', [1]],
      ['Aluno;Fone;Nome da mãe;Fone', [1]],
      ['Cliente;Fone;Cidade;Fone', [1, 3]],
      ['Vendedor;Fone;Nome;Fone', [3]],
    ] as const) {
      for (const list of [rows, rows.split('\n')[0]]) {
        const { columns } = await inspected(`${head}\n${list}\n`)
        expect(columns.flatMap(({ kind, index }) => (kind === 'phone' ? [index] : []))).toEqual(read)
      }
    }
    const both = await columnsOf(`Cliente;Vendedor;Fone;Fone;E-mail\nAna;Bruna;11987650001;;ana@exemplo.com\n`)
    expect(both.read).toEqual(['Fone', 'Fone', 'E-mail'])
  })

  it('of relatives, whose phones differ', async () => {
    const rows = people.map((phone, at) => `P${at};${phone};1198765001${at}`).join('\n')
    for (const heading of ['Celular da esposa', 'Telefone do dependente', 'Telefone do indicador']) {
      expect(await columnsOf(`Nome;Celular;${heading}\n${rows}`)).toMatchObject({ read: ['Celular'] })
    }
    expect(await columnsOf(`Nome;Celular;Celular do sócio\n${rows}`)).toMatchObject({
      asked: ['Celular do sócio', 'Celular'],
    })
    expect(
      await columnsOf(`Titular;;Dependente;\nNome;Celular;Nome;Celular\n${rows.replace(/;(?=\d+$)/gm, ';D;')}`),
    ).toMatchObject({
      read: ['Titular Celular'],
    })
  })

  it('beside phones that have their area codes in another column, or none', async () => {
    const rows = people
      .map((phone, at) => `P${at};${phone.slice(0, 2)};${phone.slice(2)};g${at}@banco.com.br`)
      .join('\n')
    for (const areas of ['DDD', 'Agência']) {
      expect(await columnsOf(`Cliente;${areas};Celular;E-mail do gerente\n${rows}\n`)).toEqual({
        read: ['Celular'],
        left: ['E-mail do gerente: others'],
        asked: null,
      })
    }
  })

  it('of few people beside a guardian, who is meant, and it is asked', async () => {
    const rows = Array.from({ length: 12 }, (_, at) => `Rex;119876500${10 + at};1197000111${at % 3}`).join('\n')
    expect(await columnsOf(`Pet;Celular do tutor;Celular na clínica\n${rows}\n`)).toEqual({
      read: ['Celular do tutor'],
      left: ['Celular na clínica: repeated'],
      asked: ['Celular na clínica', 'Celular do tutor'],
    })
  })

  it('by the heading above several columns', async () => {
    const rows = people.map((phone, at) => `Bruna;${companyPhone};P${at};${phone}`).join('\n')
    expect(await columnsOf(`Vendedor;;Cliente;\nNome;Telefone;Nome;Telefone\n${rows}`)).toEqual({
      read: ['Cliente Telefone'],
      left: ['Vendedor Telefone: others'],
      asked: null,
    })
    const reversed = people.map((phone, at) => `P${at};${phone};Bruna;${bruna}`).join('\n')
    expect(await columnsOf(`Nome;Celular;Responsável;\n;;Nome;E-mail\n${reversed}`)).toMatchObject({
      read: ['Celular'],
      left: ['E-mail: others'],
    })
  })

  it('where the sender is the person, of messages that came in', async () => {
    const rows = people.map((phone) => `${phone};${companyPhone};oi`).join('\n')
    expect(await columnsOf(`De;Para;Mensagem\n${rows}`)).toMatchObject({ read: ['De'], left: ['Para: repeated'] })
  })
})

describe('the columns of the person are read', () => {
  it('whatever repeats in the only one', async () => {
    expect(await columnsOf(`Telefone\n${`${companyPhone}\n`.repeat(5)}`)).toMatchObject({
      read: ['Telefone'],
      left: [],
    })
    expect(await columnsOf(`Nome;Responsável\n${rowsWith(bruna).replace(/;\d+/g, '')}`)).toMatchObject({
      read: ['Responsável'],
    })
  })

  it('of families that share a phone, and of orders of few customers', async () => {
    const family = Array.from({ length: 20 }, (_, at) => `P${at};119876500${10 + (at >> 1)};p${at}@nada.com.br`)
    const read = ['Telefone', 'E-mail']
    expect(await columnsOf(`Aluno;Telefone;E-mail\n${family.join('\n')}`)).toEqual({ read, left: [], asked: null })
    const orders = Array.from({ length: 40 }, (_, at) => `${at};1198765000${at % 5};p${at % 5}@nada.com.br`)
    expect(await columnsOf(`Pedido;Telefone;E-mail\n${orders.join('\n')}`)).toMatchObject({ read })
  })

  it('of several numbered alike, though the first repeats', async () => {
    const rows = people.map((phone) => `11970009999;${phone}`).join('\n')
    expect(await columnsOf(`Telefone 1;Telefone 2\n${rows}`)).toMatchObject({ read: ['Telefone 1', 'Telefone 2'] })
    expect(await columnsOf(`Phone 1 - Value;Phone 2 - Value\n${rows}`)).toMatchObject({ left: [] })
  })

  it('of a guardian where the person has none, and it is asked where most have none', async () => {
    const rows = people.map((phone, at) => `A${at};;${phone}`).join('\n')
    expect(await columnsOf(`Aluno;Celular;Telefone do responsável\n${rows}`)).toMatchObject({
      read: ['Celular', 'Telefone do responsável'],
    })
    expect(await columnsOf(`Aluno;Celular;Telefone do responsável\n${rows}\nB;11987650009;11987650008`)).toEqual({
      read: ['Celular'],
      left: ['Telefone do responsável: others'],
      asked: ['Telefone do responsável', 'Celular'],
    })
  })

  it.each([
    ['Email;Default Address Phone;Phone', 'ana@exemplo.com;11987650001;11987650002', 3],
    ['First Name;Last Name;Email;Phone Number;Contact owner', 'Ana;Souza;ana@exemplo.com;11987650001;b@loja.com', 2],
    ['Pessoa - Nome;Pessoa - Telefone;Pessoa - E-mail;Negócio - Proprietário', 'Ana;11987650001;a@b.com;b@loja.com', 2],
    ['full_name;phone_number;email;lead_status', 'Ana;p:+5511987650001;ana@exemplo.com;CREATED', 2],
    ['Nome do Comprador;Email do Comprador;DDD;Telefone;Nome do Produtor', 'Ana;a@b.com;11;987650001;Caio', 2],
  ])('of an export with the headings %s', async (head, row, count) => {
    expect((await columnsOf(`${head}\n${row}\n`)).read).toHaveLength(count)
  })
})

it.each(['id', 'wa_id', 'Código'])(
  'whole mobiles with their country code are phones under the heading %s',
  async (heading) => {
    const rows = people.map((phone, at) => `P${at};55${phone};17900000001${at}3`).join('\n')
    expect(await columnsOf(`Nome;${heading};created\n${rows}`)).toMatchObject({ read: [heading] })
    const short = people.map((phone, at) => `P${at};${phone}`).join('\n')
    expect(await columnsOf(`Nome;${heading}\n${short}`)).toMatchObject({ read: [] })
  },
)

describe('a log of messages that went both ways', () => {
  const rows = people.flatMap((phone, at) => [
    `26/11/2026 10:0${at};${companyPhone};${phone};oi`,
    ...(at % 2 === 0 ? [`26/11/2026 11:0${at};+${phone.replace(/^/, '55')};(11) 94002-8922;olá`] : []),
  ])

  it.each(['De;Para', 'From;To', 'Remetente;Destinatário', 'origin;destination', 'Número;Contato'])(
    'has the person on the other side of each: %s',
    async (headings) => {
      const file = textFile(`Data;${headings};Texto\n${rows.join('\n')}\n`)
      const map = await keysOf(file)
      expect(map).toMatchObject({ rows: 6, unusableRows: 0, keys: people.map((phone) => `55${phone}`) })
      const { columns, hints, question } = (await inspectList(file, settings())).inspection
      expect(columns.flatMap(({ kind, index }) => (kind === 'phone' ? [index] : []))).toEqual([1, 2])
      expect({ message: hints.includes('message_sides'), question }).toEqual({ message: true, question: null })
      // A recipe names the columns.
      const chosen = { key_columns: [1, 2].map((index) => ({ index, kind: 'phone' as const })) }
      expect((await keysOf(file, chosen)).keys).toEqual(map.keys)
    },
  )

  it('also without headings, and where one side has words beside the number', async () => {
    expect((await keysOf(textFile(rows.join('\n')))).keys).toEqual(people.map((phone) => `55${phone}`))
    const named = rows.map((row) => row.replaceAll(companyPhone, `Loja <${companyPhone}>`)).join('\n')
    expect((await keysOf(textFile(`Data;De;Para;Texto\n${named}\n`))).keys).toEqual(people.map((phone) => `55${phone}`))
  })

  it('where nearly all of them went one way', async () => {
    const sent = people.map((phone) => `${companyPhone};${phone}`)
    const list = `De;Para\n${sent.join('\n')}\n11987650009;${companyPhone}\n`
    expect(await keysOf(textFile(list))).toMatchObject({
      keys: [...people, '11987650009'].map((phone) => `55${phone}`),
    })
  })

  it('is not seen where a family shares a phone', async () => {
    const family = people.map((phone, at) => `P${at};${phone};${at < 2 ? people[0] : phone}`)
    const { columns } = await inspected(`Nome;Celular;Outro telefone\n${family.join('\n')}`)
    expect(columns.filter(({ kind }) => kind === 'phone')).toHaveLength(2)
    expect((await inspected(`Nome;Celular;Outro telefone\n${family.join('\n')}`)).hints).not.toContain('message_sides')
  })
})

describe('a column of fax numbers', () => {
  it.each('Fax|FAX comercial|Telefax|Business Fax|ddd_fax|Fax Phone|Telefone do fax|Número de fax'.split('|'))(
    'is no phone and is named: %s',
    async (heading) => {
      const list = `Nome;Celular;${heading}\nAna;11987650001;1133440001\nBia;11987650002;1133440002\n`
      expect(await columnsOf(list)).toEqual({ read: ['Celular'], left: [`${heading}: fax`], asked: null })
    },
  )

  it('is seen by the heading above it, and not in a column of both', async () => {
    const rows = people.map((phone) => `P;${phone};113344${phone.slice(-4)}`).join('\n')
    expect(await columnsOf(`;Celular;Fax\nNome;Número;Número\n${rows}`)).toMatchObject({ read: ['Celular Número'] })
    for (const heading of ['Telefone/Fax', 'Fone e Fax', 'Tel. / Fax', 'Fax ou telefone']) {
      expect((await columnsOf(`Nome;${heading}\nAna;1133440001\n`)).read).toEqual([heading])
    }
  })

  it('and a phone of a card whose label says so', async () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:3.0',
      'FN:Ana',
      'item1.TEL:+55 11 3344-0001',
      'item1.X-ABLabel:_$!<WorkFAX>!$_',
      'item2.TEL:+55 11 98765-0001',
      'item2.X-ABLabel:Celular',
      'TEL;HOME;FAX:+55 11 3344-0002',
      'TEL;TYPE="work,fax":+55 11 3344-0003',
      'TEL;TYPE=FAX,VOICE:+55 11 3344-0004',
      'END:VCARD',
    ]
    expect((await keysOf(textFile(card.join('\r\n'), 'a.vcf'))).keys).toEqual(['5511987650001', '551133440004'])
  })
})

describe('a column that labels phones', () => {
  it.each([
    ['Phone 1 - Label;Phone 1 - Value;Phone 2 - Label;Phone 2 - Value', 'Work Fax;1133440001;Mobile;11987650001'],
    ['Address 1 - Label;Phone 1 - Type;Phone 1 - Value;Address 2 - Type;Celular', 'Fax;Fax;1133440001;Fax;11987650001'],
    ['Telefone;Tipo;Celular;Tipo', '1133440001;FAX;11987650001;Móvel'],
    ['Telefone 1;Telefone 2;Tipo 1;Tipo 2', '1133440001;11987650001;Fax;Celular'],
    ['Fone;Cidade;Tipo de cliente;Tipo do fone', '11987650001;SP;Fax;Telefone/Fax'],
  ])('says which of them are fax numbers: %s', async (head, row) => {
    expect((await keysOf(textFile(`Nome;${head}\nAna;${row}\n`))).keys).toEqual(['5511987650001'])
  })

  it('and the row says so', async () => {
    const map = await keysOf(textFile('Cliente;Tipo de telefone;Telefone\nA;Fax;1133440001\nB;Celular;11987650001\n'))
    expect(map).toMatchObject({ keys: ['5511987650001'], problems: [{ reason: 'fax', cells: 1 }], unusableRows: 1 })
  })
})

describe('a column that is named for phones or e-mails', () => {
  const fillers = '-|0|não tem|NULL|nan|\\N|n/a|undefined|[object Object]|(vazio)|s/ e-mail|#N/D'.split('|')

  it('is read however much says that there is nothing', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => `P;${fillers[at % fillers.length]};p${at}@nada.com.br`)
    const map = await keysOf(textFile(`nome;telefone;email\n${rows.join('\n')}\nAna;11987650001;-\n`))
    expect(map.keys.at(-1)).toBe('5511987650001')
    expect(map.problems).toEqual([])
    const other = await keysOf(textFile(`nome;email\n${'P;vou mandar depois\n'.repeat(250)}Ana;ana@exemplo.com\n`))
    expect(other.keys).toEqual(['ana@exemplo.com'])
  })

  it('is read cell by cell where it has both kinds', async () => {
    for (const heading of ['Contato', 'E-mail', 'E-mail ou telefone', 'WhatsApp/E-mail']) {
      const rows = Array.from({ length: 12 }, (_, at) => `P;p${at}@nada.com.br`)
      const map = await keysOf(textFile(`Nome;${heading}\n${rows.join('\n')}\nAna;11987650001\nBia;a@b.com c@d.com\n`))
      expect(map).toMatchObject({ unusableRows: 0 })
      expect(map.keys).toContain('5511987650001')
    }
  })

  it('and has none is named with those that are left', async () => {
    const list = 'Celular;E-mail;Tipo de telefone\n11987650001;sem e-mail algum;fixo\n'
    expect(await columnsOf(list)).toEqual({ read: ['Celular'], left: ['E-mail: no_keys'], asked: null })
  })

  it('shows examples in rows below its heading that are nobody', async () => {
    for (const row of [
      'Ex: João;Ex: 11987650009;Ex: a@b.com',
      '(exemplo) Maria;11987650009;a@b.com',
      'Exemplo;11987650009;',
    ]) {
      const text = `Nome;Telefone;E-mail\n${row}\nAna;11987650001;\nExemplo;11987650002;\n`
      expect((await keysOf(textFile(text))).keys).toEqual(['5511987650001', '5511987650002'])
    }
  })

  it('shows an example that is nobody', async () => {
    for (const heading of [
      'WhatsApp com DDD (11 98888-7777)',
      'Seu celular: (11) 98888-7777',
      'Telefone (ex: 11988887777)',
    ]) {
      const text = `Carimbo de data/hora,Nome completo,"${heading}"\n26/11/2026 14:30,Ana,11987650001\n`
      expect((await keysOf(textFile(text))).keys).toEqual(['5511987650001'])
    }
    const email = 'Nome,"Qual o seu e-mail? (ana@gmail.com)"\nAna,bia@exemplo.com\n'
    expect((await keysOf(textFile(email))).keys).toEqual(['bia@exemplo.com'])
  })
})

describe('the area code of a phone', () => {
  it.each([
    ['DDD Celular;Celular;DDD Fixo;Fixo', '21;98765-0002;11;3344-0001'],
    ['DDD1;FONE1;DDD2;FONE2', '21;98765-0002;11;3344-0001'],
    ['DDD_CEL;DDD_RES;CELULAR;RESIDENCIAL', '21;11;98765-0002;3344-0001'],
    ['DDD;Celular;DDD;Telefone', '21;98765-0002;11;3344-0001'],
    ['Celular;;Fixo;\nDDD;Número;DDD;Número', '21;98765-0002;11;3344-0001'],
    ['Cel.;;Tel.;\nDDD;Nº;DDD;Nº', '21;98765-0002;11;3344-0001'],
    ['DDI+DDD 1;Número 1;DDI+DDD 2;Número 2', '+5521;98765-0002;5511;3344-0001'],
    ['Código de área 1;Telefone 1;Código de área 2;Telefone 2', '21;98765-0002;11;3344-0001'],
  ])('is that of its own kind or number: %s', async (head, row) => {
    const { keys } = await keysOf(textFile(`${head.replaceAll(/^/gm, 'Nome;')}\nAna;${row}\n`))
    expect(keys).toEqual(['5521987650002', '551133440001'])
  })

  it('is that of the only column for all phones, and of none where none is chosen', async () => {
    const file = textFile('DDD;Celular;Recado\n21;98765-0002;3344-0001\n')
    expect((await keysOf(file)).keys).toEqual(['5521987650002', '552133440001'])
    expect((await keysOf(file, { area_column: 'none' })).keys).toEqual([])
    const { inspection } = await readWhole(textFile('DDD1;FONE1;DDD2;FONE2\n21;98765-0002;11;3344-0001\n'))
    expect(inspection).toMatchObject({ area_column: null, columns: [{}, { area: 0 }, {}, { area: 2 }] })
  })

  it('is found under a heading of two rows', async () => {
    const english = await readWhole(
      textFile('Name;Phone;;City\n;Area;Number;\nAna;11;98765-0001;SP\nBia;21;98765-0001;RJ\n'),
    )
    expect(english.plan).toMatchObject({ rowsAbove: 2, keyColumns: [{ index: 2, kind: 'phone', area: 1 }] })
    for (const number of ['Telefone', 'Número']) {
      const list = await readWhole(textFile(`Nome;Contato;\n;DDD;${number}\nAna;11;98765-0001\nBia;21;98765-0002\n`))
      expect(list.plan).toMatchObject({ rowsAbove: 2, names: ['Nome', 'DDD', number] })
      expect(list.plan.keyColumns).toEqual([{ index: 2, kind: 'phone', area: 1 }])
    }
  })
})
