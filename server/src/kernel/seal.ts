import { hkdfSync } from 'node:crypto'
import { compactDecrypt, CompactEncrypt, errors } from 'jose'

const METHOD = { alg: 'dir', enc: 'A256GCM' } as const

/** Encrypts data at rest (compact JWE, RFC 7516). */
export interface Seal {
  /** @param header stored with it in clear text. */
  seal(content: object, header?: { kid?: string; cty?: string }): Promise<string>
  /** @returns the sealed data, not validated; null: it was sealed with another secret, or has been changed. */
  open(sealed: string): Promise<unknown>
}

/**
 * @param secretKey the server's secret; the encryption key is derived from it.
 * @param purpose data sealed for one purpose can't be opened for another.
 */
export function createSeal(secretKey: string, purpose: string): Seal {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', purpose, 32))
  return {
    seal: (content, header = {}) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
        .setProtectedHeader({ ...METHOD, ...header })
        .encrypt(key),
    async open(sealed) {
      try {
        const { plaintext } = await compactDecrypt(sealed, key, {
          keyManagementAlgorithms: [METHOD.alg],
          contentEncryptionAlgorithms: [METHOD.enc],
        })
        return JSON.parse(new TextDecoder().decode(plaintext))
      } catch (error) {
        if (error instanceof errors.JOSEError) return null
        throw error
      }
    },
  }
}
