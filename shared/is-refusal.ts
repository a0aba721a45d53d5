/**
 * True when the server answered and will answer the same again. Decided only by the status: the class of the error would
 * bring the API's schemas along.
 */
export function isRefusal(error: Error): boolean {
  return 'status' in error && typeof error.status === 'number' && error.status < 500
}
