import { z } from 'zod'
import type { Clock } from '../../kernel/clock.ts'
import { linkPassSchema, type LinkPass } from './link-pass.ts'
import { createSeal, type Seal } from './page-seal.ts'

/** How long a page may be open before its view is reported. */
export const VIEW_TICKET_SECONDS = 24 * 60 * 60
/** How long a visitor who provided what a link asks for is not asked again. */
export const PASS_SECONDS = 24 * 60 * 60
const PREVIEW_SECONDS = 5 * 60

const viewSchema = z.object({
  token: z.string(),
  /** Tells two pages of one link apart: each counts once. */
  nonce: z.string(),
  /** The pass the page was opened with. */
  pass: linkPassSchema.nullable(),
})
const previewSchema = z.object({ userId: z.string(), micrositeId: z.string() })

/**
 * The sealed tickets of shared pages: one comes with every page and counts its view, one opens a preview, one a
 * protected link.
 */
export interface PageTickets {
  views: Seal<z.infer<typeof viewSchema>>
  previews: Seal<z.infer<typeof previewSchema>>
  passes: Seal<LinkPass>
}

export function createPageTickets({ secretKey, clock }: { secretKey: string; clock: Clock }): PageTickets {
  return {
    views: createSeal({
      secretKey,
      clock,
      purpose: 'shared page views',
      seconds: VIEW_TICKET_SECONDS,
      schema: viewSchema,
    }),
    previews: createSeal({
      secretKey,
      clock,
      purpose: 'shared page previews',
      seconds: PREVIEW_SECONDS,
      schema: previewSchema,
    }),
    passes: createSeal({
      secretKey,
      clock,
      purpose: 'shared link passes',
      seconds: PASS_SECONDS,
      schema: linkPassSchema,
    }),
  }
}

/** A visitor's pass for a link. @param text the sealed pass; undefined when none was sent. */
export async function readPass(
  { passes }: Pick<PageTickets, 'passes'>,
  text: string | undefined,
): Promise<LinkPass | null> {
  const opened = text === undefined ? null : await passes.open(text)
  return opened?.state === 'good' ? opened.content : null
}
