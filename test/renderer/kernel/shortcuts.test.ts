import { describe, expect, it } from 'vitest'
import { createShortcuts, hasMod, keyNames, keyText } from '../../../renderer/kernel/shortcuts.ts'

function createKeyboard(mac = false) {
  const shortcuts = createShortcuts(mac)
  const pressed: string[] = []
  const shortcut = (keys: string) => ({ keys, label: keys, run: () => pressed.push(keys) })
  const press = (key: string, held: KeyboardEventInit = {}, target: HTMLElement = document.body) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
    target.addEventListener('keydown', (pressed) => shortcuts.handle(pressed), { once: true })
    target.dispatchEvent(event)
    return event
  }
  return { shortcuts, pressed, shortcut, press }
}

function add(tag: string, role?: string): HTMLElement {
  const element = document.createElement(tag)
  if (role) element.setAttribute('role', role)
  document.body.append(element)
  return element
}

describe('shortcuts', () => {
  it('run on their chord, and keep the browser from its own meaning', () => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard()
    shortcuts.add('everywhere', () => [shortcut('mod+k'), shortcut('?')])
    const event = press('k', { ctrlKey: true })
    press('?', { shiftKey: true })
    expect(pressed).toEqual(['mod+k', '?'])
    expect(event.defaultPrevented).toBe(true)
  })

  it.each([
    { system: 'a Mac', mac: true, ours: 'metaKey', others: 'ctrlKey' },
    { system: 'Windows and Linux', mac: false, ours: 'ctrlKey', others: 'metaKey' },
  ] as const)('run with the command key of $system and leave the other to the system', ({ mac, ours, others }) => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard(mac)
    shortcuts.add('everywhere', () => [shortcut('mod+k'), shortcut('k')])
    expect(press('k', { [others]: true }).defaultPrevented).toBe(false)
    expect(press('k', { [ours]: true }).defaultPrevented).toBe(true)
    expect(pressed).toEqual(['mod+k'])
    expect(hasMod({ ctrlKey: mac, metaKey: !mac }, mac)).toBe(false)
  })

  it('are typed with AltGr as well, which Windows reports as Ctrl and Alt: ? on many Brazilian keyboards', () => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard()
    shortcuts.add('everywhere', () => [shortcut('?')])
    press('?', { ctrlKey: true, altKey: true, modifierAltGraph: true })
    expect(pressed).toEqual(['?'])
  })

  it('leave the chords that edit a text to a field, and those that are only listed to their handlers', () => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard()
    shortcuts.add('screen', () => [shortcut('mod+a'), { keys: 'mod+c', label: 'copy', run: null }])
    expect(press('a', { ctrlKey: true }, add('input')).defaultPrevented).toBe(false)
    expect(press('c', { ctrlKey: true }).defaultPrevented).toBe(false)
    press('a', { ctrlKey: true })
    expect(pressed).toEqual(['mod+a'])
  })

  it('run on one key after another', () => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard()
    shortcuts.add('everywhere', () => [shortcut('g p'), shortcut('g c')])
    press('g')
    press('c')
    press('c')
    expect(pressed).toEqual(['g c'])
  })

  it('leave plain keys to the field that is typed into, but not chords', () => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard()
    shortcuts.add('everywhere', () => [shortcut('?'), shortcut('mod+k')])
    const field = add('input')
    press('?', {}, field)
    press('k', { ctrlKey: true }, field)
    expect(pressed).toEqual(['mod+k'])
  })

  it('leave plain keys to an open dialog', () => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard()
    shortcuts.add('everywhere', () => [shortcut('?')])
    press('?', {}, add('div', 'dialog'))
    expect(pressed).toEqual([])
  })

  it('of two keys win over the second key alone', () => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard()
    shortcuts.add('everywhere', () => [shortcut('g a')])
    shortcuts.add('screen', () => [shortcut('a')])
    press('g')
    press('a')
    press('a')
    expect(pressed).toEqual(['g a', 'a'])
  })

  it('work while a choice or a box has the focus, which takes no letters', () => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard()
    shortcuts.add('screen', () => [shortcut('j')])
    const choice = add('input')
    choice.setAttribute('type', 'radio')
    press('j', {}, choice)
    expect(pressed).toEqual(['j'])
  })

  it('leave plain keys to an open menu', () => {
    const { shortcuts, pressed, shortcut, press } = createKeyboard()
    shortcuts.add('screen', () => [shortcut('a')])
    press('a', {}, add('div', 'menu'))
    expect(pressed).toEqual([])
  })

  it('of the screen win over those of everywhere, and end with the screen', () => {
    const { shortcuts, pressed, press } = createKeyboard()
    shortcuts.add('everywhere', () => [{ keys: 'mod+f', label: '', run: () => pressed.push('everywhere') }])
    const leave = shortcuts.add('screen', () => [{ keys: 'mod+f', label: '', run: () => pressed.push('screen') }])
    press('f', { ctrlKey: true })
    leave()
    press('f', { ctrlKey: true })
    expect(pressed).toEqual(['screen', 'everywhere'])
    expect(shortcuts.list('screen')).toEqual([])
  })

  it('are written as on the keyboard of the machine', () => {
    expect(keyNames('mod+k', false)).toEqual(['Ctrl', 'K'])
    expect(keyNames('mod+k', true)).toEqual(['⌘', 'K'])
    expect(keyNames('g p', false)).toEqual(['G', 'P'])
    expect(keyNames('alt+arrowleft', false)).toEqual(['Alt', '←'])
    expect(keyNames('shift+alt+enter', true)).toEqual(['⇧', '⌥', '↩'])
    expect(keyText('mod+delete', true)).toBe('⌘⌦')
    expect(keyText('mod+delete', false)).toBe('Ctrl Del')
  })
})
