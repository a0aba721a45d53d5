import type { ExtensionRequest } from '@callfolio/shared/contract/extension.ts'
import { AppError } from '../kernel/errors.ts'
import type { Accounts } from './accounts.ts'
import { isExtensionRedirect } from './extension-redirects.ts'
import { newToken } from './secret-token.ts'

const VALID_MS = 2 * 60 * 1000

/**
 * Checks that the request's code would go to the extension and nowhere else.
 * @throws {AppError} invalid_request.
 */
export function checkExtensionRequest(
  { extensionRedirects }: Pick<Accounts, 'extensionRedirects'>,
  { redirect_to }: ExtensionRequest,
): void {
  if (!isExtensionRedirect(extensionRedirects, redirect_to))
    throw new AppError('invalid_request', 'This address does not belong to the browser extension.')
}

/**
 * Lets the extension in: makes a code, good once and for two minutes, with which whoever knows the challenge's verifier
 * opens a session of its own. The code ends with the session that granted it, so a sign-out everywhere reaches it too.
 * @throws {AppError} invalid_request when the code would go elsewhere.
 */
export async function authorizeExtension(
  accounts: Pick<Accounts, 'authorizationCodes' | 'extensionRedirects' | 'clock'>,
  sessionId: string,
  request: ExtensionRequest,
): Promise<string> {
  checkExtensionRequest(accounts, request)
  const code = newToken()
  const createdAt = accounts.clock()
  await accounts.authorizationCodes.insert(code, {
    sessionId,
    codeChallenge: request.code_challenge,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + VALID_MS),
  })
  return code
}
