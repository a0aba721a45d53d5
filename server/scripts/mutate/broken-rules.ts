// oxlint-disable eslint/max-lines -- a table
/** One way to break a rule of docs/SPEC-COVERAGE.md. */
export interface BrokenRule {
  /** The rule as its row says it: the row names the tests that have to fail. */
  rule: string
  /** Folder of the one source file that holds `text`; files move, folders rarely. */
  in: string
  /** Stands exactly once below the folder. */
  text: string
  /** What takes its place. */
  broken: string
  /** The tests in a browser are asked; otherwise those of Vitest. */
  browser?: boolean
}

const NAMES = 'Export names'
const PLANS_OF_ONE_TABLE = 'One table of plans; the marketing page says 3 as well'
const CREDENTIALS = 'Required fields, name, matching, at least 6 characters, each in its words'
const FALLBACKS = 'Summary, then gpt_summaries, then gpt_summary; quotes, then gpt_quotes; strings or objects'
const OWN_VERSION = 'The owner’s version wins and outlives another analysis; only null falls back'
const COUNTDOWNS = 'Countdowns round down, with all four units; the shared page has plurals'
const PATIENCE = '100 tries without news; any movement starts the count again; a failed poll counts'
const LENGTH_ON_SERVER = 'The length is measured on the server, with a second of tolerance'
const GIVEN_PLANS = 'What the operator gives is not billed, and is sold where that gains something'
const CANCELLED = 'A cancelled subscription lasts as long as it is paid; a failed payment is borne with for a while'
const SEARCH = 'Title, description or any tag, in any case; tag present; views up and down'
const VERIFIED = 'An auto-confirmed address is not a verified one'

/** Rules and how each is broken on purpose; `npm run mutate` tries a random choice of them. */
export const BROKEN_RULES: readonly BrokenRule[] = [
  // Plans and limits
  {
    rule: PLANS_OF_ONE_TABLE,
    in: 'shared',
    text: 'micrositesPerMonth: 3, tags: 3',
    broken: 'micrositesPerMonth: 10, tags: 3',
  },
  { rule: PLANS_OF_ONE_TABLE, in: 'shared', text: 'videoSeconds: 1200', broken: 'videoSeconds: 1800' },
  { rule: PLANS_OF_ONE_TABLE, in: 'shared', text: '`Up to ${tags} tags`', broken: '`Up to ${tags + 1} tags`' },
  {
    rule: '$0, $29, $100 a month; a year is 12 months less 30 %, rounded',
    in: 'shared',
    text: 'YEARLY_DISCOUNT = 0.3',
    broken: 'YEARLY_DISCOUNT = 0.25',
  },
  {
    rule: '$0, $29, $100 a month; a year is 12 months less 30 %, rounded',
    in: 'shared',
    text: 'monthlyPrice: 29',
    broken: 'monthlyPrice: 39',
  },
  {
    rule: 'Plans free (Starter), pro (Premium), team (Teams); Teams is Coming Soon',
    in: 'shared',
    text: 'available: false',
    broken: 'available: true',
  },
  {
    rule: '3, 100 and unlimited (-1) microsites, 3 tags, 1200 s',
    in: 'server/src',
    text: 'limits.micrositesPerMonth ?? -1',
    broken: 'limits.micrositesPerMonth ?? 0',
  },
  { rule: '2147483648 bytes', in: 'shared', text: '2_147_483_648', broken: '2_147_483_647' },
  {
    rule: 'Type video/*, at most 2 GB with its sentence',
    in: 'shared',
    text: ' Please compress your video or choose a shorter recording.',
    broken: '',
  },
  {
    rule: 'Type video/*, at most 2 GB with its sentence',
    in: 'shared/client',
    text: "type.startsWith('video/')",
    broken: '/^(video|audio)\\//.test(type)',
  },
  {
    rule: 'Notes above 500 MB and above 10 minutes',
    in: 'shared',
    text: '500 * 1024 * 1024',
    broken: '501 * 1024 * 1024',
  },
  {
    rule: 'Notes above 500 MB and 10 minutes',
    in: 'shared',
    text: 'LONG_VIDEO_SECONDS = 600',
    broken: 'LONG_VIDEO_SECONDS = 601',
  },
  {
    rule: 'Over 1200 s on the free plan: upgrade screen, nothing created',
    in: 'shared',
    text: 'LENGTH_TOLERANCE_SECONDS = 1',
    broken: 'LENGTH_TOLERANCE_SECONDS = 2',
  },
  {
    rule: LENGTH_ON_SERVER,
    in: 'server/src/pipeline',
    text: 'durationMs <= (maxSeconds + LENGTH_TOLERANCE_SECONDS) * 1000',
    broken: 'durationMs <= maxSeconds * 1000',
  },
  {
    rule: LENGTH_ON_SERVER,
    in: 'shared',
    text: 'if (minutes * 60 > limitSeconds)',
    broken: 'if (minutes * 60 >= limitSeconds)',
  },
  {
    rule: 'The length is measured on the server, with a second of tolerance',
    in: 'shared',
    text: "countOf(Math.floor(seconds % 60), 'second')",
    broken: "countOf(Math.ceil(seconds % 60) + 1, 'second')",
  },
  {
    rule: 'The type is looked at, not believed from the name',
    in: 'server/src/uploads',
    text: '/^(video|audio)\\//.test(type.mime)',
    broken: '/^(video|audio|image)\\//.test(type.mime)',
  },
  {
    rule: 'At most 3 on the free plan',
    in: 'server/src/tags',
    text: "if (created === 'limit_reached')",
    broken: "if (created === 'limit_reached' && approval.limit === null)",
  },
  {
    rule: '2 GB on the server, whatever was announced',
    in: 'server/src/uploads',
    text: '?.announced === null) await removeUpload(deps, key)',
    broken: '?.announced === undefined) await removeUpload(deps, key)',
  },
  {
    rule: 'Limits hold under races',
    in: 'server/src/tags',
    text: '...raiseQuota(tx, db.schema, quotaKey(userId), limit)',
    broken: '...raiseQuota(tx, db.schema, quotaKey(userId), limit === null ? null : limit + 1)',
  },
  {
    rule: 'The limit is met before an upload begins',
    in: 'server/src/microsites',
    text: '(await microsites.countInMonth(approval)) >= approval.limit',
    broken: '(await microsites.countInMonth(approval)) > approval.limit',
  },
  {
    rule: 'The user’s active microsites of this month',
    in: 'server/src/microsites',
    text: 'microsites.countActiveSince(userId, month.start)',
    broken: 'microsites.countActiveSince(userId, new Date(0))',
  },
  {
    rule: 'The month starts on day 1 at 00:00 local time',
    in: 'server/src/billing',
    text: '.with({ day: 1 }).startOfDay()',
    broken: '.with({ day: 1 })',
  },
  {
    rule: 'The month starts on day 1 at 00:00 local time',
    in: 'server/src/billing',
    text: 'return instant.toZonedDateTimeISO(timeZone)',
    broken: "return instant.toZonedDateTimeISO('UTC')",
  },
  {
    rule: 'Renews on the first of next month in that zone; "—" as next billing on the free plan',
    in: 'server/src/billing',
    text: 'first.add({ months: 1 })',
    broken: 'first.add({ days: 30 })',
  },
  { rule: CANCELLED, in: 'server/src/billing', text: 'GRACE_MS = 14 * 24', broken: 'GRACE_MS = 13 * 24' },
  {
    rule: CANCELLED,
    in: 'server/src/billing',
    text: "status !== 'canceled' || !ended",
    broken: "status === 'canceled' || !ended",
  },
  {
    rule: CANCELLED,
    in: 'server/src/billing',
    text: 'return unpaid ? ended.at : periodEnd',
    broken: 'return periodEnd',
  },
  {
    rule: 'Without a record Starter; active and not free means subscribed',
    in: 'server/src/billing',
    text: "(status === 'canceled' || status === 'past_due') && lasts(0)",
    broken: 'lasts(0)',
  },
  {
    rule: GIVEN_PLANS,
    in: 'server/src/billing',
    text: "return from === 'provider' && LIVE_STATUSES.includes(status)",
    broken: 'return LIVE_STATUSES.includes(status)',
  },
  {
    rule: GIVEN_PLANS,
    in: 'web/features/pricing',
    text: 'if (billed || isIncluded(plan, current)) return false',
    broken: 'if (billed) return false',
  },
  {
    rule: GIVEN_PLANS,
    in: 'web/features/pricing',
    text: '(!paid && periodEnd !== null)',
    broken: 'periodEnd !== null',
  },
  {
    rule: 'The free plan’s button opens the billing portal; who never paid is told so',
    in: 'server/src/billing',
    text: 'const address = url ?? portalUrl',
    broken: 'const address = url ?? undefined',
  },
  {
    rule: 'PGRST116 means none (this server answers with none instead, which browsers don’t note as an error); other errors stop nothing',
    in: 'web',
    text: "error.code === 'PGRST116'",
    broken: "error.code === 'not_found'",
  },
  {
    rule: 'The operator gives plans by hand, beside what is paid',
    in: 'server/src/billing',
    text: "lasts(from === 'provider' ? GRACE_MS : 0)",
    broken: 'lasts(GRACE_MS)',
  },
  // Time left and waiting
  {
    rule: COUNTDOWNS,
    in: 'shared',
    text: 'Math.floor((left % HOUR) / MINUTE)',
    broken: 'Math.round((left % HOUR) / MINUTE)',
  },
  {
    rule: COUNTDOWNS,
    in: 'shared',
    text: "counted(Math.floor(left / DAY), 'day')",
    broken: "counted(Math.ceil(left / DAY), 'day')",
  },
  {
    rule: '"N day(s) left", hours, "Less than 1 hour left", "Expired"',
    in: 'shared',
    text: "${count === 1 ? '' : 's'} left",
    broken: 's left',
  },
  {
    rule: '"N day(s) left", hours, "Less than 1 hour left", "Expired"',
    in: 'shared',
    text: 'if (left < HOUR) return',
    broken: 'if (left <= HOUR) return',
  },
  {
    rule: 'Every second; Expired once past; blank without an end',
    in: 'shared',
    text: "if (expiresAt === null) return ''",
    broken: "if (expiresAt === null) return 'Expired'",
  },
  { rule: PATIENCE, in: 'shared', text: 'MAX_TRIES_WITHOUT_NEWS = 100', broken: 'MAX_TRIES_WITHOUT_NEWS = 99' },
  { rule: PATIENCE, in: 'shared', text: 'before.step_detail !== now.step_detail', broken: 'false' },
  { rule: PATIENCE, in: 'shared', text: 'tries: next.tries + 1, triesWithoutNews: 0', broken: 'tries: next.tries + 1' },
  {
    rule: 'Active ends the polling in success, failed in an error',
    in: 'shared',
    text: "percent: overallPercent({ phase: 'done' })",
    broken: 'percent: state.percent',
  },
  {
    rule: '"Processing failed", "Failed to fetch microsite data."',
    in: 'shared',
    text: "processing_failed: kind('Processing failed',",
    broken: "processing_failed: kind('Failed',",
  },
  {
    rule: 'The two time-out texts',
    in: 'shared',
    text: "state.last?.status === 'transcript_ready' ?",
    broken: "state.last?.status === 'active' ?",
  },
  {
    rule: 'Progress is real, rises through the steps and never falls',
    in: 'shared',
    text: 'Math.min(99, Math.floor(percent))',
    broken: 'Math.min(100, Math.floor(percent))',
  },
  {
    rule: 'Progress is real, rises through the steps and never falls',
    in: 'server/src/pipeline',
    text: 'Math.max(highest, done / total)',
    broken: 'done / total',
  },
  {
    rule: 'The estimate stands on length and engine; the hint comes after the larger of 120 s and it',
    in: 'shared',
    text: 'LONG_PROCESSING_SECONDS = 120',
    broken: 'LONG_PROCESSING_SECONDS = 110',
  },
  {
    rule: 'The estimate stands on length and engine; the hint comes after the larger of 120 s and it',
    in: 'shared',
    text: "if (seconds < 105) return 'about a minute'",
    broken: "if (seconds < 135) return 'about a minute'",
  },
  {
    rule: 'Seven steps with the overall percentage and a way to the dashboard',
    in: 'shared',
    text: "'Building microsite',",
    broken: "'Building', 'microsite',",
  },
  {
    rule: 'There is talk of AI only where a model takes part',
    in: 'shared',
    text: 'return !withCaptions && idsOf(TRANSCRIBERS)',
    broken: 'return idsOf(TRANSCRIBERS)',
  },
  // Forms
  { rule: CREDENTIALS, in: 'shared/client', text: 'MIN_PASSWORD_LENGTH = 6', broken: 'MIN_PASSWORD_LENGTH = 5' },
  {
    rule: CREDENTIALS,
    in: 'shared/client',
    text: "mismatch: 'Passwords do not match',",
    broken: "mismatch: 'Passwords differ',",
  },
  { rule: CREDENTIALS, in: 'server/src/accounts', text: 'MINIMUM_LENGTH = 6', broken: 'MINIMUM_LENGTH = 7' },
  {
    rule: 'The rules of changing it, in their words',
    in: 'web/features/settings',
    text: "current === '' || next === ''",
    broken: "next === ''",
  },
  {
    rule: 'Only invalid_credentials is an incorrect password; only a 404 is "Microsite not found."',
    in: 'web/features/settings',
    text: "if (code === 'invalid_credentials')",
    broken: 'if (isAnswer(status))',
  },
  {
    rule: 'Both fields, matching, no token, the service’s refusal, success',
    in: 'web/features/session',
    text: 'return password === confirm ? null : RESET_TEXTS.mismatch',
    broken: 'return null',
  },
  {
    rule: 'Name, address and message needed, company not',
    in: 'web/features/contact',
    text: '[name, email, message].some',
    broken: '[name, email].some',
  },
  {
    rule: 'Plan badge, greeting by first name, else by the address',
    in: 'shared/client',
    text: "user.email?.split('@')[0]",
    broken: "user.email?.split('@')[1]",
  },
  {
    rule: 'The service’s own words; else "An unexpected error occurred. Please try again."',
    in: 'shared/client',
    text: 'isAuthRetryableFetchError(error) ? AUTH_TEXTS.unexpected : error.message',
    broken: 'error.message',
  },
  {
    rule: 'The page takes the tokens from the fragment; new password and its repetition',
    in: 'web/features/session',
    text: "fragment.replace(/^#/, '')",
    broken: 'fragment',
  },
  {
    rule: '"Upload/Processing failed" or the thrown message',
    in: 'shared/client',
    text: "UPLOAD_FAILED = 'Upload/Processing failed'",
    broken: "UPLOAD_FAILED = 'Upload failed'",
  },
  {
    rule: '"Failed to reset job status: …", "Retry failed."',
    in: 'shared/client',
    text: "return 'Retry failed.'",
    broken: 'return error.message',
  },
  {
    rule: '"No file selected"',
    in: 'shared',
    text: "file_missing: kind('No file selected',",
    broken: "file_missing: kind('No file',",
  },
  {
    rule: 'A context outside its provider throws',
    in: 'web',
    text: "'useAuth must be used within an AuthProvider'",
    broken: "'no provider'",
  },
  {
    rule: 'File name, size, length, optional title and description',
    in: 'shared',
    text: 'megabytes < 10 ? megabytes.toFixed(1)',
    broken: 'megabytes < 1 ? megabytes.toFixed(1)',
  },
  // The page and its video
  {
    rule: FALLBACKS,
    in: 'shared',
    text: 'items(microsite.quotes ?? microsite.gpt_quotes)',
    broken: 'items(microsite.quotes)',
  },
  {
    rule: OWN_VERSION,
    in: 'shared',
    text: 'items(microsite.todo_list ?? microsite.gpt_todo_list)',
    broken: 'items(microsite.gpt_todo_list ?? microsite.todo_list)',
  },
  { rule: OWN_VERSION, in: 'server/src/microsites', text: 'gptQuotes: quotes,', broken: 'quotes, gptQuotes: quotes,' },
  {
    rule: 'Entries are strings or objects, read in one place',
    in: 'shared',
    text: "(entries ?? []).map(item).filter(({ text }) => text !== '')",
    broken: '(entries ?? []).map(item)',
  },
  {
    rule: 'Two retries, then "Video failed to load after multiple attempts.", Retry only while one is left',
    in: 'web',
    text: 'MAX_VIDEO_RETRIES = 2',
    broken: 'MAX_VIDEO_RETRIES = 3',
  },
  {
    rule: 'A player renews its link, which is no retry',
    in: 'web',
    text: "return state.phase === 'playable' ? state : { ...state, phase: 'error', message: event.message }",
    broken: "return { ...state, phase: 'error', message: event.message }",
  },
  {
    rule: 'A player renews its link, which is no retry',
    in: 'web',
    text: 'expiresAt - now - RENEW_MARGIN_MS',
    broken: 'expiresAt - now',
  },
  {
    rule: 'Signed link of 3600 s, 2 retries',
    in: 'server/src',
    text: 'MEDIA_LINK_SECONDS = 3600',
    broken: 'MEDIA_LINK_SECONDS = 3599',
  },
  {
    rule: 'Cache 3600, a signed link of 3600 s',
    in: 'server/src/storage',
    text: 'clock().getTime() >= expires * 1000',
    broken: 'clock().getTime() > (expires + 1) * 1000',
  },
  {
    rule: 'Without a title the content gives one',
    in: 'server/src/microsites',
    text: 'analysis.title !== null && !site.titleGiven',
    broken: 'analysis.title !== null',
  },
  // Exports
  { rule: NAMES, in: 'web/exports', text: "'meeting-summary'", broken: "'meeting'" },
  { rule: NAMES, in: 'web/exports', text: 'now.getMonth() + 1', broken: 'now.getMonth()' },
  {
    rule: 'Export names: day of export, unsafe characters, 80 signs of the title; the PDF is a page made for printing',
    in: 'web/exports',
    text: 'MAX_TITLE = 80',
    broken: 'MAX_TITLE = 81',
  },
  {
    rule: 'Export names: day of export, unsafe characters, 80 signs of the title; the PDF is a page made for printing',
    in: 'web/exports',
    text: "{ extension: 'html', type: 'text/html;charset=utf-8'",
    broken: "{ extension: 'pdf', type: 'text/html;charset=utf-8'",
  },
  {
    rule: 'Markdown has summary, points and checkboxes; Word and HTML add quotes and transcript; all say when they were made',
    in: 'web/exports',
    text: "section.kind === 'todos' ? '- [ ] ' : '- '",
    broken: "'- '",
  },
  {
    rule: 'Markdown has summary, points and checkboxes; Word and HTML add quotes and transcript; all say when they were made',
    in: 'web/exports',
    text: "if (section.kind === 'quotes') return []",
    broken: '',
  },
  {
    rule: 'Documents that are passed on lead where their reader can go, or say the time alone',
    in: 'web/features/exports',
    text: "momentsOpenTo: 'owner'",
    broken: "momentsOpenTo: 'readers'",
  },
  // Lists, tags and links
  {
    rule: 'The date filter is a prefix of any length',
    in: 'server/src/microsites',
    text: 'Temporal.PlainDate.from(days.last).add({ days: 1 })',
    broken: 'Temporal.PlainDate.from(days.last)',
  },
  {
    rule: 'The date filter is in the user’s time zone',
    in: 'server/src/microsites',
    text: 'new Date(date.toZonedDateTime(timeZone).epochMilliseconds)',
    broken: "new Date(date.toZonedDateTime('UTC').epochMilliseconds)",
  },
  {
    rule: SEARCH,
    in: 'server/src/microsites',
    text: "order === 'views_asc' ? asc(viewCount) : desc(viewCount)",
    broken: 'desc(viewCount)',
  },
  {
    rule: 'Ten tag colours, the first by default',
    in: 'shared',
    text: 'DEFAULT_TAG_COLOR: TagColor = TAG_COLORS[0]',
    broken: 'DEFAULT_TAG_COLOR: TagColor = TAG_COLORS[1]',
  },
  {
    rule: 'A name after trimming, no description needed',
    in: 'shared/contract',
    text: "  .trim()\n  .min(1, 'Please enter a tag name.')",
    broken: "  .min(1, 'Please enter a tag name.')",
  },
  {
    rule: 'Tag names are unique in any case; renaming and deleting reach the microsites; only existing tags',
    in: 'server/src/tags',
    text: "if (isDuplicate(error)) return 'duplicate'\n        throw error\n      }\n    },\n\n    /** Removes",
    broken: 'throw error\n      }\n    },\n\n    /** Removes',
  },
  {
    rule: 'Microsites and links newest first, tags too',
    in: 'server/src/tags',
    text: 'desc(tags.createdAt), desc(tags.id)',
    broken: 'tags.createdAt, tags.id',
  },
  {
    rule: 'Microsites and links newest first, tags too',
    in: 'server/src/sharing',
    text: 'desc(shareableLinks.createdAt), desc(shareableLinks.id)',
    broken: 'shareableLinks.createdAt, shareableLinks.id',
  },
  {
    rule: 'create-shareable-link',
    in: 'shared',
    text: 'now.getTime() + days * DAY_MS',
    broken: 'now.getTime() + days * DAY_MS + 1',
  },
  {
    rule: 'Per link: views, last opened, sections that were reached',
    in: 'server/src/sharing',
    text: 'VIEW_TICKET_SECONDS = 24 * 60 * 60',
    broken: 'VIEW_TICKET_SECONDS = 1',
  },
  {
    rule: 'View opens a preview that counts nothing; on the shared page it is the owner’s alone',
    in: 'server/src/sharing',
    text: 'PREVIEW_SECONDS = 5 * 60',
    broken: 'PREVIEW_SECONDS = 6 * 60',
  },
  {
    rule: 'Only what is shown leaves the server; 410 from the end on, 404 for unknown and deleted',
    in: 'server/src/sharing',
    text: 'link.expiresAt <= now',
    broken: 'link.expiresAt < now',
  },
  // Accounts
  {
    rule: VERIFIED,
    in: 'server/src/accounts',
    text: 'confirmedAt: now, createdAt: now })',
    broken: 'confirmedAt: now, verifiedAt: now, createdAt: now })',
  },
  {
    rule: 'A known address: the same answer with mail, user_already_exists without',
    in: 'server/src/accounts',
    text: "throw new AuthError('user_already_exists'",
    broken: "throw new AuthError('signup_disabled'",
  },
  {
    rule: 'An expired session is refreshed; one that can’t be is dropped',
    in: 'server/src/accounts',
    text: 'REUSE_GRACE_MS = 10_000',
    broken: 'REUSE_GRACE_MS = 60_000',
  },
  {
    rule: 'PKCE: a code and its verifier become a session, once',
    in: 'server/src/accounts',
    text: 'VALID_MS = 2 * 60 * 1000',
    broken: 'VALID_MS = 3 * 60 * 1000',
  },
  {
    rule: 'PKCE: a code and its verifier become a session, once',
    in: 'server/src/accounts',
    text: 'taken.codeChallenge !== hashToken(verifier)',
    broken: 'taken.codeChallenge === verifier',
  },
  {
    rule: 'A code goes to the extension and nowhere else',
    in: 'server/src/accounts',
    text: "redirects.has(URL.parse(address)?.origin ?? '')",
    broken: "address.includes('chromiumapp.org') || redirects.has(URL.parse(address)?.origin ?? '')",
  },
  // Uploads
  {
    rule: '{user_id}/meetings/{user_id}/{timestamp}.{ext}, never overwritten',
    in: 'server/src/storage',
    text: '`${userId}/meetings/${userId}/${timestamp}.${extension}`',
    broken: '`${userId}/${timestamp}.${extension}`',
  },
  {
    rule: '{user_id}/meetings/{user_id}/{timestamp}.{ext}, never overwritten',
    in: 'server/src/uploads',
    text: '.onConflictDoNothing()',
    broken: '.onConflictDoUpdate({ target: uploads.key, set: { userId: upload.userId } })',
  },
  {
    rule: 'A recording is sent while it is made; the server’s offset is the truth',
    in: 'shared/client',
    text: 'SMALLEST_PIECE = 256 * 1024',
    broken: 'SMALLEST_PIECE = 1024',
  },
  {
    rule: 'Retry on a job that still runs changes nothing on the server',
    in: 'server/src/microsites',
    text: "if (site.status === 'active') return\n",
    broken: "if (site.status === 'active') throw new Error('It is done.')\n",
  },
  // The analysis
  {
    rule: 'Long recordings are heard in pieces of about the same length, as many for each request, the next one cut meanwhile',
    in: 'server/src/transcription',
    text: 'return lanes * Math.ceil(needed / lanes)',
    broken: 'return needed',
  },
  // The extension
  {
    rule: 'A recording warns of silence, of the plan’s limit and of a full disk, and is never cut',
    in: 'extension',
    text: 'AHEAD_SECONDS = 120',
    broken: 'AHEAD_SECONDS = 60',
  },
  {
    rule: 'A browser extension records a call: a tab with its sound and the microphone, or a window',
    in: 'extension',
    text: '{ width: 1280, height: 720 }',
    broken: '{ width: 1920, height: 1080 }',
  },
  {
    rule: 'Pause, mute, discard; each side of a call has its own sound, so that it is certain who spoke',
    in: 'extension',
    text: 'return { ...time, pausedAt: null, pauses: [...time.pauses, { from: time.pausedAt, to: at }] }',
    broken: 'return { ...time, pausedAt: null }',
  },
  {
    rule: 'The toolbar button says how much was sent, that something needs the person, or that something is ready',
    in: 'extension',
    text: 'takesWaiting > 0 || uploads.some(isStuck)',
    broken: 'uploads.some(isStuck)',
  },
  {
    rule: 'The extension waits for the microsite, also after a restart; then it is ready with title, summary, share and open, and the desktop says so once',
    in: 'extension',
    text: 'AWAY_INTERVAL_MS = 15_000',
    broken: 'AWAY_INTERVAL_MS = 3_000',
  },
  {
    rule: 'Popup and panel sign in by password or as who is signed in to the web app; signing out ends this session at once, or all when asked to',
    in: 'extension',
    text: "answer.get('state') !== state",
    broken: "answer.get('state') === null",
  },
  {
    rule: 'Captions are collected where the person has switched them on, and a line says whether they arrive',
    in: 'extension',
    text: "lines === 1 ? 'line' : 'lines'",
    broken: "'lines'",
  },
  // In a browser
  {
    browser: true,
    rule: 'A success panel, then the dashboard after 2 seconds',
    in: 'web/features/session',
    text: 'navigate(target, { replace: true }), REDIRECT_MS)',
    broken: 'navigate(target, { replace: true }), REDIRECT_MS - 10)',
  },
  {
    browser: true,
    rule: 'Success, then /auth after 2 seconds',
    in: 'web/features/session',
    text: "navigate('/auth', { replace: true }), REDIRECT_MS)",
    broken: "navigate('/auth', { replace: true }), REDIRECT_MS - 10)",
  },
  {
    browser: true,
    rule: 'Copied 1.5 s in the list; confirmation 3000 ms; bar at most 100',
    in: 'web/features/contact',
    text: 'CONFIRMATION_MS = 3000',
    broken: 'CONFIRMATION_MS = 2990',
  },
  {
    browser: true,
    rule: 'Polling every 3 s',
    in: 'shared',
    text: 'POLL_INTERVAL_MS = 3000',
    broken: 'POLL_INTERVAL_MS = 2990',
  },
  {
    browser: true,
    rule: 'Protected screens show "Loading..." meanwhile',
    in: 'web/app',
    text: 'if (status === \'loading\') return <FullPageSpinner label="Loading..." />',
    broken: "if (status === 'loading') return null",
  },
  {
    browser: true,
    rule: 'Protected screens send a visitor to /auth',
    in: 'web/app',
    text: 'if (status !== \'signed_in\') return <Navigate to="/auth" replace />',
    broken: '',
  },
  {
    browser: true,
    rule: 'Copied 1.5 s in the list; confirmation 3000 ms; bar at most 100',
    in: 'web/features/sharing',
    text: 'COPIED_MS = 1500',
    broken: 'COPIED_MS = 1490',
  },
]
