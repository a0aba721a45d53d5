import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createAuthenticate } from './accounts/authenticate.ts'
import { readAccount, userExists } from './accounts/read-account.ts'
import { removeExpired } from './accounts/remove-expired.ts'
import { extensionRoutes } from './accounts/extension-routes.ts'
import { authRoutes } from './accounts/routes.ts'
import type { AdminParts } from './operator/run-command.ts'
import { approveMicrosite } from './billing/approve-microsite.ts'
import { endSubscriptions } from './billing/end-subscriptions.ts'
import { createPaymentsRepo } from './billing/payments-repo.ts'
import { findSubscription, planInForce, type PlanDeps } from './billing/plan-in-force.ts'
import { billingRoutes } from './billing/routes.ts'
import { createSubscriptionsRepo } from './billing/subscriptions-repo.ts'
import { webhookRoutes } from './billing/webhook-routes.ts'
import { createBrandingsRepo } from './branding/brandings-repo.ts'
import { readBranding } from './branding/read-branding.ts'
import { readLogoOf } from './branding/read-logo.ts'
import { brandingRoutes } from './branding/routes.ts'
import type { Config } from './config/config.ts'
import { checkoutLinks, pricesOfPlans } from './config/payment-settings.ts'
import { loadSecretKey } from './config/secret-key.ts'
import { contactRoutes } from './contact/routes.ts'
import { openDatabase } from './db/database.ts'
import { createEngines } from './engines.ts'
import type { App } from './http/app.ts'
import { capabilitiesRoutes } from './http/capabilities-routes.ts'
import { clientAddress } from './http/client-address.ts'
import { createApp } from './http/create-app.ts'
import { originOf } from './http/origin.ts'
import { extensionPackages } from './http/extension-packages.ts'
import { staticWeb } from './http/static-web.ts'
import type { Model } from './speech-models/manifest.ts'
import type { JobHandler } from './jobs/handler.ts'
import { createRunner } from './jobs/runner.ts'
import { createSqlQueue } from './jobs/sql-queue.ts'
import { systemClock } from './kernel/clock.ts'
import type { Logger } from './kernel/logger.ts'
import { repeat } from './kernel/repeat.ts'
import { deleteUser } from './lifecycle/delete-user.ts'
import { removeLeftoversOf, sweepLeftovers } from './lifecycle/sweep-leftovers.ts'
import { createMemoryRateLimiter } from './limits/rate-limiter-memory.ts'
import { createOutboxMailer } from './mail/outbox.ts'
import { createSmtpMailer } from './mail/smtp.ts'
import { assertRoom } from './microsites/assert-room.ts'
import { deleteMicrosite } from './microsites/delete-microsite.ts'
import { endInFailure } from './microsites/end-in-failure.ts'
import { getOwned } from './microsites/get-owned.ts'
import { createMicrositesRepo } from './microsites/microsites-repo.ts'
import { createSearchRepo } from './microsites/search-repo.ts'
import { indexSearch } from './microsites/index-search.ts'
import { micrositeRoutes } from './microsites/routes.ts'
import { createCanvasLinkCard } from './pictures/canvas-link-card.ts'
import { createStripePayments } from './payments/stripe.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { MICROSITE_JOB, RECAP_JOB } from './microsites/job-kinds.ts'
import { processMicrosite, requeueAsked, requeueWorking } from './microsites/process-microsite.ts'
import { processingRoutes } from './microsites/processing-routes.ts'
import { hasSampleCall } from './microsites/sample-call.ts'
import { monthlyUsage } from './microsites/usage.ts'
import { shareFunctionRoutes } from './sharing/function-routes.ts'
import { createLinksRepo } from './sharing/links-repo.ts'
import { rememberCards } from './sharing/page-card.ts'
import { pageCardRoutes } from './sharing/page-card-routes.ts'
import { pageMediaRoutes } from './sharing/page-media-routes.ts'
import { createPageBuild } from './sharing/page-renderer.ts'
import { pageRoutes } from './sharing/page-routes.ts'
import { createPageTickets } from './sharing/page-tickets.ts'
import { pageViewRoutes } from './sharing/page-view-routes.ts'
import { createViewsRepo } from './sharing/page-views-repo.ts'
import { previewRoutes } from './sharing/preview-routes.ts'
import { linkRoutes } from './sharing/routes.ts'
import { createDiskStorage } from './storage/disk.ts'
import { storageRoutes } from './storage/routes.ts'
import { createLinkSigner } from './storage/signed-links.ts'
import { tagRoutes } from './tags/routes.ts'
import { createTagsRepo } from './tags/tags-repo.ts'
import { completeUpload } from './uploads/complete-upload.ts'
import { createDiskUploadStore } from './uploads/disk-upload-store.ts'
import { removeUpload } from './uploads/remove-upload.ts'
import { uploadRoutes } from './uploads/routes.ts'
import { sweepUploads } from './uploads/sweep-uploads.ts'
import { createUploadsRepo } from './uploads/uploads-repo.ts'

const WEB_BUILD = fileURLToPath(new URL('../../web/dist', import.meta.url))
const EXTENSION_BUILD = fileURLToPath(new URL('../../extension/dist', import.meta.url))
const PAGE_RENDERER = fileURLToPath(new URL('../../web/shared-page/dist/render.js', import.meta.url))
const HOUSEKEEPING_MS = 60 * 60 * 1000

/** The product put together; nothing runs before `start`. */
export interface Services {
  app: App
  /** For the operator's commands. */
  admin: AdminParts
  /** Begins to work on recordings. @param port where the server listens. */
  start(port: number): Promise<void>
  /** Ends the work in order; what was begun goes on at the next start. */
  stop(): Promise<void>
}

/** The composition root: the only place that picks drivers. @param models that are known; absent: those of the manifest. */
export async function createServices(config: Config, log: Logger, models?: readonly Model[]): Promise<Services> {
  const clock = systemClock
  const secretKey = await loadSecretKey(config.SECRET_KEY, config.DATA_DIR)
  const db = await openDatabase(config.DATABASE_URL ?? join(config.DATA_DIR, 'callfolio.db'))
  let port = config.PORT
  const publicUrl = () => config.PUBLIC_URL ?? `http://localhost:${port}`

  const bucketFolder = join(config.DATA_DIR, 'uservideos')
  const links = createLinkSigner({ secretKey, clock })
  const storage = createDiskStorage({ root: bucketFolder, links })

  const mailer = config.SMTP_URL
    ? createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM })
    : createOutboxMailer({ folder: join(config.DATA_DIR, 'outbox'), from: config.MAIL_FROM, clock, log })
  const limiter = createMemoryRateLimiter()
  const accounts = createAccounts({
    db,
    mailer,
    limiter,
    signup: config.SIGNUP,
    publicUrl,
    moreExtensionRedirects: config.EXTENSION_REDIRECTS,
    clock,
    log,
  })
  const authenticate = createAuthenticate(accounts)
  const timeZone = async (userId: string) => (await readAccount(accounts, userId)).timeZone
  const fullName = async (userId: string) => (await readAccount(accounts, userId)).fullName

  const subscriptions = createSubscriptionsRepo(db)
  const billing: PlanDeps = { subscriptions, defaultPlan: config.DEFAULT_PLAN, clock }
  const plan = (userId: string) => planInForce(billing, userId)
  const payments =
    config.STRIPE_SECRET_KEY === undefined
      ? null
      : await createStripePayments({
          secretKey: config.STRIPE_SECRET_KEY,
          webhookSecret: config.STRIPE_WEBHOOK_SECRET,
          apiBase: config.STRIPE_API_BASE,
        })
  if (checkoutLinks(config) && config.STRIPE_WEBHOOK_SECRET === undefined)
    log.warn('payment links are set, but STRIPE_WEBHOOK_SECRET is not: nobody gets what they pay for by themselves')
  const paid = { payments, repo: createPaymentsRepo(db), clock }
  const approve = (userId: string) => approveMicrosite({ plan, timeZone, clock }, userId)

  const microsites = createMicrositesRepo(db)
  const queue = createSqlQueue({ db, clock })
  const uploads = {
    uploads: createUploadsRepo(db),
    store: createDiskUploadStore({ bucketFolder, notesFolder: join(config.DATA_DIR, 'uploads') }),
    storage,
    clock,
  }
  const removeKey = (key: string) => removeUpload(uploads, key)

  const engines = await createEngines(config, log, models)
  const tempDir = join(config.DATA_DIR, 'work')
  const pipeline = createPipeline({ ...engines, storage, clock, log, tempDir })
  const leftovers = { tempDir, storage, queue, clock }
  const removeLeftovers = (folder: string, id: string | null = null) => removeLeftoversOf(leftovers, folder, id)
  const runners = [MICROSITE_JOB, RECAP_JOB].map((kind) => {
    const work = {
      microsites,
      storage,
      clock,
      plan,
      fullName,
      timeZone,
      removeUpload: removeKey,
      pipeline,
      afterwards: engines.afterwards,
    }
    const handler: JobHandler = {
      run: ({ id, signal }) => processMicrosite(work, id, signal, kind),
      onFailed: (id, message) => endInFailure({ microsites, clock }, id, message),
      onEnded: (id) => requeueAsked({ microsites, queue }, id),
    }
    return createRunner({ queue, log, concurrency: 1, handlers: { [kind]: handler } })
  })
  const housekeeping = repeat({
    everyMs: HOUSEKEEPING_MS,
    log,
    run: async () => {
      await removeExpired(accounts)
      await sweepLeftovers(leftovers)
      await requeueWorking(microsites, queue)
      await sweepUploads(uploads)
    },
  })

  const ending = new AbortController()
  const indexing = repeat({
    everyMs: HOUSEKEEPING_MS,
    log,
    run: () => indexSearch(createSearchRepo(db), ending.signal),
  })

  const origin = originOf(config.PUBLIC_URL)
  const client = { limiter, clientAddress: clientAddress(config.TRUST_PROXY) }
  const brandings = createBrandingsRepo(db)
  const sharing = {
    links: createLinksRepo(db),
    readOwned: (userId: string, id: string) => getOwned(microsites, userId, id),
    branding: (userId: string, start: string) => readBranding({ brandings }, userId, start),
    tickets: createPageTickets({ secretKey, clock }),
    views: createViewsRepo(db),
    passwords: accounts.passwords,
    storage,
    clock,
    origin,
    authenticate,
  }
  const app = createApp({
    log,
    https: config.PUBLIC_URL?.startsWith('https:') ?? false,
    checkReady: async () => void (await db.$count(db.schema.signingKeys)),
    routers: [
      extensionRoutes({ accounts, authenticate, clientAddress: client.clientAddress }),
      micrositeRoutes({
        microsites,
        storage,
        queue,
        plan,
        timeZone,
        clock,
        authenticate,
        origin,
        removeUpload: removeKey,
        removeLeftovers,
      }),
      tagRoutes({ tags: createTagsRepo(db), plan, clock, authenticate }),
      billingRoutes({ ...billing, ...paid, portalUrl: config.STRIPE_PORTAL_URL, origin, authenticate }),
      webhookRoutes({ ...paid, prices: pricesOfPlans(config), userExists: (id) => userExists(accounts, id) }),
      processingRoutes({
        microsites,
        storage,
        queue,
        approve,
        clock,
        limiter,
        canTranscribe: engines.canTranscribe,
        canAnalyse: engines.canAnalyse,
        authenticate,
        origin,
        completeUpload: (upload) => completeUpload(uploads, upload),
      }),
      shareFunctionRoutes({ ...sharing, ...client }),
      linkRoutes(sharing),
      previewRoutes(sharing),
      pageViewRoutes({ ...sharing, ...client }),
      pageCardRoutes({
        ...sharing,
        ...client,
        drawCard: rememberCards(createCanvasLinkCard()),
        logo: (userId) => readLogoOf({ brandings, storage }, userId),
      }),
      pageMediaRoutes({ ...sharing, ...client }),
      pageRoutes({ ...sharing, ...client, build: createPageBuild({ renderer: PAGE_RENDERER, web: WEB_BUILD }) }),
      brandingRoutes({ brandings, storage, clock, origin, authenticate }),
      contactRoutes({ mailer, recipient: config.CONTACT_EMAIL ?? null, ...client }),
      capabilitiesRoutes(async () => ({
        ...(await engines.statuses()),
        sends_mail: mailer.sends,
        sample_call: hasSampleCall(),
        contact: config.CONTACT_EMAIL !== undefined,
        operator: config.OPERATOR_NAME ?? null,
        answer_time: config.CONTACT_ANSWER_TIME,
        max_upload_bytes: MAX_UPLOAD_BYTES,
        checkout: checkoutLinks(config),
        portal: payments !== null || config.STRIPE_PORTAL_URL !== undefined,
      })),
      uploadRoutes({ ...uploads, authenticate, assertRoom: (userId) => assertRoom({ microsites, approve }, userId) }),
      storageRoutes({ storage, links }),
    ],
    mounts: [
      ['/auth/v1', authRoutes({ accounts, authenticate, clientAddress: client.clientAddress })],
      ['/', extensionPackages(EXTENSION_BUILD)],
      ['/', staticWeb(WEB_BUILD)],
    ],
  })

  const admin: AdminParts = {
    listUsers: () => accounts.users.list(),
    findUser: (email) => accounts.users.byEmail(email),
    subscription: (userId) => findSubscription(billing, userId),
    plan,
    usage: (userId) => monthlyUsage({ microsites, plan, timeZone, clock }, userId),
    grant: (userId, grant) => subscriptions.grant(userId, grant, clock()),
    deleteUser: (userId) =>
      deleteUser(
        {
          storage,
          endSessions: (id) => accounts.sessions.closeAll(id),
          endSubscriptions: (id) => endSubscriptions(paid, id),
          listMicrosites: (id) => microsites.listIds(id),
          deleteMicrosite: async (owner, id) =>
            deleteMicrosite(
              { microsites, storage, queue, removeUpload: removeKey, removeLeftovers },
              await getOwned(microsites, owner, id),
            ),
          listUploads: (id) => uploads.uploads.listOf(id),
          removeUpload: removeKey,
          removeLeftovers,
          removeAccount: (id) => accounts.users.remove(id),
        },
        userId,
      ),
  }

  return {
    app,
    admin,
    async start(listening) {
      port = listening
      // One process works on this database: what it had under way when it ended is nobody else's.
      if (config.DATABASE_URL === undefined) await queue.takeOver()
      // Before a job begins: what lies there now is nobody's.
      await sweepLeftovers(leftovers)
      for (const runner of runners) runner.start()
      housekeeping.start()
      indexing.start()
    },
    async stop() {
      ending.abort()
      await Promise.all([
        ...runners.map((runner) => runner.stop()),
        housekeeping.stop(),
        indexing.stop(),
        accounts.background.settled(),
      ])
      await db.close()
    },
  }
}
