import { act } from 'react'

/** Finds parts of a rendered screen by what a person reads on them, and acts on them. */

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The open dialog. Throws when there is none. */
export function findDialog(): HTMLElement {
  const found = document.querySelector<HTMLElement>('[role="dialog"]')
  if (!found) throw new Error('no dialog is open')
  return found
}

export function hasDialog(): boolean {
  return document.querySelector('[role="dialog"]') !== null
}

/** The row of a table that contains the text. */
export function findRow(text: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('tbody tr')].find((row) => row.textContent?.includes(text))
  if (!found) throw new Error(`no row with “${text}”`)
  return found
}

export function rowCount(): number {
  return document.querySelectorAll('tbody tr').length
}

/** The button with exactly this name in a part of the page. */
export function findButton(name: string, scope: ParentNode = document): HTMLButtonElement {
  const found = [...scope.querySelectorAll('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent) === name,
  )
  if (!found) throw new Error(`no button “${name}”`)
  return found
}

/** The field with exactly this label in a part of the page, without the star of a required one. */
export function findField(label: string, scope: Node = document): TextField {
  for (const { htmlFor, textContent } of document.querySelectorAll('label')) {
    const field = textContent?.replace(/ \*$/, '') === label ? document.getElementById(htmlFor) : null
    if (isTextField(field) && scope.contains(field)) return field
  }
  const unlabelled = [...document.querySelectorAll('input, textarea')].find(
    (field) => field.getAttribute('aria-label') === label && scope.contains(field),
  )
  if (!isTextField(unlabelled)) throw new Error(`no field “${label}”`)
  return unlabelled
}

function isTextField(element: unknown): element is TextField {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

/** What is written below a field: its hint and what is wrong with it. */
export function describedBy(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

/** Replaces the text of a field, as typing does. */
export function write(field: TextField, text: string): Promise<void> {
  return act(async () => {
    // React listens to the native setter of the prototype, not to an assignment on its own field.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

export function pressKey(field: HTMLElement, key: string, more: KeyboardEventInit = {}): Promise<void> {
  return act(async () => {
    field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  })
}

/** Clicks a button, a tab, a checkbox or a link. */
export function press(element: HTMLElement): Promise<void> {
  return act(async () => element.click())
}

/** Opens a menu by the name of its button and chooses an item. */
export async function chooseItem(menu: string, item: string): Promise<void> {
  await press(findButton(menu))
  await press(findItem(item))
}

function findItem(name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].find(
    ({ textContent }) => textContent === name,
  )
  if (!found) throw new Error(`no menu item “${name}”`)
  return found
}

/** The items of the open menu. */
export function menuItems(): readonly (string | null)[] {
  return [...document.querySelectorAll('[role="menuitem"]')].map(({ textContent }) => textContent)
}

/** Opens a select and chooses an option by its words. */
export async function chooseOption(field: HTMLElement, name: string): Promise<void> {
  await press(field)
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  const found = [...(list ?? document).querySelectorAll<HTMLElement>('[role="option"]')].find(
    ({ textContent }) => textContent === name,
  )
  if (!found) throw new Error(`no option “${name}”`)
  await press(found)
}

/** Chooses an option of the page's own select that has this option, by its value. */
export function chooseValue(value: string): Promise<void> {
  const found = [...document.querySelectorAll('select')].find((select) =>
    [...select.options].some((option) => option.value === value),
  )
  if (!found) throw new Error(`no select with “${value}”`)
  return act(async () => {
    found.value = value
    found.dispatchEvent(new Event('change', { bubbles: true }))
  })
}

/** Sends the form of a dialog, or of another part of the page. */
export function submit(scope: ParentNode = findDialog()): Promise<void> {
  const form = scope instanceof HTMLFormElement ? scope : scope.querySelector('form')
  if (!form) throw new Error('no form')
  return act(async () => {
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })
}
