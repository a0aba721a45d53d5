// oxlint-disable eslint/max-lines -- a table
/** One way to break a rule of docs/RULES.md. */
export interface BrokenRule {
  /** Id of the rule: its row names the tests that have to fail. */
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

const NAMES = 'EXPORT-5'
const PLANS_OF_ONE_TABLE = 'PLAN-1'
const CREDENTIALS = 'ACCOUNT-2'
const FALLBACKS = 'MICROSITE-3'
const OWN_VERSION = 'MICROSITE-4'
const COUNTDOWNS = 'SHARE-8'
const PATIENCE = 'PROCESS-7'
const LENGTH_ON_SERVER = 'UPLOAD-9'
const GIVEN_PLANS = 'PLAN-10'
const CANCELLED = 'BILLING-12'
const SEARCH = 'LIBRARY-5'
const VERIFIED = 'ACCOUNT-9'

/** Rules and how each is broken on purpose; `npm run mutate` tries a random choice of them. */
export const BROKEN_RULES: readonly BrokenRule[] = [
  // Redaction
  {
    rule: 'PRIVACY-12',
    in: 'server/src/media',
    text: '`fps=${FRAMES_PER_SECOND}:start_time=0`',
    broken: "'null'",
  },
  {
    rule: 'PRIVACY-12',
    in: 'server/src/microsites',
    text: 'if (!kept.has(key)) await storage.remove(key)',
    broken: "if (!kept.has(key) && !key.includes('stages/')) await storage.remove(key)",
  },
  {
    rule: 'PRIVACY-13',
    in: 'server/src/microsites',
    text: '    videoUrl: null,\n    posterKey: null,\n    untilModel: null,\n',
    broken: '    untilModel: null,\n',
  },
  {
    rule: 'PRIVACY-14',
    in: 'server/src/microsites',
    text: 'redacted && byId.has(id)',
    broken: '!redacted && !byId.has(id)',
  },
  {
    rule: 'PRIVACY-15',
    in: 'server/src/sharing',
    text: 'return withVideo && redacting !== null',
    broken: 'return !withVideo && redacting !== null',
  },
  {
    rule: 'PRIVACY-16',
    in: 'server/src/microsites',
    text: '    await deps.removeMailsAbout(id)\n',
    broken: '',
  },
  {
    rule: 'PRIVACY-17',
    in: 'server/src/microsites',
    text: 'if (!site.awaiting) return false',
    broken: 'if (site !== null) return false',
  },
  // Clocks that jump
  {
    rule: 'PROCESS-42',
    in: 'server/src/jobs',
    text: 'held.add(job.leaseToken)',
    broken: 'held.has(job.leaseToken)',
  },
  {
    rule: 'PROCESS-42',
    in: 'server/src/jobs',
    text: '      await endLeasesOfFastClocks(now)\n',
    broken: '',
  },
  {
    rule: 'PROCESS-42',
    in: 'server/src/engines',
    text: '    await workers.bringBack(clock())\n',
    broken: '',
  },
  // Many readers at once
  {
    rule: 'ABUSE-15',
    in: 'server/src/http',
    text: 'waiting.slice(0, inOneTurn)\n    waiting = waiting.slice(inOneTurn)',
    broken: 'waiting\n    waiting = waiting.slice(waiting.length)',
  },
  {
    rule: 'ABUSE-15',
    in: 'server/src/http',
    text: '        await turns.next()\n        // Its reader',
    broken: '        await Promise.resolve()\n        // Its reader',
  },
  {
    rule: 'ABUSE-15',
    in: 'server/src/sharing',
    text: 'router.use(SHARE_PATHS.getShared, inTurn(deps.turns))',
    broken: 'void inTurn(deps.turns)',
  },
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
    rule: 'PLAN-3',
    in: 'shared',
    text: 'YEARLY_DISCOUNT = 0.3',
    broken: 'YEARLY_DISCOUNT = 0.25',
  },
  {
    rule: 'PLAN-3',
    in: 'shared',
    text: 'monthlyPrice: 29',
    broken: 'monthlyPrice: 39',
  },
  {
    rule: 'PLAN-2',
    in: 'shared',
    text: 'available: false',
    broken: 'available: true',
  },
  {
    rule: 'PLAN-1',
    in: 'server/src',
    text: 'limits.micrositesPerMonth ?? -1',
    broken: 'limits.micrositesPerMonth ?? 0',
  },
  { rule: 'UPLOAD-4', in: 'shared', text: '2_147_483_648', broken: '2_147_483_647' },
  {
    rule: 'UPLOAD-4',
    in: 'shared',
    text: ' Please compress your video or choose a shorter recording.',
    broken: '',
  },
  {
    rule: 'UPLOAD-4',
    in: 'shared/client',
    text: "type.startsWith('video/')",
    broken: '/^(video|audio)\\//.test(type)',
  },
  {
    rule: 'UPLOAD-10',
    in: 'shared',
    text: '500 * 1024 * 1024',
    broken: '501 * 1024 * 1024',
  },
  {
    rule: 'UPLOAD-10',
    in: 'shared',
    text: 'LONG_VIDEO_SECONDS = 600',
    broken: 'LONG_VIDEO_SECONDS = 601',
  },
  {
    rule: 'UPLOAD-8',
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
    rule: 'UPLOAD-9',
    in: 'shared',
    text: "countOf(Math.floor(seconds % 60), 'second')",
    broken: "countOf(Math.ceil(seconds % 60) + 1, 'second')",
  },
  {
    rule: 'UPLOAD-6',
    in: 'server/src/uploads',
    text: '/^(video|audio)\\//.test(type.mime)',
    broken: '/^(video|audio|image)\\//.test(type.mime)',
  },
  {
    rule: 'TAG-6',
    in: 'server/src/tags',
    text: "if (created === 'limit_reached')",
    broken: "if (created === 'limit_reached' && approval.limit === null)",
  },
  {
    rule: 'UPLOAD-5',
    in: 'server/src/uploads',
    text: '?.announced === null) await removeUpload(deps, key)',
    broken: '?.announced === undefined) await removeUpload(deps, key)',
  },
  {
    rule: 'PLAN-7',
    in: 'server/src/tags',
    text: '...raiseQuota(tx, db.schema, quotaKey(userId), limit)',
    broken: '...raiseQuota(tx, db.schema, quotaKey(userId), limit === null ? null : limit + 1)',
  },
  {
    rule: 'UPLOAD-13',
    in: 'server/src/microsites',
    text: '(await microsites.countInMonth(approval)) >= approval.limit',
    broken: '(await microsites.countInMonth(approval)) > approval.limit',
  },
  {
    rule: 'PLAN-4',
    in: 'server/src/microsites',
    text: 'microsites.countActiveSince(userId, month.start)',
    broken: 'microsites.countActiveSince(userId, new Date(0))',
  },
  {
    rule: 'PLAN-5',
    in: 'server/src/billing',
    text: '.with({ day: 1 }).startOfDay()',
    broken: '.with({ day: 1 })',
  },
  {
    rule: 'PLAN-5',
    in: 'server/src/billing',
    text: 'return instant.toZonedDateTimeISO(timeZone)',
    broken: "return instant.toZonedDateTimeISO('UTC')",
  },
  {
    rule: 'PLAN-5',
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
    rule: 'PLAN-8',
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
    rule: 'BILLING-9',
    in: 'server/src/billing',
    text: 'const address = url ?? portalUrl',
    broken: 'const address = url ?? undefined',
  },
  {
    rule: 'LIBRARY-13',
    in: 'web',
    text: "error.code === 'PGRST116'",
    broken: "error.code === 'not_found'",
  },
  {
    rule: 'PLAN-9',
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
    text: 'Math.ceil((left - CLOCK_ERROR) / unit)',
    broken: 'Math.floor(left / unit)',
  },
  {
    rule: 'SHARE-8',
    in: 'shared',
    text: 'forms[new Intl.PluralRules(language).select(count)] ?? forms.other',
    broken: 'forms.other',
  },
  {
    rule: 'SHARE-8',
    in: 'shared',
    text: 'if (left < HOUR) return',
    broken: 'if (left <= HOUR) return',
  },
  {
    rule: 'SHARE-7',
    in: 'shared',
    text: "if (expiresAt === null) return ''",
    broken: "if (expiresAt === null) return 'Expired'",
  },
  { rule: PATIENCE, in: 'shared', text: 'MAX_TRIES_WITHOUT_NEWS = 100', broken: 'MAX_TRIES_WITHOUT_NEWS = 99' },
  { rule: PATIENCE, in: 'shared', text: 'before.step_detail !== now.step_detail', broken: 'false' },
  { rule: PATIENCE, in: 'shared', text: 'tries: next.tries + 1, triesWithoutNews: 0', broken: 'tries: next.tries + 1' },
  {
    rule: 'PROCESS-9',
    in: 'shared',
    text: "percent: overallPercent({ phase: 'done' })",
    broken: 'percent: state.percent',
  },
  {
    rule: 'PROCESS-9',
    in: 'shared',
    text: "processing_failed: kind('Processing failed',",
    broken: "processing_failed: kind('Failed',",
  },
  {
    rule: 'PROCESS-8',
    in: 'shared',
    text: "state.last?.status === 'transcript_ready' ?",
    broken: "state.last?.status === 'active' ?",
  },
  {
    rule: 'PROCESS-3',
    in: 'shared',
    text: 'Math.min(99, Math.floor(percent))',
    broken: 'Math.min(100, Math.floor(percent))',
  },
  {
    rule: 'PROCESS-3',
    in: 'server/src/pipeline',
    text: 'Math.max(highest, done / total)',
    broken: 'done / total',
  },
  {
    rule: 'PROCESS-4',
    in: 'shared',
    text: 'LONG_PROCESSING_SECONDS = 120',
    broken: 'LONG_PROCESSING_SECONDS = 110',
  },
  {
    rule: 'PROCESS-4',
    in: 'shared',
    text: 'if (seconds < 105) return',
    broken: 'if (seconds < 135) return',
  },
  {
    rule: 'PROCESS-2',
    in: 'shared',
    text: "'Building microsite',",
    broken: "'Building', 'microsite',",
  },
  {
    rule: 'RECAP-18',
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
    rule: 'ACCOUNT-28',
    in: 'web/features/settings',
    text: "current === '' || next === ''",
    broken: "next === ''",
  },
  {
    rule: 'ACCOUNT-31',
    in: 'web/features/settings',
    text: "if (code === 'invalid_credentials')",
    broken: 'if (isAnswer(status))',
  },
  {
    rule: 'ACCOUNT-26',
    in: 'web/features/session',
    text: 'return password === confirm ? null : RESET_TEXTS.mismatch',
    broken: 'return null',
  },
  {
    rule: 'SITE-9',
    in: 'web/features/contact',
    text: '[name, email, message].some',
    broken: '[name, email].some',
  },
  {
    rule: 'LIBRARY-1',
    in: 'shared/client',
    text: "user.email?.split('@')[0]",
    broken: "user.email?.split('@')[1]",
  },
  {
    rule: 'ACCOUNT-32',
    in: 'shared/client',
    text: 'isAuthRetryableFetchError(error) ? AUTH_TEXTS.unexpected : error.message',
    broken: 'error.message',
  },
  {
    rule: 'ACCOUNT-24',
    in: 'web/features/session',
    text: "fragment.replace(/^#/, '')",
    broken: 'fragment',
  },
  {
    rule: 'UPLOAD-17',
    in: 'shared/client',
    text: "UPLOAD_FAILED = 'Upload/Processing failed'",
    broken: "UPLOAD_FAILED = 'Upload failed'",
  },
  {
    rule: 'PROCESS-14',
    in: 'shared/client',
    text: "return 'Retry failed.'",
    broken: 'return error.message',
  },
  {
    rule: 'UPLOAD-15',
    in: 'shared',
    text: "file_missing: kind('No file selected',",
    broken: "file_missing: kind('No file',",
  },
  {
    rule: 'CODE-3',
    in: 'web',
    text: "'useAuth must be used within an AuthProvider'",
    broken: "'no provider'",
  },
  {
    rule: 'UPLOAD-3',
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
    rule: 'MICROSITE-3',
    in: 'shared',
    text: "(entries ?? []).map(item).filter(({ text }) => text !== '')",
    broken: '(entries ?? []).map(item)',
  },
  {
    rule: 'MICROSITE-10',
    in: 'web',
    text: 'MAX_VIDEO_RETRIES = 2',
    broken: 'MAX_VIDEO_RETRIES = 3',
  },
  {
    rule: 'MICROSITE-11',
    in: 'web',
    text: "return state.phase === 'playable' ? state : { ...state, phase: 'error', message: event.message }",
    broken: "return { ...state, phase: 'error', message: event.message }",
  },
  {
    rule: 'MICROSITE-11',
    in: 'web',
    text: 'expiresAt - now - RENEW_MARGIN_MS',
    broken: 'expiresAt - now',
  },
  {
    rule: 'MICROSITE-13',
    in: 'server/src',
    text: 'MEDIA_LINK_SECONDS = 3600',
    broken: 'MEDIA_LINK_SECONDS = 3599',
  },
  {
    rule: 'MICROSITE-13',
    in: 'server/src/storage',
    text: 'clock().getTime() >= expires * 1000',
    broken: 'clock().getTime() > (expires + 1) * 1000',
  },
  {
    rule: 'RECAP-11',
    in: 'server/src/microsites',
    text: "title !== null && replacesTitle('recap', titleSource)",
    broken: 'title !== null',
  },
  // Exports
  { rule: NAMES, in: 'web/exports', text: "'meeting-summary'", broken: "'meeting'" },
  { rule: NAMES, in: 'web/exports', text: 'now.getMonth() + 1', broken: 'now.getMonth()' },
  {
    rule: 'EXPORT-5',
    in: 'web/exports',
    text: 'MAX_TITLE = 80',
    broken: 'MAX_TITLE = 81',
  },
  {
    rule: 'EXPORT-5',
    in: 'web/exports',
    text: "{ extension: 'html', type: 'text/html;charset=utf-8'",
    broken: "{ extension: 'pdf', type: 'text/html;charset=utf-8'",
  },
  {
    rule: 'EXPORT-4',
    in: 'web/exports',
    text: "section.kind === 'todos' ? '- [ ] ' : '- '",
    broken: "'- '",
  },
  {
    rule: 'EXPORT-4',
    in: 'web/exports',
    text: "if (section.kind === 'quotes') return []",
    broken: '',
  },
  {
    rule: 'EXPORT-8',
    in: 'web/features/exports',
    text: "momentsOpenTo: 'owner'",
    broken: "momentsOpenTo: 'readers'",
  },
  // Lists, tags and links
  {
    rule: 'LIBRARY-7',
    in: 'server/src/microsites',
    text: 'Temporal.PlainDate.from(days.last).add({ days: 1 })',
    broken: 'Temporal.PlainDate.from(days.last)',
  },
  {
    rule: 'LIBRARY-8',
    in: 'server/src/microsites',
    text: 'new Date(date.toZonedDateTime(timeZone).epochMilliseconds)',
    broken: "new Date(date.toZonedDateTime('UTC').epochMilliseconds)",
  },
  {
    rule: SEARCH,
    in: 'server/src/microsites',
    text: "sort === 'views_asc' ? asc(viewCount) : desc(viewCount)",
    broken: 'desc(viewCount)',
  },
  {
    rule: 'TAG-5',
    in: 'shared',
    text: 'DEFAULT_TAG_COLOR: TagColor = TAG_COLORS[0]',
    broken: 'DEFAULT_TAG_COLOR: TagColor = TAG_COLORS[1]',
  },
  {
    rule: 'TAG-2',
    in: 'shared/contract',
    text: "  .trim()\n  .min(1, 'Please enter a tag name.')",
    broken: "  .min(1, 'Please enter a tag name.')",
  },
  {
    rule: 'TAG-3',
    in: 'server/src/tags',
    text: "if (isDuplicate(error)) return 'duplicate'\n        throw error\n      }\n    },\n\n    /** Removes",
    broken: 'throw error\n      }\n    },\n\n    /** Removes',
  },
  {
    rule: 'LIBRARY-9',
    in: 'server/src/tags',
    text: 'desc(tags.createdAt), desc(tags.id)',
    broken: 'tags.createdAt, tags.id',
  },
  {
    rule: 'LIBRARY-9',
    in: 'server/src/sharing',
    text: 'desc(shareableLinks.createdAt), desc(shareableLinks.id)',
    broken: 'shareableLinks.createdAt, shareableLinks.id',
  },
  {
    rule: 'WIRE-6',
    in: 'shared',
    text: 'now.getTime() + days * DAY_MS',
    broken: 'now.getTime() + days * DAY_MS + 1',
  },
  {
    rule: 'SHARE-21',
    in: 'server/src/sharing',
    text: 'VIEW_TICKET_SECONDS = 24 * 60 * 60',
    broken: 'VIEW_TICKET_SECONDS = 1',
  },
  {
    rule: 'MICROSITE-18',
    in: 'server/src/sharing',
    text: 'PREVIEW_SECONDS = 5 * 60',
    broken: 'PREVIEW_SECONDS = 6 * 60',
  },
  {
    rule: 'SHARE-18',
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
    rule: 'ACCOUNT-60',
    in: 'server/src/accounts',
    text: 'if (!own) throw new AppError(',
    broken: 'if (own === null) throw new AppError(',
  },
  {
    rule: 'ACCOUNT-61',
    in: 'server/src/accounts/factors',
    text: 'if (!key || key.factorId !== factorId) return null',
    broken: 'if (!key) return null',
  },
  {
    rule: 'ACCOUNT-66',
    in: 'extension/account',
    text: "data.user.factors?.some(({ status }) => status === 'verified')",
    broken: "data.user.factors?.some(({ status }) => status === 'unverified')",
  },
  {
    rule: 'ACCOUNT-72',
    in: 'server/src/accounts/providers',
    text: 'if (cameTo !== answersPath(provider)) throw unconfirmed()',
    broken: 'void cameTo',
  },
  {
    rule: 'ACCOUNT-79',
    in: 'server/src/accounts/providers',
    text: 'if (once && !(await accounts.spentProofs.spend(once.id, once.until))) throw unconfirmed()',
    broken: 'void once',
  },
  {
    rule: 'ACCOUNT-80',
    in: 'server/src/accounts',
    text: "return createHash('sha256').update(token).digest('base64url')",
    broken: 'return token',
  },
  {
    rule: 'ACCOUNT-81',
    in: 'server/src/accounts/one-time',
    text: 'await background.pause(EVEN_ANSWER_MS)',
    broken: 'void EVEN_ANSWER_MS',
  },
  {
    rule: 'ACCOUNT-82',
    in: 'server/src/accounts/providers',
    text: 'code_challenge: await oidc.calculatePKCECodeChallenge(verifier),',
    broken: '',
  },
  {
    rule: 'ACCOUNT-67',
    in: 'server/src/accounts',
    text: 'target !== null && target !== newEmail',
    broken: 'target === null && target !== newEmail',
  },
  {
    rule: 'ACCOUNT-10',
    in: 'server/src/accounts',
    text: "throw new AuthError('user_already_exists'",
    broken: "throw new AuthError('signup_disabled'",
  },
  {
    rule: 'ACCOUNT-17',
    in: 'server/src/accounts',
    text: 'REUSE_GRACE_MS = 10_000',
    broken: 'REUSE_GRACE_MS = 60_000',
  },
  {
    rule: 'ACCOUNT-34',
    in: 'server/src/accounts',
    text: 'VALID_MS = 2 * 60 * 1000',
    broken: 'VALID_MS = 3 * 60 * 1000',
  },
  {
    rule: 'ACCOUNT-34',
    in: 'server/src/accounts',
    text: 'taken.codeChallenge !== hashToken(verifier)',
    broken: 'taken.codeChallenge === verifier',
  },
  {
    rule: 'EXTENSION-9',
    in: 'server/src/accounts',
    text: "redirects.has(URL.parse(address)?.origin ?? '')",
    broken: "address.includes('chromiumapp.org') || redirects.has(URL.parse(address)?.origin ?? '')",
  },
  // Uploads
  {
    rule: 'UPLOAD-18',
    in: 'server/src/storage',
    text: '`${userId}/meetings/${userId}/${timestamp}.${extension}`',
    broken: '`${userId}/${timestamp}.${extension}`',
  },
  {
    rule: 'UPLOAD-18',
    in: 'server/src/uploads',
    text: '.onConflictDoNothing()',
    broken: '.onConflictDoUpdate({ target: uploads.key, set: { userId: upload.userId } })',
  },
  {
    rule: 'RECORD-6',
    in: 'shared/client',
    text: 'SMALLEST_PIECE = 256 * 1024',
    broken: 'SMALLEST_PIECE = 1024',
  },
  {
    rule: 'PROCESS-39',
    in: 'server/src/jobs',
    text: "code === 'ai_refused' ? FAILURES.ai_refused.sentence : message",
    broken: 'message',
  },
  {
    rule: 'PROCESS-39',
    in: 'server/src/operator',
    text: 'queue.listFailed({ limit: PAGE })',
    broken: 'queue.listFailed()',
  },
  {
    rule: 'PROCESS-23',
    in: 'server/src/process',
    text: 'if (running < most) {',
    broken: 'if (running < most + 9) {',
  },
  { rule: 'PROCESS-24', in: 'server/src/jobs', text: 'lane && eq(jobs.lane, lane)', broken: 'undefined' },
  { rule: 'PROCESS-25', in: 'server/src/jobs', text: '.orderBy(lastTurn, asc(', broken: '.orderBy(asc(' },
  { rule: 'PROCESS-26', in: 'server/src/jobs', text: 'MOST_STOPS = 2', broken: 'MOST_STOPS = 20' },
  { rule: 'PROCESS-27', in: 'server/src/transcription', text: 'speakers: 500', broken: 'speakers: 5000' },
  {
    rule: 'PROCESS-28',
    in: 'server/src/microsites',
    text: 'waiting: { before, seconds: wait }',
    broken: 'waiting: { before: before + 1, seconds: wait }',
  },
  {
    rule: 'PROCESS-29',
    in: 'server/src/pipeline',
    text: 'found.at(-1)?.endMs ?? 0)) return found',
    broken: '0)) return found',
  },
  { rule: 'PROCESS-30', in: 'server/src/pipeline', text: ' || !isSameSound(part, frames)', broken: '' },
  { rule: 'PROCESS-31', in: 'server/src/uploads', text: 'running.get(key)?.abort()', broken: 'running.delete(key)' },
  {
    rule: 'PROCESS-16',
    in: 'server/src/microsites',
    text: "if (site.status === 'active') return\n",
    broken: "if (site.status === 'active') throw new Error('It is done.')\n",
  },
  // The analysis
  {
    rule: 'PROCESS-22',
    in: 'server/src/transcription',
    text: 'return lanes * Math.ceil(needed / lanes)',
    broken: 'return needed',
  },
  // The extension
  {
    rule: 'RECORD-4',
    in: 'extension',
    text: 'AHEAD_SECONDS = 120',
    broken: 'AHEAD_SECONDS = 60',
  },
  {
    rule: 'RECORD-1',
    in: 'extension',
    text: '{ width: 1280, height: 720 }',
    broken: '{ width: 1920, height: 1080 }',
  },
  {
    rule: 'RECORD-2',
    in: 'extension',
    text: 'return { ...time, pausedAt: null, pauses: [...time.pauses, { from: time.pausedAt, to: at }] }',
    broken: 'return { ...time, pausedAt: null }',
  },
  {
    rule: 'EXTENSION-4',
    in: 'extension',
    text: 'takesWaiting > 0 || uploads.some(isStuck)',
    broken: 'uploads.some(isStuck)',
  },
  {
    rule: 'EXTENSION-3',
    in: 'extension',
    text: 'AWAY_INTERVAL_MS = 15_000',
    broken: 'AWAY_INTERVAL_MS = 3_000',
  },
  {
    rule: 'EXTENSION-5',
    in: 'extension',
    text: "answer.get('state') !== state",
    broken: "answer.get('state') === null",
  },
  {
    rule: 'CAPTION-3',
    in: 'extension',
    text: "lines === 1 ? 'line' : 'lines'",
    broken: "'lines'",
  },
  // Shared before it is ready
  {
    rule: 'SHARE-29',
    in: 'server/src/sharing',
    text: "if (site.status === 'failed') throw",
    broken: "if (site.status !== 'active') throw",
  },
  {
    rule: 'SHARE-30',
    in: 'server/src/sharing',
    text: "unsaid(version) : { state: 'open', version }",
    broken: "unsaid(version) : { state: 'ended' }",
  },
  { rule: 'SHARE-31', in: 'server/src/sharing', text: 'clients >= MOST.ofClient', broken: 'clients > MOST.ofClient' },
  {
    rule: 'SHARE-31',
    in: 'server/src/sharing',
    text: "if (access !== 'preparing') return { state: 'ended' }",
    broken: "if (access === 'unavailable') return { state: 'ended' }",
  },
  {
    rule: 'SHARE-32',
    in: 'server/src/sharing',
    text: "return link.whenReady ? 'waiting' : 'preparing'",
    broken: "return 'preparing'",
  },
  {
    rule: 'SHARE-33',
    in: 'server/src/sharing',
    text: 'if (known) return addSections(deps, known, reached)\n',
    broken: '',
  },
  {
    rule: 'SHARE-34',
    in: 'server/src/sharing',
    text: ' || !(await links.hasWorking(event.micrositeId, clock()))',
    broken: '',
  },
  {
    rule: 'SHARE-34',
    in: 'server/src/sharing',
    text: "site?.status === 'failed' ? await emailOf(event.userId) : null",
    broken: 'await emailOf(event.userId)',
  },
  { rule: 'SHARE-35', in: 'server/src/microsites', text: 'AWAITED_MS = 7 * 24', broken: 'AWAITED_MS = 14 * 24' },
  {
    rule: 'SHARE-36',
    in: 'server/src/microsites',
    text: 'wanted === undefined || (await microsites.hasId(wanted)) ? randomUUID() : wanted',
    broken: 'randomUUID()',
  },
  // Links and what they show
  { rule: 'SHARE-1', in: 'server/src/sharing', text: "if (link.expiresAt <= now) return 'expired'\n", broken: '' },
  { rule: 'SHARE-2', in: 'shared', text: "{ days: 90, label: '3 Months' }", broken: "{ days: 60, label: '3 Months' }" },
  { rule: 'SHARE-4', in: 'server/src/http', text: 'localhost|.+\\.localhost|', broken: 'localhost|' },
  {
    rule: 'SHARE-13',
    in: 'web/shared-page',
    text: 'title.trim() || usualTitle',
    broken: "title.trim() || 'Untitled Microsite'",
  },
  { rule: 'SHARE-17', in: 'shared/page-words', text: "'Failed to load microsite'", broken: "'Something went wrong'" },
  { rule: 'SHARE-20', in: 'web/shared-page', text: 'LEAST_VISIBLE_MS = 3000', broken: 'LEAST_VISIBLE_MS = 300' },
  { rule: 'SHARE-20', in: 'web/shared-page', text: 'VISIT_MS = 30 * 60 * 1000', broken: 'VISIT_MS = 30 * 1000' },
  {
    rule: 'SHARE-22',
    in: 'web/features/sharing',
    text: "hasPassword ? ' and its password' : ''",
    broken: "hasPassword ? '' : ''",
  },
  {
    rule: 'SHARE-24',
    in: 'server/src/sharing',
    text: 'points: 20, seconds: 15 * 60',
    broken: 'points: 2000, seconds: 15 * 60',
  },
  { rule: 'SHARE-27', in: 'server/src/sharing', text: "if (!admits(link, visitor)) return 'gated'\n", broken: '' },
  // Microsites, tags and uploads
  {
    rule: 'MICROSITE-17',
    in: 'web/features/follow-up',
    text: '!link?.sections || link.sections.includes(section)',
    broken: "!link?.sections || section !== 'summary'",
  },
  { rule: 'MICROSITE-19', in: 'server/src/microsites', text: '    await queue.remove(micrositeId)\n', broken: '' },
  {
    rule: 'TAG-4',
    in: 'server/src/microsites',
    text: '.innerJoin(tags, eq(tags.userId, microsites.userId))',
    broken: '.innerJoin(tags, sql`true`)',
  },
  { rule: 'WIRE-3', in: 'server/src/tags', text: 'count(micrositeTags.micrositeId)', broken: 'count()' },
  { rule: 'UPLOAD-11', in: 'server/src/microsites', text: "titleOfFile(file?.filename ?? '') || ", broken: '' },
  {
    rule: 'UPLOAD-12',
    in: 'shared/client',
    text: 'if (isFailureCode(code)) return failure(code, message)\n',
    broken: '',
  },
  {
    rule: 'PLAN-6',
    in: 'server/src/microsites',
    text: "if (outcome === 'limit_reached') throw await limitReached(microsites, approval)\n  if (outcome === 'duplicate') throw new AppError('conflict', 'You have a sample",
    broken: "if (outcome === 'duplicate') throw new AppError('conflict', 'You have a sample",
  },
  // Recaps
  {
    rule: 'RECAP-2',
    in: 'shared',
    text: 'sentences.push(...plain(text.slice(rest, at)), sentence)',
    broken: 'sentences.push(sentence)',
  },
  {
    rule: 'RECAP-6',
    in: 'server/src/analysis',
    text: 'standIn: { analyst: offline.name, notice }',
    broken: 'standIn: { analyst: primary.name, notice }',
  },
  {
    rule: 'RECAP-8',
    in: 'server/src/speech-models',
    text: 'return cores >= CORES_FOR_LARGE ? bySize : bySize.toReversed()',
    broken: 'return bySize',
  },
  // Accounts and the site
  {
    rule: 'ACCOUNT-7',
    in: 'server/src/accounts',
    text: '? signUpByMail(accounts, { ...account, email: login.email }, wanted)',
    broken: '? signUpAtOnce(accounts, { ...account, email: login.email }, client)',
  },
  {
    rule: 'ACCOUNT-15',
    in: 'server/src/accounts',
    text: "if (scope === 'local') return lucia.invalidateSession(id)",
    broken: "if (scope === 'local') return lucia.invalidateUserSessions(userId)",
  },
  {
    rule: 'EXTENSION-8',
    in: 'server/src/accounts',
    text: 'taken && taken.codeChallenge !== hashToken(verifier)',
    broken: "taken && verifier === ''",
  },
  { rule: 'SITE-3', in: 'server/src/http', text: 'isKnown ? 200 : 404', broken: '200' },
  {
    rule: 'SITE-11',
    in: 'server/src/contact',
    text: "if (recipient === null) throw new AppError('not_found', 'This server has no contact form.')",
    broken: 'if (recipient === null) return',
  },
  { rule: 'SITE-12', in: 'server/src/contact', text: '    replyTo: email,\n', broken: '' },
  // Recordings
  {
    rule: 'RECORD-8',
    in: 'extension/recording/capture',
    text: 'click the toolbar button there, and start again.',
    broken: 'and start again.',
  },
  {
    rule: 'RECORD-10',
    in: 'shared/client',
    text: "effects: [{ type: 'watch', attempt, micrositeId }, ...nameEffects(item.entry)]",
    broken: "effects: [{ type: 'watch', attempt, micrositeId }]",
  },
  {
    rule: 'RECORD-10',
    in: 'extension/recording',
    text: "own.slice(0, MAX_TITLE), source: 'typed'",
    broken: "own.slice(0, MAX_TITLE), source: 'meeting'",
  },
  {
    rule: 'RECORD-14',
    in: 'extension/recording',
    text: 'if (growing[side]) send(side, signal)',
    broken: 'if (growing[side] === null) send(side, signal)',
  },
  {
    rule: 'RECORD-11',
    in: 'extension/recording',
    text: 'ANNOUNCE_AGAIN_MS = 5 * 60_000',
    broken: 'ANNOUNCE_AGAIN_MS = 5 * 1000',
  },
  {
    rule: 'RECORD-12',
    in: 'extension/recording',
    text: '(await isOwn(deps, take)) ? describe(',
    broken: "take.id !== '' ? describe(",
  },
  {
    rule: 'RECORD-13',
    in: 'extension/recording',
    text: 'missingMs: Math.max(0, take.durationMs - durationMs)',
    broken: 'missingMs: 0',
  },
  {
    rule: 'CAPTION-1',
    in: 'extension/captions',
    text: 'adopt(track, { block, at, free: (id) => free.has(id) && id > above && id < below }) ??',
    broken: 'null ??',
  },
  // In a browser
  {
    browser: true,
    rule: 'ACCOUNT-5',
    in: 'web/features/session',
    text: 'navigate(target, { replace: true }), REDIRECT_MS)',
    broken: 'navigate(target, { replace: true }), REDIRECT_MS - 10)',
  },
  {
    browser: true,
    rule: 'ACCOUNT-25',
    in: 'web/features/session',
    text: "navigate('/auth', { replace: true }), REDIRECT_MS)",
    broken: "navigate('/auth', { replace: true }), REDIRECT_MS - 10)",
  },
  {
    browser: true,
    rule: 'SITE-10',
    in: 'web/features/contact',
    text: 'CONFIRMATION_MS = 3000',
    broken: 'CONFIRMATION_MS = 2990',
  },
  {
    browser: true,
    rule: 'PROCESS-6',
    in: 'shared',
    text: 'POLL_INTERVAL_MS = 3000',
    broken: 'POLL_INTERVAL_MS = 2990',
  },
  {
    browser: true,
    rule: 'ACCOUNT-36',
    in: 'web/app',
    text: 'if (status === \'loading\') return <FullPageSpinner label="Loading..." />',
    broken: "if (status === 'loading') return null",
  },
  {
    browser: true,
    rule: 'ACCOUNT-35',
    in: 'web/app',
    text: "if (status !== 'signed_in')\n",
    broken: "if (status === 'loading')\n",
  },
  {
    browser: true,
    rule: 'SHARE-3',
    in: 'web/features/sharing',
    text: 'COPIED_MS = 1500',
    broken: 'COPIED_MS = 1490',
  },
]
