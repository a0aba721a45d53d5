import { visitorEmailSchema } from '@callfolio/shared/contract/share.ts'
import { z } from 'zod'
import { getAsks } from '../links/link-pass.ts'
import { findLink, type FindLinkDeps } from '../links/open-link.ts'
import type { PageTickets } from '../links/page-tickets.ts'
import type { MessagePage } from './page-content.ts'
import { GateRefused, passGate, type GateDeps } from '../links/pass-gate.ts'

export interface EnterDeps extends FindLinkDeps, GateDeps {
  tickets: PageTickets
}

const formSchema = z.object({ password: z.string().max(1000).catch(''), email: z.string().max(1000).catch('') })

/** Null: there is nothing (more) to ask for. `refused` shows the gate again with the error. */
export type Entered =
  | { state: 'passed'; sealed: string }
  | { state: 'refused'; page: MessagePage; error: GateRefused }
  | null

/**
 * Processes a visitor's form at a protected link.
 * @param form its raw fields.
 * @param client the IP address whose attempts are counted.
 */
export async function enterPage(deps: EnterDeps, token: string, form: unknown, client: string): Promise<Entered> {
  const { password, email } = formSchema.parse(form)
  const found = await findLink(deps, token, { userId: null, pass: null })
  if (found.state !== 'gated') return null
  try {
    const pass = await passGate(deps, found.link, { password, email: checkedEmail(email) }, client)
    return { state: 'passed', sealed: (await deps.tickets.passes.seal(pass)).text }
  } catch (error) {
    if (!(error instanceof GateRefused)) throw error
    const page: MessagePage = {
      state: 'gate',
      asks: getAsks(found.link),
      problem: error.problem,
      email: email.slice(0, 254),
    }
    return { state: 'refused', page, error }
  }
}

/** @throws GateRefused email_required when the input is not an address. */
function checkedEmail(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const { data, error } = visitorEmailSchema.safeParse(text)
  if (error) throw new GateRefused('email_required', 'email_wrong')
  return data
}
