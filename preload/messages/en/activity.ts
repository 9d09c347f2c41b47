import type { activity as portuguese } from '../pt-BR/activity.ts'

/** What was sent to a service, and its outcome. */
export const activity: typeof portuguese = {
  title: 'Activity',
  facts: 'What was sent to the service from this computer in the last 30 days',
  text: 'Nothing here is sent again on its own. What was never confirmed can be checked: Cruza only reads.',
  empty: 'Nothing sent yet',
  emptyText: 'Messages and changes that you send to the service appear here, with its confirmation.',
  list: 'What was sent, newest first',
  columns: { deed: 'What was sent', state: 'State', at: 'When', actions: 'Actions' },
  conversation: (id: string) => `conversation no. ${id}`,
  call: (words, target) => `${words} (${target})`,
  openConversation: 'See the conversation',
  confirmedByHand: 'I saw it at the service: done',
  notDoneByHand: 'I saw it at the service: not done',
  more: (deed: string, target: string) => `More actions: ${deed} ${target}`,
  unknown: (value: number) => `${value} not confirmed`,
  refresh: 'Refresh',
  kinds: {
    create_form: 'Create form',
    update_form: 'Change form',
    delete_form: 'Delete form',
    create_entry: 'Create entry',
    delete_entry: 'Delete entry',
    create_webhook: 'Create webhook',
    update_webhook: 'Change webhook',
    delete_webhook: 'Delete webhook',
    send_message: 'Send message',
    call: 'Call',
  },
  states: {
    sending: 'sending',
    confirmed: 'confirmed',
    unknown: 'sent, without confirmation',
    not_done: 'not done',
    failed: 'refused',
  },
  settling: (moment) =>
    `The service did not confirm it, but may still do it until ${moment}. Do not send it again before; check after that.`,
  notYetKnown: (target, moment) =>
    `It is not known yet what became of “${target}”. The service may do it until ${moment}; check again after that.`,
  check: 'Check',
  checkNamed: (deed, target) => `Check: ${deed} ${target}`,
  checked: {
    confirmed: (target) => `Confirmed: the service did what was asked of “${target}”.`,
    not_done: (target) => `What was asked of “${target}” was not done. It can be done again.`,
    unknown: (target) => `What the service shows does not tell what became of “${target}”. Look there.`,
    failed: (target) => `The service refused what was asked of “${target}”.`,
    sending: (target) => `What was asked of “${target}” is still being sent.`,
  },
}
