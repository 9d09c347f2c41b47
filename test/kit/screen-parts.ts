import { act, fireEvent, screen, within } from '@testing-library/react'
import { user } from './render.tsx'

/** What a person does with the parts of a screen that take more than one step. */

export function rowCount(): number {
  return document.querySelectorAll('tbody tr').length
}

/** What is written below a field: its hint and what is wrong with it. */
export function describedBy(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

export function pressKey(field: HTMLElement, key: string, more: KeyboardEventInit = {}): Promise<void> {
  return act(async () => void fireEvent.keyDown(field, { key, ...more }))
}

/** Opens a menu by the name of its button and chooses an item. */
export async function chooseItem(menu: string, item: string): Promise<void> {
  await user.click(screen.getByRole('button', { name: menu }))
  await user.click(screen.getByRole('menuitem', { name: item }))
}

/** The items of the open menu. */
export function menuItems(): readonly (string | null)[] {
  return screen.queryAllByRole('menuitem').map(({ textContent }) => textContent)
}

/** Opens a select and chooses an option by its words. */
export async function chooseOption(field: HTMLElement, name: string): Promise<void> {
  await user.click(field)
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  await user.click(within(list ?? document.body).getByRole('option', { name }))
}

/** Chooses an option of the page's own select that has this option, by its value. */
export async function chooseValue(value: string): Promise<void> {
  const select = [...document.querySelectorAll('select')].find(({ options }) =>
    [...options].some((option) => option.value === value),
  )
  if (!select) throw new Error(`no select with “${value}”`)
  await user.selectOptions(select, value)
}

/** Sends the form of a dialog, or of another part of the page. */
export function submit(scope: HTMLElement = screen.getByRole('dialog')): Promise<void> {
  const form = scope instanceof HTMLFormElement ? scope : scope.querySelector('form')
  if (!form) throw new Error('no form')
  return act(async () => void fireEvent.submit(form))
}
