import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64urlnopad } from '@scure/base'

/** The chains whose wallets can sign in. */
export const WALLET_CHAINS = ['solana'] as const
export type WalletChain = (typeof WALLET_CHAINS)[number]

interface SignedMessage {
  message: string
  /** As written in the message. */
  address: string
  /** As the client library sends it: base64url. */
  signature: string
}

/**
 * Verifies who signed a message.
 * @returns the address in the canonical spelling used to find accounts; null: not an address, or another key signed.
 */
export function getSigner({ message, address, signature }: SignedMessage): string | null {
  try {
    const key = base58.decode(address)
    const bytes = base64urlnopad.decode(signature.replace(/=+$/, ''))
    // The strict rules of RFC 8032 reject other encodings of a key or a signature.
    return ed25519.verify(bytes, Buffer.from(message), key, { zip215: false }) ? base58.encode(key) : null
  } catch {
    // An invalid key, signature or curve point has no signer.
    return null
  }
}
