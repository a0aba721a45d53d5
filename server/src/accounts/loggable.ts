/** What a log may hold of an error: the root cause without e-mail addresses. Database errors carry their parameters further up. */
export function loggable(error: unknown): { name: string; message: string } {
  if (!(error instanceof Error)) return { name: 'unknown', message: 'something that is no error was thrown' }
  if (error.cause instanceof Error) return loggable(error.cause)
  return { name: error.name, message: error.message.replaceAll(/[^\s<>"'(),:]+@[^\s<>"'(),:]+/g, '[address]') }
}
