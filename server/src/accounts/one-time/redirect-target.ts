/**
 * The page that follows a mailed link or a provider's answer: one of this server, never another site's.
 * @param wanted the client's choice: a path or an address.
 * @param origins further origins that may receive it.
 * @returns path, query and fragment of it, of another origin the whole address; `fallback` when it is missing, unreadable
 *   or leads elsewhere.
 */
export function redirectTarget(
  wanted: string | undefined,
  { publicUrl, fallback, origins }: { publicUrl: string; fallback: string; origins?: ReadonlySet<string> },
): string {
  if (!wanted || isAmbiguous(wanted) || !URL.canParse(wanted, publicUrl)) return fallback
  const url = new URL(wanted, publicUrl)
  if (origins?.has(url.origin)) return url.href
  // A path that begins with two slashes would be read as another host, also by what decodes it once more.
  if (url.origin !== new URL(publicUrl).origin || isAmbiguous(decoded(url.pathname))) return fallback
  return url.pathname + url.search + url.hash
}

/** What programs read in different ways: control characters and backslashes, two slashes first, a scheme without its slashes. */
function isAmbiguous(address: string): boolean {
  return /[\p{Cc}\\]|^\s|^\/\/|^[a-z][a-z\d+.-]*:(?!\/\/)/iu.test(address)
}

/** Decoded until nothing changes; what can't be decoded is ambiguous. */
function decoded(path: string): string {
  try {
    const once = decodeURIComponent(path)
    return once === path ? path : decoded(once)
  } catch {
    return '//'
  }
}
