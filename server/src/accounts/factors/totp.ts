import { generateSecret, generateURI, verify } from 'otplib'
import { renderSVG } from 'uqr'

const STEP_SECONDS = 30
/** A clock may be wrong by one step. */
const TOLERANCE_SECONDS = STEP_SECONDS

/** A secret for an authenticator app (RFC 6238), with the address that it reads and the picture of that. */
export function newTotp({ issuer, label }: { issuer: string; label: string }) {
  const secret = generateSecret()
  const uri = generateURI({ issuer, label, secret })
  // The client library puts it into an address as it is, where a hash sign would end it.
  const qrCode = renderSVG(uri).replaceAll('#', '%23')
  return { secret, uri, qrCode }
}

/** @returns the time step whose code it is; null when it is none of now. */
export async function totpStep({
  secret,
  code,
  now,
}: {
  secret: string
  code: string
  now: Date
}): Promise<number | null> {
  if (!/^\d{6}$/.test(code)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS, period: STEP_SECONDS })
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : null
}
