import { randomUUID } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import { BRAND } from '@callfolio/shared/brand.ts'
import type { UserRow, WebauthnKeyRow } from '../../db/schema.ts'
import type { Accounts } from '../accounts.ts'

type KeyDeps = Pick<Accounts, 'webauthnKeys' | 'publicUrl' | 'clock'>
type RegistrationResponse = Parameters<typeof verifyRegistrationResponse>[0]['response']
type AuthenticationResponse = Parameters<typeof verifyAuthenticationResponse>[0]['response']

/** A credential as browsers serialize it; the library checks the rest. */
export const credentialSchema = z.looseObject({
  id: z.string().min(1).max(2048),
  rawId: z.string().min(1).max(2048),
  type: z.literal('public-key'),
  response: z.record(z.string(), z.unknown()),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
})
export type Credential = z.infer<typeof credentialSchema>
export interface Answer {
  credential_response: Credential
}

/** The account ID stored in a passkey. */
const userHandle = (userId: string) => Buffer.from(userId).toString('base64url')

/** The pages this server's keys are valid for. */
function party({ publicUrl }: Pick<Accounts, 'publicUrl'>): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl())
  return { rpID: hostname, origin }
}

/**
 * The options a browser needs to create a key.
 * @param passkey whether it must identify its account and verify the user.
 */
export async function beginCreation(deps: KeyDeps, user: UserRow, { passkey = false }: { passkey?: boolean } = {}) {
  const known = await deps.webauthnKeys.listAll(user.id)
  return generateRegistrationOptions({
    rpName: BRAND.name,
    rpID: party(deps).rpID,
    userName: user.email ?? user.phone ?? BRAND.name,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: {
      residentKey: passkey ? 'required' : 'discouraged',
      userVerification: passkey ? 'required' : 'preferred',
    },
  })
}

/** Stores a new key. @returns null when the response does not match the challenge, or the key is already registered. */
export async function finishCreation(
  deps: KeyDeps,
  {
    expected,
    answer,
    userId,
    factorId,
  }: { expected: string; answer: Credential; userId: string; factorId: string | null },
): Promise<WebauthnKeyRow | null> {
  const { rpID, origin } = party(deps)
  const result = await verifyCreation({
    response: answer as unknown as RegistrationResponse,
    expectedChallenge: expected,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: factorId === null,
  }).catch(() => null)
  if (!result?.verified) return null
  const { credential } = result.registrationInfo
  const key = {
    id: randomUUID(),
    userId,
    factorId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: credential.transports ?? [],
    friendlyName: null,
    lastUsedAt: null,
    createdAt: deps.clock(),
  }
  return (await deps.webauthnKeys.insert(key)) ? key : null
}

/**
 * Verifies a new key. Its attestation is dropped unread: its certificates contain URLs that the library would fetch.
 */
async function verifyCreation({ response, ...options }: Parameters<typeof verifyRegistrationResponse>[0]) {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject)).get('authData')
  const unattested = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(unattested))
  return verifyRegistrationResponse({
    ...options,
    response: { ...response, response: { ...response.response, attestationObject } },
  })
}

/**
 * The options a browser needs to sign with a key.
 * @param factorId the factor; null: a passkey, which identifies its account.
 */
export async function beginRequest(deps: KeyDeps, { factorId }: { factorId: string | null }) {
  const keys = factorId === null ? [] : await deps.webauthnKeys.ofFactor(factorId)
  return generateAuthenticationOptions({
    rpID: party(deps).rpID,
    userVerification: factorId === null ? 'required' : 'preferred',
    ...(keys.length > 0 && {
      allowCredentials: keys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    }),
  })
}

/**
 * Verifies a signature. A passkey identifies its account and signs in to no other (WebAuthn, 7.2, step 6).
 * @returns the key; null when it does not match the challenge, or does not belong to this factor.
 */
export async function finishRequest(
  deps: KeyDeps,
  { expected, answer, factorId }: { expected: string; answer: Credential; factorId: string | null },
): Promise<WebauthnKeyRow | null> {
  const key = await deps.webauthnKeys.byCredential(answer.id)
  if (!key || key.factorId !== factorId) return null
  if (factorId === null && answer.response['userHandle'] !== userHandle(key.userId)) return null
  const { rpID, origin } = party(deps)
  const result = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponse,
    expectedChallenge: expected,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: factorId === null,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
    },
  }).catch(() => null)
  if (!result?.verified) return null
  const isLater = await deps.webauthnKeys.recordUse(key.id, result.authenticationInfo.newCounter, deps.clock())
  return isLater ? key : null
}
