import { generateSecret, generateURI, verify } from 'otplib'
import { renderSVG } from 'uqr'

const STEP_SECONDS = 30
/** Seconds back and ahead: typing takes time, but a code of the future was never shown (RFC 6238, 5.2). */
const TOLERANCE: [number, number] = [STEP_SECONDS, 0]

/** A secret for an authenticator app (RFC 6238), with the address that it reads and the picture of that. */
export function newTotp({ issuer, label }: { issuer: string; label: string }) {
  const secret = generateSecret()
  const uri = generateURI({ issuer, label, secret })
  // The client library puts it into an address as it is, where a hash sign would end it.
  const qrCode = renderSVG(uri).replaceAll('#', '%23')
  return { secret, uri, qrCode }
}

/** @returns the time step whose code it is, the current or the previous one; null when it is neither's. */
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
  const result = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE, period: STEP_SECONDS })
  return result.valid ? Math.floor(epoch / STEP_SECONDS) + result.delta : null
}
