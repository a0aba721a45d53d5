import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base64urlnopad } from '@scure/base'

/** The chains whose wallets can sign in. */
export const WALLET_CHAINS = ['ethereum', 'solana'] as const
export type WalletChain = (typeof WALLET_CHAINS)[number]

interface SignedMessage {
  message: string
  /** As written in the message. */
  address: string
  /** As the client library sends it: hex, or base64url. */
  signature: string
}

/**
 * Verifies who signed a message.
 * @returns the address in the canonical spelling used to find accounts; null: not an address, or another key signed.
 */
export function getSigner(chain: WalletChain, signed: SignedMessage): string | null {
  try {
    return chain === 'ethereum' ? ethereumSigner(signed) : solanaSigner(signed)
  } catch {
    // An invalid key, signature or curve point has no signer.
    return null
  }
}

/** `personal_sign` (EIP-191): the key is recovered from the signature, and its address compared. */
function ethereumSigner({ message, address, signature }: SignedMessage): string | null {
  const body = /^0x[\da-f]{40}$/i.exec(address)?.[0].slice(2)
  const bytes = hexToBytes(/^0x([\da-f]{130})$/i.exec(signature)?.[1] ?? '')
  if (body === undefined || !isSpelledRight(body)) return null
  const text = utf8ToBytes(message)
  const hash = keccak_256(concatBytes(utf8ToBytes(`\u{19}Ethereum Signed Message:\n${text.length}`), text))
  // Wallets write 27 and 28 where others write 0 and 1.
  const v = bytes[64] ?? 0
  const recovered = concatBytes(Uint8Array.of(v < 27 ? v : v - 27), bytes.subarray(0, 64))
  const key = secp256k1.Signature.fromBytes(recovered, 'recovered').recoverPublicKey(hash).toBytes(false)
  const signer = bytesToHex(keccak_256(key.subarray(1)).subarray(-20))
  return signer === body.toLowerCase() ? `0x${signer}` : null
}

/** In one case, or with the EIP-55 checksum capitalization. */
function isSpelledRight(body: string): boolean {
  if (body === body.toLowerCase() || body === body.toUpperCase()) return true
  const hash = bytesToHex(keccak_256(utf8ToBytes(body.toLowerCase())))
  return Array.from(body).every((letter, at) => {
    const isUpper = Number.parseInt(hash[at] ?? '0', 16) >= 8
    return letter === (isUpper ? letter.toUpperCase() : letter.toLowerCase())
  })
}

function solanaSigner({ message, address, signature }: SignedMessage): string | null {
  const key = base58.decode(address)
  const bytes = base64urlnopad.decode(signature.replace(/=+$/, ''))
  // The strict rules of RFC 8032 reject other encodings of a key or a signature.
  return ed25519.verify(bytes, utf8ToBytes(message), key, { zip215: false }) ? base58.encode(key) : null
}
