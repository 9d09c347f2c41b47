import { describe, expect, test } from 'vitest'
import { desktopFor, linuxOnly, posixOnly } from '../../kit/systems.ts'

describe('the tests', () => {
  test.each(['win32', 'darwin'] as const)('on %s start neither the keyring script nor a virtual display', (system) => {
    expect(desktopFor('keyring', system)).toEqual([])
    expect(desktopFor('keyring and display', system)).toEqual([])
    expect(linuxOnly(system)).toMatchObject({ skip: true })
  })

  test('on Linux run beside a keyring and on a display of their own', () => {
    expect(desktopFor('keyring', 'linux')).toEqual([expect.stringMatching(/with-keyring\.sh$/)])
    expect(desktopFor('keyring and display', 'linux').slice(1, 3)).toEqual(['xvfb-run', '-a'])
  })

  test('that need POSIX are left out on Windows alone, with the reason', () => {
    expect(posixOnly('signals', 'win32')).toEqual({ skip: true, reason: expect.stringContaining('signal') })
    expect(posixOnly('signals', 'darwin').skip).toBe(false)
  })
})
