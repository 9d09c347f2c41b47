import { cleanup, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { MarkdownView, markdownParts } from '../../../renderer/documentation/markdown-view.tsx'
import { OutsideContext } from '../../../renderer/ui/outside.tsx'
import { render, user } from '../../kit/render.tsx'
import { hostile } from './hostile.ts'

const base_url = 'https://atendimento.example'
const at = { category: 'ia', slug: 'servidores' }
const articles = [
  { category: 'ia', slug: 'assistente', title: 'Criar um assistente', url: 'https://ajuda.example/a/assistente' },
]

async function show(text: string) {
  const open = vi.fn()
  const onArticle = vi.fn()
  const page = await render(
    <OutsideContext value={open}>
      <MarkdownView text={text} base_url={base_url} at={at} articles={articles} onArticle={onArticle} />
    </OutsideContext>,
  )
  const view = document.querySelector('.doc-text')
  if (!view) throw new Error('nothing is shown')
  return { open, onArticle, view, page }
}

/** Every element and attribute of the text. */
function parts(view: Element) {
  const all = [...view.querySelectorAll('*')]
  return {
    tags: new Set(all.map(({ tagName }) => tagName.toLowerCase())),
    attributes: new Set(all.flatMap((element) => element.getAttributeNames())),
    addresses: all.flatMap((element) =>
      ['href', 'src', 'action', 'srcset', 'data'].flatMap((name) => element.getAttribute(name) ?? []),
    ),
  }
}

describe('hostile markdown', () => {
  it('makes no element that acts or fetches, and no attribute that runs', async () => {
    const { view } = await show(hostile)
    const { tags, attributes } = parts(view)
    const acting = 'script img iframe form input svg style base meta object embed video'.split(' ')
    expect(acting.filter((tag) => tags.has(tag))).toEqual([])
    expect([...attributes].filter((name) => name.startsWith('on') || name === 'style' || name === 'srcdoc')).toEqual([])
    expect(Reflect.has(window, 'stolen')).toBe(false)
  })

  it('leads to no address but those of the web and of mail', async () => {
    const { view } = await show(hostile)
    expect(new Set(parts(view).addresses)).toEqual(
      new Set([
        'https://fora.example/pagina?a=b',
        'https://fora.example/',
        'mailto:ajuda@vitrine.example',
        'https://mau.example/pixel.png',
        `${base_url}/imagens/tela.png`,
        // A tab inside of a scheme makes it a page of the help's own host, which is not there.
        `${base_url}/api/docs/ia/java%09script:window.stolen='tab'`,
      ]),
    )
  })

  it('stays readable: what would have acted is text', async () => {
    await show(hostile)
    const text = document.body.textContent
    for (const words of [`window.stolen = 'script'`, 'maiúsculas', 'Imagem: imagem', 'Imagem: dados', 'usuário']) {
      expect(text).toContain(words)
    }
  })

  it('of deep nesting and unclosed signs is shown as it came, and soon', async () => {
    for (const text of [
      '>'.repeat(15_000),
      '- '.repeat(8000),
      '*a **b '.repeat(2000),
      '*a_ '.repeat(4000),
      `${' '.repeat(9000)}- a`,
    ]) {
      const { view } = await show(text)
      expect(view.querySelector('pre.doc-plain')?.textContent).toBe(text)
      cleanup()
    }
  })

  it('of brackets without end is read in time, as text', async () => {
    const { view } = await show('['.repeat(15_000))
    expect(view.textContent?.length).toBeGreaterThan(10_000)
  })
})

describe('links', () => {
  it('to articles open inside, by any of their addresses', async () => {
    const { onArticle, open } = await show(
      [
        '[um](/api/docs/ia/assistente)',
        `[dois](${base_url}/api/docs/ia/assistente/)`,
        '[três](assistente#passo)',
        '[quatro](https://ajuda.example/a/assistente?x=1)',
      ].join('\n'),
    )
    for (const name of ['um', 'dois', 'três', 'quatro']) await user.click(screen.getByRole('button', { name }))
    expect(onArticle.mock.calls).toEqual(Array(4).fill([{ category: 'ia', slug: 'assistente' }]))
    expect(open).not.toHaveBeenCalled()
  })

  it('to the web are opened outside when they are pressed, and show where they lead', async () => {
    const { open, view } = await show('[fora](https://fora.example/x) e <https://outro.example>')
    await user.click(screen.getByRole('link', { name: 'fora' }))
    expect(open.mock.calls).toEqual([['https://fora.example/x']])
    const link = view.querySelector('a')
    expect(link?.getAttribute('rel')).toContain('noopener')
    expect(link?.title).toBe('Abre no seu navegador: https://fora.example/x')
  })

  it('inside the text move to its headings and notes', async () => {
    const { view } = await show('[ir](#o-token)\n\n## O token\n\ntexto[^1]\n\n[^1]: nota')
    const moved = vi.fn()
    for (const id of ['doc-o-token', 'doc-fn-1']) {
      const place = view.querySelector(`[id="${id}"]`)
      expect(place).not.toBeNull()
      if (place) place.scrollIntoView = () => moved(id)
    }
    await user.click(screen.getByRole('button', { name: 'ir' }))
    await user.click(screen.getByRole('button', { name: '1' }))
    expect(moved.mock.calls).toEqual([['doc-o-token'], ['doc-fn-1']])
  })
})

describe('a long text', () => {
  const paragraph = `${'palavra '.repeat(100)}\n\n`

  it('is shown part by part', async () => {
    const { view } = await show(`${paragraph.repeat(100)}O fim.`)
    expect(view.textContent).not.toContain('O fim.')
    while (document.body.textContent.includes('Mostrar mais'))
      await user.click(screen.getByRole('button', { name: 'Mostrar mais' }))
    expect(view.textContent).toContain('O fim.')
  })

  it('is never cut inside of code, and nothing of it is lost', () => {
    const text = `${paragraph.repeat(14)}\`\`\`\n${'linha\n\n'.repeat(400)}\`\`\`\n\n${paragraph.repeat(30)}${'x'.repeat(50_000)}`
    const cut = markdownParts(text)
    const letters = (words: string) => words.replace(/\s/g, '')
    // As a truth and not as a difference: a failure would print all of it.
    expect(letters(cut.map((part) => part.text).join('')) === letters(text)).toBe(true)
    expect(cut.length).toBeGreaterThan(4)
    expect(Math.max(...cut.map((part) => part.text.length))).toBeLessThanOrEqual(20_000)
    expect(cut[0]?.text.match(/```/g)).toHaveLength(2)
  })

  it('of ordinary writing is always formatted', () => {
    const ordinary = [
      '- a\n  - b\n    - c\n      - d',
      '> > > citação',
      '---',
      '**a** _b_ '.repeat(40),
      '| a | b |\n|---|---|',
    ]
    expect(ordinary.flatMap(markdownParts).every(({ formatted }) => formatted)).toBe(true)
  })
})
