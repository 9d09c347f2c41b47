import { describe, expect, it } from 'vitest'
import { createNavigation } from '../../../renderer/kernel/navigation.ts'

describe('navigation', () => {
  it('goes back the way that the user came', () => {
    const navigation = createNavigation({ screen: 'sheets' })
    navigation.getState().go({ screen: 'cruzar' })
    navigation.getState().go({ screen: 'run', id: 'r1' })
    navigation.getState().back()
    expect(navigation.getState().place).toEqual({ screen: 'cruzar' })
    navigation.getState().back()
    navigation.getState().back()
    expect(navigation.getState().place).toEqual({ screen: 'sheets' })
  })

  it('does not remember going where it is already', () => {
    const navigation = createNavigation({ screen: 'sheets' })
    navigation.getState().go({ screen: 'cruzar' })
    navigation.getState().go({ screen: 'settings' })
    navigation.getState().go({ screen: 'settings' })
    navigation.getState().back()
    expect(navigation.getState().place).toEqual({ screen: 'cruzar' })
  })

  it('does not lead back to what is gone', () => {
    const navigation = createNavigation({ screen: 'sheets' })
    navigation.getState().go({ screen: 'sheet', id: 'gone' })
    navigation.getState().goInstead({ screen: 'sheets' })
    navigation.getState().go({ screen: 'cruzar' })
    navigation.getState().back()
    expect(navigation.getState().place).toEqual({ screen: 'sheets' })
  })
})
