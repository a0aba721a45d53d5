import { fileURLToPath } from 'node:url'
import { createAccountsArea } from './accounts/area.ts'
import { createBillingArea } from './billing/area.ts'
import { createBrandingArea } from './branding/area.ts'
import { pricesOfPlans, type Config } from './config/config.ts'
import { contactRoutes } from './contact/routes.ts'
import { runOncePerCluster } from './db/processes/run-once-per-cluster.ts'
import { oneByOne } from './db/processes/locks.ts'
import { capabilitiesOf, dataFlowsWith, openDrivers } from './drivers.ts'
import { createEventsArea } from './events/area.ts'
import { capabilitiesRoutes, dataFlowRoutes } from './http/capabilities-routes.ts'
import { clientAddress } from './http/client-address.ts'
import { createApp } from './http/create-app.ts'
import { createMetricsApp } from './http/metrics-app.ts'
import { createAddresses } from './http/origin.ts'
import { extensionPackages, staticWeb } from './http/static-web.ts'
import { LANES } from './jobs/lanes.ts'
import { createRunner } from './jobs/runner.ts'
import { createDiskWatch } from './kernel/disk-watch.ts'
import type { Logger } from './kernel/logger.ts'
import { repeat } from './kernel/repeat.ts'
import { deleteDueUsers } from './lifecycle/delete-user.ts'
import { createEraser } from './lifecycle/erase-deleted.ts'
import { removeLeftoversOf, sweepLeftovers, sweepUnfinished, sweepWorkFolders } from './lifecycle/sweep-leftovers.ts'
import { createMicrositesArea } from './microsites/area.ts'
import { DAMAGE_JOB, RECAP_JOB } from './microsites/work/job-kinds.ts'
import { createReadings } from './metrics/readings.ts'
import { createAdmin } from './operator/create-admin.ts'
import { createEngineSetup } from './operator/engine-setup.ts'
import { enginesRoutes } from './operator/engines-routes.ts'
import { createFailedJobs } from './operator/failed-jobs.ts'
import { failedJobsRoutes } from './operator/failed-jobs-routes.ts'
import { createOwnDataArea } from './own-data/area.ts'
import { createRetentionArea } from './retention/area.ts'
import { createSharingArea } from './sharing/area.ts'
import type { Model } from './speech-models/manifest.ts'
import { storageRoutes } from './storage/routes.ts'
import { createTagsArea } from './tags/area.ts'
import { createTrialsArea } from './trials/area.ts'
import { runTrial, type RunTrialOptions } from './trials/run-trial.ts'
import { createUploadsArea } from './uploads/area.ts'

/** Folder of the product's build. */
const built = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const MINUTE_MS = 60 * 1000
const HOUSEKEEPING_MS = 60 * MINUTE_MS
const HOUSEKEEPING = 'housekeeping'
const DAY_MS = 24 * HOUSEKEEPING_MS

/** The assembled product; nothing runs before `start`. */
export interface Services {
  app: ReturnType<typeof createApp>
  /** Prometheus metrics, on their own port. */
  metricsApp: ReturnType<typeof createMetricsApp>
  /** For the operator's commands. */
  admin: ReturnType<typeof createAdmin>
  /** Tests the model that writes recaps. @returns the result, in lines. */
  tryModel(options: RunTrialOptions): Promise<string[]>
  /** The hourly housekeeping. */
  tidy(): Promise<void>
  /** Starts processing recordings. @param port where the server listens. */
  start(port: number): Promise<void>
  /** Takes no new work; running work finishes, or is requeued after a time limit. */
  finish(ms: number): Promise<void>
  /** Stops in order; the next start resumes unfinished work. */
  stop(): Promise<void>
}

/**
 * The composition root: connects the areas to the drivers. @param models the known models; default: the manifest's.
 */
export async function createServices(config: Config, log: Logger, models?: readonly Model[]): Promise<Services> {
  const { ROLE: role } = config
  let port = config.PORT
  const publicUrl = () => config.PUBLIC_URL ?? `http://localhost:${port}`
  const drivers = await openDrivers(config, log, models)
  const { db, queue, mailer, limiter, metrics, modelFetch } = drivers
  const visitors = { limiter, clientAddress: clientAddress(config.TRUST_PROXY) }

  const accounts = createAccountsArea({
    ...drivers,
    ...visitors,
    publicUrl,
    signup: config.SIGNUP,
    guests: config.AUTH_GUESTS,
    wallets: config.AUTH_WALLETS,
    sessionDays: config.SESSION_DAYS,
    moreExtensionRedirects: config.EXTENSION_REDIRECTS,
  })
  const addresses = createAddresses({
    publicUrl: config.PUBLIC_URL,
    hosts: [...config.ALLOWED_HOSTS, config.HOST],
    origins: [...config.ALLOWED_ORIGINS, ...accounts.extensionOrigins],
    trustProxy: config.TRUST_PROXY,
  })
  const http = {
    ...visitors,
    authenticate: accounts.authenticate,
    origin: addresses.origin,
  }
  const removeLeftovers = (folder: string, id: string | null = null) => removeLeftoversOf(drivers, folder, id)
  const eraser = createEraser(drivers)
  const parts = { ...drivers, http, accounts, removeLeftovers, eraseSoon: eraser.soon }
  const billing = createBillingArea({
    ...parts,
    defaultPlan: config.DEFAULT_PLAN,
    prices: pricesOfPlans(config),
    portalUrl: config.STRIPE_PORTAL_URL,
  })
  const branding = createBrandingArea(parts)
  const disk = createDiskWatch({ ...drivers, folder: config.DATA_DIR, tryDatabase: () => db.tryToWrite() })
  const uploads = createUploadsArea({ ...parts, disk, billing })
  const microsites = createMicrositesArea({ ...parts, publicUrl, billing, uploads })
  modelFetch.onEnd(microsites.settleModelWaits)
  const tags = createTagsArea({ ...parts, billing })
  const ownData = createOwnDataArea({ ...parts, microsites, uploads, tags })
  const retention = createRetentionArea({ ...parts, publicUrl, microsites })
  const build = { web: built('web/dist'), renderer: built('web/shared-page/dist/render.js') }
  const sharing = createSharingArea({ ...parts, publicUrl, microsites, branding, build, pageEnd: retention.pageEnd })

  const failedJobs = createFailedJobs({ queue, microsites })
  const trials = createTrialsArea({
    ...parts,
    isOperator: accounts.isOperator,
    parts: drivers.trialParts,
    kindsOfCalls: microsites.kinds,
  })

  const app = createApp({
    log,
    https: config.PUBLIC_URL?.startsWith('https:') ?? false,
    captcha: drivers.captcha?.provider ?? null,
    addresses,
    disk,
    healthOnly: role === 'worker',
    onRequest: metrics.request,
    routers: [
      ...[accounts, microsites, tags, billing, sharing, branding, ownData, retention].flatMap(({ routers }) => routers),
      ...uploads.routers({ ...http, assertRoom: microsites.assertRoom }),
      contactRoutes({ mailer, recipient: config.CONTACT_EMAIL ?? null, ...visitors }),
      capabilitiesRoutes(() => capabilitiesOf(config, drivers, microsites.speedOf)),
      dataFlowRoutes(() => dataFlowsWith(config, drivers)),
      storageRoutes({
        ...drivers,
        ...http,
        readableMedia: async (session, key) => {
          const userId = await accounts.userOfSession(session)
          return userId === null ? null : microsites.findMedia(userId, key)
        },
      }),
      ...trials.routers,
      failedJobsRoutes({ ...http, isOperator: accounts.isOperator, failedJobs }),
      enginesRoutes({
        ...http,
        isOperator: accounts.isOperator,
        ...createEngineSetup({
          ...drivers,
          settings: config,
          microsites,
          ownPort: () => port,
          offers: config.MODELS !== 'manual',
        }),
      }),
    ],
    mounts: [
      ['/auth/v1', accounts.authRouter],
      ['/', extensionPackages(built('extension/dist'))],
      ['/', staticWeb(built('web/dist'))],
    ],
  })
  const readings = createReadings({ ...drivers, ...microsites, dataDir: config.DATA_DIR })
  const metricsApp = createMetricsApp({
    log,
    addresses: createAddresses({ hosts: [...config.ALLOWED_HOSTS, config.METRICS_HOST] }),
    read: () => metrics.text(readings.read),
  })
  const admin = createAdmin({ ...parts, billing, microsites, uploads, failedJobs })
  const finishDeletions = async () => {
    await deleteDueUsers({ ...admin, listDueForDeletion: accounts.listDueForDeletion, log })
    await microsites.finishDeletions()
  }
  const processes = () => drivers.sharedWorkers?.workers() ?? 1
  const events = createEventsArea({
    ...drivers,
    disk,
    processes,
    keep: accounts.keepEvent,
    handlers: {
      mail: accounts.mailEvent,
      failure_mail: sharing.failureMail,
      better_mail: microsites.betterMail,
      retention_mail: retention.warningMail,
    },
  })
  const { [RECAP_JOB]: recap, [DAMAGE_JOB]: damage, ...work } = microsites.handlers
  const early = uploads.handlers({ ...drivers, ...drivers.engines, ...billing, ...microsites })
  const left = () => drivers.sharedWorkers?.left() ?? []
  const trialRunner = () =>
    createRunner({ queue, log, disk, left, processes, concurrency: 1, handlers: trials.handlers })
  const runners = [
    ...LANES.map((lane) =>
      createRunner({
        queue,
        log,
        disk,
        lane,
        left,
        processes,
        concurrency: drivers.slots[lane],
        handlers: { ...work, ...early },
      }),
    ),
    ...[{ [RECAP_JOB]: recap }, { [DAMAGE_JOB]: damage }].map((handlers) =>
      createRunner({ queue, log, disk, left, processes, concurrency: 1, handlers }),
    ),
    ...events.runners,
    trialRunner(),
  ]
  const stopRunners = (finishMs: number) => Promise.all(runners.map((runner) => runner.stop(finishMs)))
  /** Housekeeping of data that all processes share; for a bucket, it lists the objects. */
  const tidyShared = async () => {
    await accounts.tidy()
    await finishDeletions()
    await sweepUnfinished(drivers)
    await retention.apply()
    await microsites.tidy()
    await uploads.tidy()
    await events.tidy()
    await eraser.all()
  }
  const among = { ...drivers, now: () => performance.now() }
  const tidyForAll = runOncePerCluster(among, { name: HOUSEKEEPING, everyMs: HOUSEKEEPING_MS }, tidyShared)
  const housekeeping = repeat({
    everyMs: HOUSEKEEPING_MS,
    log,
    async run() {
      await sweepWorkFolders(drivers)
      await tidyForAll()
    },
  })
  /** Replaced labels, tags and names stay in the write-ahead log no longer than this interval. */
  const clearingLog = repeat({ everyMs: MINUTE_MS / 2, log, run: eraser.clearLog })
  /** Runs often because a user is waiting for the page. */
  const requeueing = repeat({ everyMs: MINUTE_MS, log, run: microsites.requeue })
  /** A command may install a model while the server runs. */
  const modelTesting = repeat({ everyMs: MINUTE_MS, log, run: trials.tryNewModel })
  /** Each process has its own outbox, including those that only serve requests. */
  const outboxKeeping = repeat({ everyMs: HOUSEKEEPING_MS, log, run: drivers.removeOldMessages })
  const ending = new AbortController()
  const startedAt = drivers.clock().getTime()
  /**
   * Runs rarely, because it lists every stored object. In single-process mode, anything older than the process
   * belongs to no request.
   */
  const sweeping = repeat({
    everyMs: DAY_MS,
    log,
    run: runOncePerCluster(among, { name: 'derived files', everyMs: DAY_MS }, async () => {
      const dayAgo = drivers.clock().getTime() - DAY_MS
      const before = new Date(config.DATABASE_URL === undefined ? Math.max(startedAt, dayAgo) : dayAgo)
      const removed = await microsites.sweepDerived(before, ending.signal)
      if (removed > 0) log.info({ removed }, 'files without a microsite were removed')
    }),
  })
  const indexing = repeat({ everyMs: HOUSEKEEPING_MS, log, run: () => microsites.indexSearch(ending.signal) })

  return {
    app,
    metricsApp,
    admin,
    tryModel: (options) => runTrial(trials, trialRunner(), options),
    async tidy() {
      await sweepWorkFolders(drivers)
      await oneByOne(drivers.locks, HOUSEKEEPING, tidyShared)
    },
    async start(listening) {
      port = listening
      await accounts.prepareKeys()
      // Single-process mode: jobs still marked running are left over from the last run; reclaim them.
      if (config.DATABASE_URL === undefined) await queue.takeOver()
      // Runs before any job starts: files in the working folder are leftovers.
      await sweepLeftovers(drivers)
      outboxKeeping.start()
      if (role === 'web') return
      await finishDeletions()
      // Runs first, so that jobs waiting for a model being downloaded aren't failed as hopeless.
      await modelFetch.start()
      // Runs before the first job is taken, so that better-suited workers are known.
      await drivers.sharedWorkers?.start()
      for (const runner of runners) runner.start()
      requeueing.start()
      clearingLog.start()
      housekeeping.start()
      indexing.start()
      sweeping.start()
      modelTesting.start()
    },
    async finish(ms) {
      sharing.endStreams()
      await stopRunners(ms)
    },
    async stop() {
      const working = stopRunners(0)
      ending.abort()
      await modelFetch.stop()
      await Promise.all([
        working,
        outboxKeeping.stop(),
        requeueing.stop(),
        clearingLog.stop(),
        housekeeping.stop(),
        indexing.stop(),
        sweeping.stop(),
        modelTesting.stop(),
        accounts.settled(),
      ])
      await Promise.all([eraser.finish(), readings.settled()])
      disk.stop()
      await drivers.tasks.close()
      await sharing.close()
      await drivers.sharedWorkers?.stop()
      await drivers.closeProcesses()
      await db.close()
    },
  }
}
