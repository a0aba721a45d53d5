/** 32 random bytes are 43 letters, the least that RFC 7636 takes. */
const VERIFIER_BYTES = 32

/** A fresh secret that proves that who exchanges the code is who asked for it. */
export function createVerifier(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)))
}

/** What of a verifier may be seen: base64url of its SHA-256. */
export async function challengeOf(verifier: string): Promise<string> {
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
