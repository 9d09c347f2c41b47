import * as z from 'zod'
import { ofConnection } from './connections.ts'
import type { Contract } from './question.ts'

/** A part of a path. It never leads out of its folder. */
const pathPart = z
  .string()
  .min(1)
  .max(300)
  .regex(/^(?!\.{1,2}$)/)

/** An article as lists name it. */
export const articleKey = z.object({ category: pathPart, slug: pathPart })
export type ArticleKey = z.output<typeof articleKey>

export const docArticle = articleKey.extend({
  title: z.string(),
  summary: z.string(),
  keywords: z.array(z.string()),
  /** As the service wrote it: a day, a time, or anything else. */
  updated_at: z.string().nullable(),
  /** As the service gave it: absolute, or below the host. */
  url: z.string().nullable(),
  /** When its text was read; null before that. */
  read_at: z.iso.datetime().nullable(),
  /** False for one that was read and that the index no longer names. */
  listed: z.boolean(),
})
export type DocArticle = z.output<typeof docArticle>

/** The two files for reading programs: the markdown index, and the whole documentation. */
export const docFile = z.enum(['index', 'full'])
export type DocFile = z.output<typeof docFile>

const docIndex = z.object({
  /** In the service's order. A category that only articles name comes after. */
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
  articles: z.array(docArticle),
  /** When the index was read; null before that. */
  read_at: z.iso.datetime().nullable(),
  /** The host that is in use, for addresses that are relative. */
  base_url: z.string(),
  files: z.object({ index: z.iso.datetime().nullable(), full: z.iso.datetime().nullable() }),
})
export type DocIndex = z.output<typeof docIndex>

/** With the markdown as it came: hostile until it is shown as text. */
const docText = docArticle.extend({ body: z.string(), read_at: z.iso.datetime() })
export type DocText = z.output<typeof docText>

const excerptPiece = z.object({ text: z.string(), marked: z.boolean() })
export type ExcerptPiece = z.output<typeof excerptPiece>

const docHit = z.object({
  /** The article, or the file that is stored here. */
  of: z.union([articleKey, z.object({ file: docFile })]),
  title: z.string(),
  excerpt: z.array(excerptPiece),
  read_at: z.iso.datetime().nullable(),
})
export type DocHit = z.output<typeof docHit>

/** The documentation of a platform (docs/services.md §8.1): public, so nothing here uses the token. */
export const documentation = {
  /** The index as it was last read; with `fresh` it is requested first. */
  'documentation.index': { input: ofConnection.extend({ fresh: z.boolean() }), output: docIndex },
  /** The article as it was last read, or null; with `fresh` it is requested first. */
  'documentation.article': {
    input: ofConnection.extend({ ...articleKey.shape, fresh: z.boolean() }),
    output: docText.nullable(),
  },
  'documentation.file': {
    input: ofConnection.extend({ file: docFile, fresh: z.boolean() }),
    output: z.object({ text: z.string(), read_at: z.iso.datetime() }).nullable(),
  },
  /** The best first: what the service finds, or what is found in everything that was read here. */
  'documentation.search': {
    input: ofConnection.extend({
      term: z.string().trim().min(1).max(200),
      category: z.string().max(300).nullable().default(null),
      limit: z.int().min(1).max(100).default(20),
      where: z.enum(['service', 'here']),
    }),
    output: z.array(docHit),
  },
  /**
   * The article that fits the first of these words for which there is one, and the next best articles. It requests what
   * is not stored.
   */
  'documentation.fitting': {
    input: ofConnection.extend({ words: z.array(z.string().trim().min(1).max(200)).min(1).max(12) }),
    output: z.object({ article: docText.nullable(), others: z.array(docHit) }),
  },
  /** Reads everything that is missing or changed, as a task on the connection. */
  'documentation.download': { input: ofConnection, output: z.object({ task_id: z.string() }) },
} satisfies Contract
