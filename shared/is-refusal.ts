/**
 * True if the server answered and will answer the same again. Decided only by the status: the error class would pull
 * in the API's schemas.
 */
export function isRefusal(error: Error): boolean {
  return 'status' in error && typeof error.status === 'number' && error.status < 500
}
