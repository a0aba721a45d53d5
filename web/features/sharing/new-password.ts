/** Crockford's 32 signs: none that the eye takes for another, and 32 divides a byte's 256 values evenly. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS = 3
const GROUP_LENGTH = 4

/**
 * A password of 60 random bits that can be read out on the phone: `7k3m-q9xz-4tpd`.
 * @param random fills the bytes; the default is there on plain http too, unlike `crypto.randomUUID` and `crypto.subtle`.
 */
export function newPassword(
  random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array = (bytes) => crypto.getRandomValues(bytes),
): string {
  const signs = Array.from(random(new Uint8Array(GROUPS * GROUP_LENGTH)), (byte) => SIGNS.charAt(byte % SIGNS.length))
  return Array.from({ length: GROUPS }, (_, group) =>
    signs.slice(group * GROUP_LENGTH, (group + 1) * GROUP_LENGTH).join(''),
  ).join('-')
}
