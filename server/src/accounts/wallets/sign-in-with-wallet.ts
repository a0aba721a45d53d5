import { randomUUID } from 'node:crypto'
import type { UserRow } from '../../db/schema.ts'
import type { Accounts } from '../accounts.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { link } from '../providers/join-account.ts'
import { limitAttempts, type ClientFacts } from '../rate-limits.ts'
import type { SessionJson } from '../sessions/session-json.ts'
import { signInUser } from '../sign-in.ts'
import { readWalletMessage, type WalletMessage } from './wallet-message.ts'
import { getSigner, type WalletChain } from './wallet-signatures.ts'

/** A message signed longer ago is rejected; its hash is kept for as long. */
const VALID_MS = 10 * 60 * 1000
/** Wallet clocks may be a little ahead. */
const AHEAD_MS = 60 * 1000
/** Used in rows and tokens, as the client library names it. */
const PROVIDER = 'web3'

interface WalletGrant {
  chain: WalletChain
  message: string
  signature: string
  client: ClientFacts
}

/**
 * Opens a session with a message for this server signed by a wallet, once. A new wallet gets an account without an
 * address.
 * @throws {AuthError} web3_provider_disabled, validation_failed (no such message), invalid_credentials (for another
 * site,
 *   too old, used, or signed by another key), signup_disabled, or when a limit is exceeded.
 */
export async function signInWithWallet(
  accounts: Accounts,
  { chain, message, signature, client }: WalletGrant,
): Promise<SessionJson> {
  await limitAttempts(accounts, 'exchange', { clientAddress: client.address })
  if (!accounts.wallets.includes(chain))
    throw new AuthError('web3_provider_disabled', `Sign-in with ${chain} wallets is disabled`)
  const read = readWalletMessage(message)
  if (read?.chain.toLowerCase() !== chain)
    throw new AuthError('validation_failed', 'The message is not properly formatted')
  checkMessage(read, { publicUrl: accounts.publicUrl(), now: accounts.clock() })
  const address = getSigner({ message, signature, address: read.address })
  if (address === null) throw refused('The signature does not match the address in the message')
  const until = new Date(read.issuedAt.getTime() + VALID_MS)
  if (!(await accounts.spentProofs.spend(`${chain}\n${message}`, until)))
    throw refused('This message was already used. Sign a new one.')
  return signInUser(accounts, await walletAccount(accounts, { chain, address }, client), { method: 'web3', client })
}

/** @throws {AuthError} when it was not just signed for this server. */
function checkMessage(
  { scheme, domain, uri, version, chainId, nonce, issuedAt, expirationTime, notBefore }: WalletMessage,
  { publicUrl, now }: { publicUrl: string; now: Date },
): void {
  const own = new URL(publicUrl)
  if (
    domain !== own.host ||
    (scheme !== null && `${scheme}:` !== own.protocol) ||
    URL.parse(uri)?.origin !== own.origin
  )
    throw refused('The message was signed for another site')
  const isKnownChain = chainId === null || /^[\w:-]+$/.test(chainId)
  if (version !== '1' || !isKnownChain || (nonce !== null && !/^[A-Za-z\d]{8,}$/.test(nonce)))
    throw new AuthError('validation_failed', 'The message is not properly formatted')
  const age = now.getTime() - issuedAt.getTime()
  if (age >= VALID_MS || age < -AHEAD_MS) throw refused('This message was signed too long ago')
  if ((expirationTime !== null && expirationTime <= now) || (notBefore !== null && notBefore > now))
    throw refused('The message is not valid at this time')
}

async function walletAccount(
  accounts: Accounts,
  { chain, address }: { chain: WalletChain; address: string },
  client: ClientFacts,
): Promise<UserRow> {
  const now = accounts.clock()
  const subject = `${PROVIDER}:${chain}:${address}`
  const data = { sub: subject, chain, address }
  const known = await accounts.identities.find(PROVIDER, subject)
  const user = known && (await accounts.users.byId(known.userId))
  if (known && user) {
    await accounts.identities.recordSignIn(known.id, data, now)
    return user
  }
  if (accounts.signup === 'closed')
    throw new AuthError('signup_disabled', 'This server doesn’t accept new accounts. Ask your admin.')
  await limitAttempts(accounts, 'sign_up', { clientAddress: client.address })
  const fields = { email: null, passwordHash: null, userMetadata: {}, confirmedAt: now, createdAt: now }
  const made = await accounts.users.insert({ ...fields, id: randomUUID() }, null)
  if (!made) throw new Error('A wallet without an email address or phone number can’t conflict with another account')
  const profile = { subject, data, email: null, emailVerified: false, name: null }
  await link(accounts, made, PROVIDER, profile).catch(async (error: unknown) => {
    // A concurrent first sign-in was faster.
    await accounts.users.remove(made.id)
    throw error
  })
  return made
}

function refused(why: string): AuthError {
  return new AuthError('invalid_credentials', why)
}
