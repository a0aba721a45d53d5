import { ApiError } from '../api-client.ts'
import type { ErrorCode } from '../contract/api-error.ts'

/** Why an upload ended, for the upload view. `upgrade`: another plan would help. */
export interface UploadProblem {
  message: string
  upgrade: boolean
}

const UPGRADE_CODES: readonly (ErrorCode | 'unreadable')[] = ['microsite_limit_reached']

/** What to tell of an upload that broke off. */
export function problemOf(thrown: unknown): UploadProblem {
  const message = thrown instanceof Error && thrown.message !== '' ? thrown.message : 'Upload/Processing failed'
  return { message, upgrade: thrown instanceof ApiError && UPGRADE_CODES.includes(thrown.code) }
}
