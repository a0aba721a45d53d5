import { z } from 'zod'
import type { App } from '../http/app.ts'
import { describePaths, given, maybe } from '../http/describe-paths.ts'
import { UPLOADS_PATH } from './upload-id.ts'

const tus = z.object({ 'tus-resumable': z.literal('1.0.0') })
const bytes = {
  content: { 'application/offset+octet-stream': { schema: z.string().meta({ format: 'binary' }) } },
  required: true,
}

/** Describes uploads by tus 1.0 (https://tus.io/protocols/resumable-upload). */
export function describeUploadRoutes(router: App): void {
  const one = `${UPLOADS_PATH}/{id}` as const
  const request = { params: given('id'), headers: tus }
  describePaths(router, {}, { [`options ${UPLOADS_PATH}`]: { means: 'The supported parts of tus 1.0', status: 204 } })
  describePaths(
    router,
    { signedIn: true },
    {
      [`post ${UPLOADS_PATH}`]: {
        means: 'The upload was created at the address in Location',
        status: 201,
        request: { headers: tus.extend(maybe('upload-length', 'upload-defer-length', 'upload-metadata').shape) },
      },
      [`head ${one}`]: { means: 'The upload’s offset; once complete, its path is in X-Storage-Path', request },
      [`patch ${one}`]: {
        means: 'The bytes were stored',
        status: 204,
        request: {
          params: given('id'),
          headers: tus.extend({ ...given('upload-offset').shape, ...maybe('upload-length').shape }),
          body: bytes,
        },
      },
      [`delete ${one}`]: { means: 'The upload was deleted', status: 204, request },
    },
  )
}
