import { expect, it, vi } from 'vitest'
import { AnswerValue } from '../../../renderer/entries/entry-answers.tsx'
import { OutsideContext } from '../../../renderer/ui/outside.tsx'
import { render } from '../../kit/render.tsx'

async function show(value: string) {
  const open = vi.fn()
  const page = await render(
    <OutsideContext value={open}>
      <AnswerValue answer={{ value, given: true, recognised: 'link' }} />
    </OutsideContext>,
  )
  return { open, page }
}

it('a link of an entry opens outside once the person has seen where it leads', async () => {
  const { open, page } = await show('https://аpple.example/promo')
  await page.click(page.byRole('button', 'Abrir o link'))
  expect(open).not.toHaveBeenCalled()
  // What looks like a known name is shown as what it is.
  expect(page.text()).toContain('https://xn--pple-43d.example/promo')
  await page.click(page.byRole('button', 'Abrir no navegador'))
  expect(open.mock.calls).toEqual([['https://xn--pple-43d.example/promo']])
})

it('an address that is none of the web stays text', async () => {
  const { page } = await show('javascript:alert(1)')
  expect(page.text()).toContain('javascript:alert(1)')
  expect(document.querySelector('button')).toBeNull()
})
