/**
 * The page after an emailed link or a provider's response, always on this server.
 * @param wanted the client's choice: a path or an address.
 * @param origins further allowed origins.
 * @returns its path, query and fragment, or the whole address on another origin; `fallback` when it is missing,
 * unreadable
 *   or on another site.
 */
export function redirectTarget(
  wanted: string | undefined,
  { publicUrl, fallback, origins }: { publicUrl: string; fallback: string; origins?: ReadonlySet<string> },
): string {
  if (!wanted || isAmbiguous(wanted) || !URL.canParse(wanted, publicUrl)) return fallback
  const url = new URL(wanted, publicUrl)
  if (origins?.has(url.origin)) return url.href
  // A path starting with two slashes would be read as another host, also after another decoding.
  if (url.origin !== new URL(publicUrl).origin || isAmbiguous(decoded(url.pathname))) return fallback
  return url.pathname + url.search + url.hash
}

/**
 * What programs parse differently: control characters and backslashes, two leading slashes, a scheme without its
 * slashes.
 */
function isAmbiguous(address: string): boolean {
  return /[\p{Cc}\\]|^\s|^\/\/|^[a-z][a-z\d+.-]*:(?!\/\/)/iu.test(address)
}

/** Decodes until nothing changes; a path that can't be decoded is ambiguous. */
function decoded(path: string): string {
  try {
    const once = decodeURIComponent(path)
    return once === path ? path : decoded(once)
  } catch {
    return '//'
  }
}
