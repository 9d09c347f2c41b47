import { type Answer, type Call, empty, type Handler, json, Refusal, type Routes, refusal, text } from './answer.ts'

const defaultLimit = 10

const excerptReach = 80

/**
 * The documentation-reading API: public, any origin. Assumption: the names of its keys; the document gives their
 * meaning only (docs/services.md §8.1).
 */
export function docsRoutes(): Routes {
  const routes: Routes = {
    '/api/docs': () => json({ categories: categories.map(withCount), articles: articles.map(brief) }),
    '/api/docs/search': search,
    '/api/docs/{categoria}/{slug}': one,
    '/llms.txt': () => text(index()),
    '/llms-full.txt': () => text(everything()),
  }
  return Object.fromEntries(
    Object.entries(routes).flatMap(([path, handle]) => [
      [`GET ${path}`, open(handle)],
      [`OPTIONS ${path}`, open(() => empty(204))],
    ]),
  )
}

/** Any page may read the documentation. */
function open(handle: Handler): Handler {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET, OPTIONS' }
  return async (call) => {
    const answer = await Promise.resolve(call).then(handle).catch(refused)
    return { ...answer, headers: { ...answer.headers, ...headers } }
  }
}

function refused(error: unknown): Answer {
  if (error instanceof Refusal) return error.answer
  throw error
}

function withCount(category: (typeof categories)[number]) {
  return { ...category, count: articles.filter((article) => article.category === category.slug).length }
}

function brief({ body: _, ...article }: Article) {
  return { ...article, url: `/api/docs/${article.category}/${article.slug}` }
}

function one(call: Call): Answer {
  const { categoria, slug } = call.params
  const article = articles.find((candidate) => candidate.category === categoria && candidate.slug === slug)
  if (!article) throw refusal(404, 'Artigo não encontrado')
  return json({ ...brief(article), body: article.body })
}

/** Hits in the title count most, then keywords, summary and text. */
function search(call: Call): Answer {
  const term = (call.query.get('q') ?? '').trim()
  const limit = Math.max(1, Number.parseInt(call.query.get('limite') ?? '', 10) || defaultLimit)
  const category = call.query.get('categoria')
  const word = folded(term)
  const scored = articles
    .filter((article) => !category || article.category === category)
    .map((article) => ({ article, score: word === '' ? 0 : scoreOf(article, word) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
  const hits = scored.slice(0, limit).map(({ article }) => ({ ...brief(article), excerpt: excerpt(article, word) }))
  return json({ query: term, total: scored.length, articles: hits })
}

function scoreOf(article: Article, word: string): number {
  const hits = (value: string) => folded(value).split(word).length - 1
  return hits(article.title) * 8 + hits(article.keywords.join(' ')) * 4 + hits(article.summary) * 2 + hits(article.body)
}

function excerpt(article: Article, word: string): string {
  const source = `${article.summary} ${article.body}`.normalize('NFC').replace(/\s+/g, ' ')
  const position = Math.max(0, folded(source).indexOf(word))
  const start = Math.max(0, position - excerptReach)
  const end = position + word.length + excerptReach
  return `${start > 0 ? '…' : ''}${source.slice(start, end)}${end < source.length ? '…' : ''}`
}

function folded(value: string): string {
  return value
    .normalize('NFD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
}

function index(): string {
  const sections = categories.map((category) => {
    const inCategory = articles.filter((article) => article.category === category.slug)
    const lines = inCategory.map((article) => `- [${article.title}](${brief(article).url}): ${article.summary}`)
    return `## ${category.name}\n\n${lines.join('\n')}`
  })
  return `# Ajuda da plataforma\n\n${sections.join('\n\n')}\n`
}

function everything(): string {
  const texts = articles.map((article) => `# ${article.title}\n\n${article.summary}\n\n${article.body}`)
  return `${texts.join('\n\n---\n\n')}\n`
}

/** An article of the platform's help; `body` is markdown. */
interface Article {
  readonly category: string
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly keywords: readonly string[]
  readonly updated_at: string
  readonly body: string
}

const categories = [
  { slug: 'primeiros-passos', name: 'Primeiros passos' },
  { slug: 'conversas', name: 'Conversas' },
  { slug: 'leads', name: 'Leads' },
  { slug: 'relatorios', name: 'Relatórios' },
  { slug: 'ia', name: 'Inteligência artificial' },
] as const

const articles: readonly Article[] = [
  {
    category: 'primeiros-passos',
    slug: 'token-de-acesso',
    title: 'Onde encontrar o token de acesso',
    summary: 'O token fica nas configurações do perfil de cada usuário.',
    keywords: ['token', 'api', 'perfil', 'integração'],
    updated_at: '2026-08-12',
    body: `Cada usuário tem o seu token.

1. Abra **Configurações do perfil**.
2. Role até **Token de acesso**.
3. Copie e guarde em lugar seguro.

> Quem tem o token age em seu nome. Não envie por mensagem.

![Tela do perfil](https://ajuda.vitrine.example/imagens/perfil.png)`,
  },
  {
    category: 'primeiros-passos',
    slug: 'papeis-e-permissoes',
    title: 'Papéis e permissões',
    summary: 'O que administradores e agentes podem fazer.',
    keywords: ['administrador', 'agente', 'permissão'],
    updated_at: '2026-07-03',
    body: `| Ação | Agente | Administrador |
|---|---|---|
| Responder conversas | sim | sim |
| Exportar leads | não | sim |
| Ver relatórios | não | sim |

Um agente que tenta exportar leads recebe a resposta **401**.`,
  },
  {
    category: 'conversas',
    slug: 'filtrar-conversas',
    title: 'Filtrar conversas por data, caixa e etiqueta',
    summary: 'Combine condições para chegar às conversas certas.',
    keywords: ['filtro', 'conversa', 'data', 'etiqueta', 'caixa de entrada'],
    updated_at: '2026-09-01',
    body: `Use o filtro para combinar condições:

- **Última atividade** corta pela última movimentação;
- **Criada em** corta pela abertura;
- **Etiquetas**, **agente** e **status** aceitam vários valores.

Cada página traz 25 conversas.`,
  },
  {
    category: 'conversas',
    slug: 'status-da-conversa',
    title: 'Os quatro status de uma conversa',
    summary: 'Aberta, pendente, resolvida e adiada.',
    keywords: ['status', 'aberta', 'pendente', 'resolvida', 'adiada'],
    updated_at: '2026-05-20',
    body: `- \`open\`: alguém precisa agir;
- \`pending\`: o assistente ainda conversa;
- \`resolved\`: terminou;
- \`snoozed\`: volta numa data marcada.`,
  },
  {
    category: 'conversas',
    slug: 'buscar-contatos',
    title: 'Buscar contatos por nome, telefone ou e-mail',
    summary: 'Uma parte do nome ou os algarismos do telefone bastam.',
    keywords: ['contato', 'contatos', 'busca', 'telefone'],
    updated_at: '2026-07-15',
    body: `A busca olha nome, telefone, e-mail e identificador.

- O telefone vale em algarismos, sem parênteses nem traços.
- Cada contato mostra as conversas **mais recentes**, não todas.

Para filtrar por data, caixa ou status, veja [Filtrar conversas](filtrar-conversas).`,
  },
  {
    category: 'conversas',
    slug: 'enviar-mensagem',
    title: 'Enviar uma mensagem numa conversa',
    summary: 'Quando dá para responder, e o que acontece depois do envio.',
    keywords: ['mensagem', 'mensagens', 'enviar', 'resposta'],
    updated_at: '2026-08-02',
    body: `A resposta sai pela caixa de entrada da conversa.

Alguns canais só aceitam resposta dentro de uma **janela de tempo** depois da última mensagem do contato. Aceita pelo
serviço não quer dizer entregue: o estado da mensagem muda depois.`,
  },
  {
    category: 'relatorios',
    slug: 'entender-relatorios',
    title: 'Entender os relatórios',
    summary: 'O que cada número conta e a partir de quando.',
    keywords: ['relatório', 'relatórios', 'métricas', 'tempo de resposta'],
    updated_at: '2026-06-30',
    body: `| Número | O que conta |
|---|---|
| Conversas | abertas no período |
| Resoluções | vezes em que uma conversa foi resolvida |
| Primeira resposta | média até a primeira resposta de um agente |

Só administradores veem os relatórios: veja [Papéis e permissões](/api/docs/primeiros-passos/papeis-e-permissoes).`,
  },
  {
    category: 'leads',
    slug: 'exportar-leads',
    title: 'Exportar leads por período',
    summary: 'Baixe uma linha por pessoa ou por conversa.',
    keywords: ['lead', 'exportar', 'csv', 'período', 'planilha'],
    updated_at: '2026-09-03',
    body: `Informe ao menos uma data: criada a partir de, criada até, ou movimentada desde.

## Agrupar

- \`contato\`: uma linha por pessoa, com a conversa mais recente do período;
- \`conversa\`: uma linha por conversa.

\`\`\`
GET /api/v1/accounts/{account_id}/{marca}/leads?created_after=2026-01-01&per_page=500
\`\`\``,
  },
  {
    category: 'leads',
    slug: 'cruzar-lista',
    title: 'Cruzar uma lista de telefones com a base',
    summary: 'Descubra quem da sua lista já foi atendido.',
    keywords: ['cruzar', 'lista', 'telefone', 'e-mail', 'campanha'],
    updated_at: '2026-09-03',
    body: `Envie telefones e e-mails; cada chave volta com um de três resultados:

1. encontrada, com conversa;
2. encontrada, sem conversa no período;
3. não encontrada.

Telefones valem com ou sem o 55 e com qualquer máscara.`,
  },
  {
    category: 'ia',
    slug: 'criar-assistente',
    title: 'Criar um assistente',
    summary: 'Nome, instruções, documentos e caixas de entrada.',
    keywords: ['assistente', 'ia', 'instruções', 'documento'],
    updated_at: '2026-06-18',
    body: `Um assistente responde sozinho nas caixas de entrada que você ligar a ele.

1. Crie o assistente e escreva as **instruções**.
2. Adicione **documentos**.
3. Teste na área de testes antes de ligar a uma caixa.`,
  },
  {
    category: 'ia',
    slug: 'servidores-mcp',
    title: 'Ligar um servidor MCP',
    summary: 'Dê ferramentas externas ao assistente.',
    keywords: ['mcp', 'ferramenta', 'assistente'],
    updated_at: '2026-08-29',
    body: `Informe o endereço do servidor e o tipo de autenticação. Depois de conectar, escolha as ferramentas que cada
assistente pode usar. Veja também [Criar um assistente](/api/docs/ia/criar-assistente).`,
  },
]
