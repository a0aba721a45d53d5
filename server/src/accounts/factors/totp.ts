import { generateSecret, generateURI, verify } from 'otplib'
import { renderSVG } from 'uqr'

const STEP_SECONDS = 30
/** Allowed seconds back and ahead: typing takes time, but a future code was never shown (RFC 6238, 5.2). */
const TOLERANCE: [number, number] = [STEP_SECONDS, 0]

/** A secret for an authenticator app (RFC 6238), with its URL and QR code. */
export function newTotp({ issuer, label }: { issuer: string; label: string }) {
  const secret = generateSecret()
  const uri = generateURI({ issuer, label, secret })
  // The client library puts it into a URL unescaped, where a hash sign would end it.
  const qrCode = renderSVG(uri).replaceAll('#', '%23')
  return { secret, uri, qrCode }
}

/** @returns the code's time step, the current or the previous one; null when it matches neither. */
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
