import { ApiError } from '../api-client.ts'
import type { ErrorCode } from '../contract/api-error.ts'

/** Why an upload ended, for the upload view. `upgrade`: another plan would help. */
export interface UploadProblem {
  message: string
  upgrade: boolean
}

/** Why a try of an upload broke off. */
export interface Interruption {
  /**
   * `unreachable` and `busy` pass by themselves, `signed-out` when the person is back; `unreadable`: the file on this
   * computer is gone or has changed; `file-refused`: the server doesn't take the file and keeps nothing of it;
   * `refused`: anything else that the same request can't get past.
   */
  kind: 'unreachable' | 'busy' | 'signed-out' | 'unreadable' | 'file-refused' | 'refused'
  problem: UploadProblem
}

/** The file changed or went away while it was being sent. */
export class FileUnreadable extends Error {
  override readonly name = 'FileUnreadable'

  constructor(options?: ErrorOptions) {
    super('The file can no longer be read. Please choose it again.', options)
  }
}

/** It can't become a microsite as it is; trying again changes nothing by itself. The message is for the person. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused'
}

/** Somebody else is signed in, or nobody. It goes on by itself when the person is back. */
export const SIGNED_OUT: UploadProblem = { message: 'You must be signed in', upgrade: false }

/** Whether an upload only waits for its person. */
export function isSignedOut(problem: UploadProblem | null): boolean {
  return problem?.message === SIGNED_OUT.message
}

const UPGRADE_CODES: readonly (ErrorCode | 'unreadable')[] = ['microsite_limit_reached']
const FILE_REFUSED_CODES: readonly (ErrorCode | 'unreadable')[] = ['not_a_video', 'payload_too_large']
const BUSY_STATUSES: readonly number[] = [408, 409, 423, 425, 429]

/** What to tell of an upload that broke off. */
export function problemOf(thrown: unknown): UploadProblem {
  const message = thrown instanceof Error && thrown.message !== '' ? thrown.message : 'Upload/Processing failed'
  return { message, upgrade: thrown instanceof ApiError && UPGRADE_CODES.includes(thrown.code) }
}

/** Classifies what the uploader and the API throw. */
export function interruptionOf(thrown: unknown): Interruption {
  const kind = kindOf(thrown)
  return { kind, problem: kind === 'signed-out' ? SIGNED_OUT : problemOf(thrown) }
}

/** What to tell of a recording whose upload broke off: that it goes on by itself, or why it doesn't. */
export function recordingSentence({ kind, problem }: Interruption): string {
  switch (kind) {
    case 'unreachable':
      return 'The server can’t be reached. It goes on by itself.'
    case 'busy':
      return 'The server is busy. It goes on by itself.'
    case 'signed-out':
      return 'Sign in as the person who recorded it, and it goes on.'
    case 'unreadable':
      return 'The recording can’t be read from this computer’s disk. Restart the browser, then resume the upload.'
    case 'file-refused':
    case 'refused':
      return problem.message
  }
}

function kindOf(thrown: unknown): Interruption['kind'] {
  if (thrown instanceof UploadRefused) return 'refused'
  if (thrown instanceof FileUnreadable) return 'unreadable'
  if (!(thrown instanceof ApiError)) return 'unreachable'
  if (FILE_REFUSED_CODES.includes(thrown.code)) return 'file-refused'
  if (thrown.status === 401) return 'signed-out'
  return thrown.status >= 500 || BUSY_STATUSES.includes(thrown.status) ? 'busy' : 'refused'
}
