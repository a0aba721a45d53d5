import * as z from 'zod/mini'

/** The closed list of the JSON API's error codes, each with its HTTP status. */
export const ERROR_STATUS = {
  invalid_request: 400,
  no_authorization: 401,
  bad_jwt: 401,
  session_not_found: 401,
  password_required: 401,
  email_required: 401,
  forbidden: 403,
  insufficient_aal: 403,
  not_found: 404,
  PGRST116: 404,
  conflict: 409,
  link_expired: 410,
  payload_too_large: 413,
  not_a_video: 415,
  misdirected_request: 421,
  upload_incomplete: 409,
  unreadable_captions: 422,
  microsite_limit_reached: 402,
  tag_limit_reached: 402,
  storage_limit_reached: 402,
  open_uploads_limit_reached: 402,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof ERROR_STATUS

const codes = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]

/** Body of every JSON API error. `message` is one user-facing sentence. */
export const apiErrorSchema = z.object({ error: z.object({ code: z.enum(codes), message: z.string() }) })

/** Error body of the three server functions: `error` is the sentence itself. */
export const functionErrorSchema = z.object({ error: z.string(), code: z.enum(codes) })

/** A code as parsed by a client: a newer server's code becomes `unknown`, and the rest of the answer still counts. */
const readCodeSchema = z.pipe(
  z.string(),
  z.transform((code) => z.enum(codes).safeParse(code).data ?? ('unknown' as const)),
)

/** How clients parse the two error bodies. */
export const apiRefusalSchema = z.object({ error: z.object({ code: readCodeSchema, message: z.string() }) })
export const functionRefusalSchema = z.object({ error: z.string(), code: readCodeSchema })
