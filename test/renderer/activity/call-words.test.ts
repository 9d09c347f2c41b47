import { describe, expect, it } from 'vitest'
import { catalogues } from '../../../preload/messages/catalogue.ts'
import { callWords } from '../../../renderer/activity/screen.tsx'

const { titles } = catalogues['pt-BR'].console.routes

describe('a call in the activity', () => {
  it('is shown in words where the route is documented, whatever is filled in', () => {
    expect(callWords('POST /captain/copilot_threads', titles)).toBe('Criar conversa com o copiloto')
    expect(callWords('POST /captain/assistants/3/playground', titles)).toBe('Conversar com o assistente')
    expect(callWords('DELETE /captain/assistants/3/inboxes/11', titles)).toBe('Desligar uma caixa do assistente')
  })

  it('is not shown in the words of another route', () => {
    expect(callWords('POST /captain/assistants/3/other', titles)).toBeNull()
    expect(callWords('POST /anything', titles)).toBeNull()
  })
})
