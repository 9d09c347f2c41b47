/** What the AI module of the demonstration holds at its start; shapes as features.md §8.8. */
export const assistantSeeds = [
  {
    name: 'Nina',
    description: 'Atende dúvidas de pedido, entrega e montagem',
    config: {
      product_name: 'Vitrine Móveis',
      feature_faq: true,
      feature_memory: true,
      feature_citation: false,
      welcome_message: 'Olá! Sou a Nina, da Vitrine Móveis. Como posso ajudar?',
      handoff_message: 'Vou chamar uma pessoa da equipe.',
      resolution_message: 'Fico por aqui. Até logo!',
      instructions: 'Responda em português, de forma breve. Nunca prometa prazo que não esteja nos documentos.',
      temperature: 0.3,
    },
    response_guidelines: ['Chame a pessoa pelo nome', 'Uma pergunta por vez'],
    guardrails: ['Não fale de concorrentes'],
  },
  {
    name: 'Téo',
    description: 'Qualifica pedidos de orçamento',
    config: {
      product_name: 'Vitrine Planejados',
      feature_faq: true,
      instructions: 'Descubra ambiente, medidas e prazo.',
    },
    response_guidelines: [],
    guardrails: [],
  },
] as const

const questions = [
  ['Qual o prazo de entrega?', 'Capitais em até 10 dias úteis; interior em até 20.'],
  ['Vocês montam os móveis?', 'Sim, a montagem está incluída e é marcada após a entrega.'],
  ['Como peço a segunda via do boleto?', 'Envie o CPF do titular e mandamos o link por aqui.'],
  ['Posso trocar a cor depois do pedido?', 'Sim, até 48 horas depois da confirmação.'],
  ['Qual a garantia?', 'Cinco anos para a estrutura e um ano para ferragens.'],
  ['Vocês têm loja física?', 'Sim, em Campinas e em Curitiba.'],
  ['Aceitam cartão em quantas vezes?', 'Em até doze vezes sem juros.'],
] as const

/** Sixty answers, so that their list has more than one page. */
export const responseSeeds = Array.from({ length: 60 }, (_, place) => {
  const [question, answer] = questions[place % questions.length] ?? questions[0]
  const round = Math.floor(place / questions.length)
  return {
    question: round === 0 ? question : `${question} (variação ${round})`,
    answer,
    assistant_id: 1 + (place % 2),
    document_id: place % 3 === 0 ? 1 + (place % 2) : null,
    status: place % 5 === 0 ? 'pending' : 'approved',
  }
})

export const documentSeeds = [
  {
    name: 'Política de entrega',
    external_link: 'https://vitrine.example/entrega',
    assistant_id: 1,
    status: 'available',
  },
  {
    name: 'Garantia e trocas',
    external_link: 'https://vitrine.example/garantia',
    assistant_id: 1,
    status: 'available',
  },
  {
    name: 'Catálogo 2026',
    external_link: 'https://vitrine.example/catalogo.pdf',
    assistant_id: 2,
    status: 'in_progress',
  },
] as const

export const scenarioSeeds = [
  {
    assistant_id: 1,
    title: 'Entrega atrasada',
    description: 'A pessoa reclama do prazo',
    instruction: 'Peça o número do pedido, consulte o andamento e chame a equipe se passar de 5 dias.',
    enabled: true,
    tools: ['handoff', 'add_label_to_conversation'],
  },
  {
    assistant_id: 1,
    title: 'Cancelamento',
    description: 'A pessoa quer cancelar',
    instruction: 'Chame a equipe de pós-venda.',
    enabled: false,
    tools: ['handoff'],
  },
] as const

export const customToolSeeds = [
  {
    title: 'Consultar pedido',
    slug: 'custom_consultar_pedido',
    description: 'Situação de um pedido pelo número',
    endpoint_url: 'https://erp.vitrine.example/pedidos/{{ numero }}',
    http_method: 'GET',
    request_template: null,
    response_template: '{{ response.situacao }}',
    auth_type: 'bearer',
    auth_config: { token: 'exemplo-de-segredo-do-erp' },
    headers: {},
    enabled: true,
    param_schema: [{ name: 'numero', type: 'string', description: 'Número do pedido', required: true }],
  },
] as const

export const mcpServerSeeds = [
  {
    name: 'Estoque',
    slug: 'estoque',
    description: 'Consulta de estoque das lojas',
    url: 'https://mcp.vitrine.example/estoque',
    auth_type: 'bearer',
    auth_config: { token: 'exemplo-de-segredo-do-estoque' },
    enabled: true,
    status: 'connected',
  },
] as const

export const tools = [
  {
    id: 'handoff',
    title: 'Transferir para a equipe',
    description: 'Passa a conversa para uma pessoa',
    icon: 'user-switch',
  },
  { id: 'add_label_to_conversation', title: 'Etiquetar', description: 'Põe uma etiqueta na conversa', icon: 'tag' },
  { id: 'update_priority', title: 'Mudar prioridade', description: 'Define a prioridade da conversa', icon: 'flag' },
] as const
