import { act } from 'react'
import { describe, expect, it } from 'vitest'
import { ptBR } from '../../../preload/messages/pt-BR/index.ts'
import { FileDrop } from '../../../renderer/app/file-drop.tsx'
import { createCombineStore } from '../../../renderer/cruzar/combine-store.ts'
import { createCruzarStore } from '../../../renderer/cruzar/list-store.ts'
import { createFakeBridge } from '../../kit/fake-bridge.ts'
import { createTestApp, InApp, render } from '../../kit/render.tsx'

/** A drag event of the browser; happy-dom has no DataTransfer with files. */
async function drag(kind: 'dragenter' | 'dragleave' | 'drop', files: readonly File[]) {
  const event = new Event(kind, { bubbles: true, cancelable: true })
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files } })
  await act(async () => window.dispatchEvent(event))
}

async function open(onPackages = false) {
  const lists: string[] = []
  const packages: string[] = []
  const bridge = createFakeBridge()
  const ignore = () => undefined
  const draft = createCruzarStore({
    bridge,
    ask: bridge.ask,
    pastedName: () => '',
    use: ignore,
    inUse: ignore,
    onStarted: ignore,
  })
  const combine = createCombineStore({ bridge, ask: bridge.ask, draft })
  const app = createTestApp({
    cruzar: { dropFile: (file) => void lists.push(file.name), combine },
    reviews: { dropPackage: (file) => void packages.push(file.name) },
  })
  await render(<InApp app={app}>{() => <FileDrop packages={onPackages} />}</InApp>)
  return { taken: lists, packages, combine }
}

describe('a file over the window', () => {
  it('shows what will happen, until it leaves', async () => {
    await open()
    const list = new File(['11988887777'], 'campanha.csv')
    await drag('dragenter', [list])
    await drag('dragenter', [list])
    await drag('dragleave', [list])
    expect(document.body.textContent).toContain(ptBR.app.drop.title)
    await drag('dragleave', [list])
    expect(document.body.textContent).not.toContain(ptBR.app.drop.title)
  })

  it('is the other list where one is being combined', async () => {
    const { combine } = await open()
    combine.getState().open()
    await drag('dragenter', [new File(['1'], 'lista.csv')])
    expect(document.body.textContent).toContain(ptBR.cruzar.combine.drop.title)
  })

  it('is taken as a list when it is dropped', async () => {
    const { taken } = await open()
    for (const name of ['a.csv', 'b.TXT', 'c.tsv', 'd.xlsx']) await drag('drop', [new File([''], name)])
    expect(taken).toEqual(['a.csv', 'b.TXT', 'c.tsv', 'd.xlsx'])
  })

  it('is taken as a package where it is one, as the screen of packages announces', async () => {
    const { taken, packages } = await open(true)
    const file = new File([''], 'revisao.cruza')
    await drag('dragenter', [file])
    expect(document.body.textContent).toContain(ptBR.reviews.drop.title)
    await drag('drop', [file])
    expect(packages).toEqual(['revisao.cruza'])
    expect(taken).toEqual([])
  })

  it('is not taken when it is no list, or one of several', async () => {
    const { taken } = await open()
    await drag('drop', [new File([''], 'foto.png')])
    await drag('drop', [new File([''], 'a.csv'), new File([''], 'b.csv')])
    await drag('drop', [])
    expect(taken).toEqual([])
  })
})
