/**
 * Where a mailed link may lead in the end: a place of this server, never another site's.
 * @param wanted what the client asked for: a path or an address.
 * @returns path, query and fragment of it; `fallback` when it is missing, unreadable or elsewhere.
 */
export function redirectTarget(
  wanted: string | undefined,
  { publicUrl, fallback }: { publicUrl: string; fallback: string },
): string {
  if (!wanted || !URL.canParse(wanted, publicUrl)) return fallback
  const url = new URL(wanted, publicUrl)
  // A path that begins with two slashes would be read as another host.
  if (url.origin !== new URL(publicUrl).origin || url.pathname.startsWith('//')) return fallback
  return url.pathname + url.search + url.hash
}
