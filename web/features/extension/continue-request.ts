import { extensionRequestSchema, type ExtensionRequest } from '@callfolio/shared/contract/accounts/extension.ts'

/** The browser extension's request when it opens /extension/continue. */
export interface ContinueRequest extends ExtensionRequest {
  /** The extension's state parameter, returned unchanged. */
  state: string | null
}

/** Parses the URL of /extension/continue; null if the extension wouldn't create it. */
export function readContinueRequest(search: URLSearchParams): ContinueRequest | null {
  const parsed = extensionRequestSchema.safeParse(Object.fromEntries(search))
  return parsed.success ? { ...parsed.data, state: search.get('state') } : null
}

/** The extension's redirect URL with the answer: a code, or why there is none (RFC 6749, 4.1.2). */
export function answerAddress(
  { redirect_to, state }: ContinueRequest,
  answer: { code: string } | { error: 'access_denied' },
): string {
  const url = new URL(redirect_to)
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
  if (state !== null) url.searchParams.set('state', state)
  return url.href
}
