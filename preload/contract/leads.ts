import * as z from 'zod'

/** agent-platform.md, "States and transitions". */
export const conversationStatus = z.enum(['open', 'pending', 'resolved', 'snoozed'])
export type ConversationStatus = z.output<typeof conversationStatus>

/** The filters of the lead export, which cruzar takes as well (agent-platform.md, "Lead export", "Lead cross-check"). */
export const leadFilter = z.object({
  created_after: z.iso.date().optional(),
  created_before: z.iso.date().optional(),
  updated_after: z.iso.date().optional(),
  inbox_ids: z.array(z.int().positive()).default([]),
  assignee_ids: z.array(z.int().positive()).default([]),
  status: z.array(conversationStatus).default([]),
  with_labels: z.array(z.string().min(1)).default([]),
  without_labels: z.array(z.string().min(1)).default([]),
  agrupar: z.enum(['contato', 'conversa']).default('contato'),
})
export type LeadFilter = z.output<typeof leadFilter>
