let reading: Promise<string | null> | undefined

/** The ticket of this page, which counts one view and names what a protected link was opened with. Null: it could not be read. */
export function readTicket(): Promise<string | null> {
  return (reading ??= fetch(`${location.pathname}/ticket`, { cache: 'no-store' }).then(
    (reply) => (reply.ok ? reply.text() : null),
    () => null,
  ))
}
