import { describe, expect, test } from 'vitest'
import { outsideAddress } from '../../../main/kernel/host-files.ts'

describe('an address that leaves for the browser', () => {
  test.each([
    ['https://ajuda.example/a?b=c#d', 'https://ajuda.example/a?b=c#d'],
    ['HTTP://Ajuda.Example', 'http://ajuda.example/'],
    ['https://ajuda.example/um caminho', 'https://ajuda.example/um%20caminho'],
    ['https://аpple.example/', 'https://xn--pple-43d.example/'],
    ['mailto:ajuda@vitrine.example', 'mailto:ajuda@vitrine.example'],
    ['mailto:a@b.example?Subject=Olá%20você&attach=/etc/passwd', 'mailto:a@b.example?subject=Ol%C3%A1%20voc%C3%AA'],
  ])('%s goes as %s', (text, address) => {
    expect(outsideAddress(text)).toBe(address)
  })

  test.each([
    ['javascript:alert(1)'],
    ['JaVaScRiPt:alert(1)'],
    [' java\nscript:alert(1)'],
    ['data:text/html,<script>alert(1)</script>'],
    ['file:///etc/passwd'],
    ['smb://host/share'],
    ['ms-msdt:/id PCWDiagnostic'],
    ['vscode://file/x'],
    ['blob:https://a.example/1'],
    ['https://banco.example@mau.example/'],
    ['/api/call'],
    ['ajuda.example'],
    ['https://'],
    ['mailto:'],
    ['mailto:a@b.example,%0aBcc:c@d.example'],
    [''],
  ])('%j does not', (text) => {
    expect(() => outsideAddress(text)).toThrow('bad_address')
  })
})
