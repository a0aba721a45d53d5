/** The key for comparing tag names: two names that differ only in case are the same tag. */
export function tagKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}
