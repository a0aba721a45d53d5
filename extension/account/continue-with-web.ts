import * as z from 'zod/mini'
import { AUTH_TEXTS, sentenceFor } from '@callfolio/shared/client/credentials.ts'
import type { WebSignIn } from '../messaging/account-protocol.ts'
import type { Account } from './account.ts'

const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string() })
const refusalSchema = z.object({ msg: z.string() })

export interface WebSignInDeps {
  account: Pick<Account, 'auth' | 'server'>
  /** Redirect URL for the code. */
  redirectUrl: string
  /** Shows the web app's page. @returns the URL it ended at; null when the person closed it. */
  showPage: (url: string) => Promise<string | null>
  fetch?: typeof globalThis.fetch
}

/**
 * Signs in by any method of the web app: a signed-in user authorizes the extension, which exchanges a code for its
 * own session (RFC 7636).
 */
export async function continueWithWeb({
  account: { auth, server },
  redirectUrl,
  showPage,
  fetch = globalThis.fetch,
}: WebSignInDeps): Promise<WebSignIn> {
  const verifier = createVerifier()
  const state = createVerifier()
  const request = {
    code_challenge: await getChallenge(verifier),
    code_challenge_method: 's256',
    redirect_to: redirectUrl,
    state,
  }
  const end = await showPage(`${server}/extension/continue?${new URLSearchParams(request).toString()}`)
  const answer = end === null ? null : new URL(end).searchParams
  const code = answer?.get('code') ?? null
  if (answer === null || code === null) return { outcome: 'closed' }
  // A response with another state would sign in as another person.
  if (answer.get('state') !== state) return { outcome: 'failed', problem: AUTH_TEXTS.unexpected }

  try {
    const reply = await fetch(`${server}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
    })
    const body: unknown = await reply.json()
    if (!reply.ok)
      return { outcome: 'failed', problem: refusalSchema.safeParse(body).data?.msg ?? AUTH_TEXTS.unexpected }
    const { error } = await auth.setSession(tokensSchema.parse(body))
    return error ? { outcome: 'failed', problem: sentenceFor(error) } : { outcome: 'signed-in' }
  } catch {
    return { outcome: 'failed', problem: AUTH_TEXTS.unexpected }
  }
}

/** 32 random bytes are 43 characters, the minimum in RFC 7636. */
const VERIFIER_BYTES = 32

/** A fresh secret proving that the code is exchanged by its requester. */
export function createVerifier(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)))
}

/** The public part of a verifier: base64url of its SHA-256. */
export async function getChallenge(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
