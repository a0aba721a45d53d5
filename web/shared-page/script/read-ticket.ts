let reading: Promise<string | null> | undefined

/**
 * This page's ticket, which counts one view and identifies how a protected link was opened. Null: it could not be
 * read.
 */
export function readTicket(): Promise<string | null> {
  return (reading ??= fetch(`${location.pathname}/ticket`, { cache: 'no-store' }).then(
    (reply) => (reply.ok ? reply.text() : null),
    () => null,
  ))
}
