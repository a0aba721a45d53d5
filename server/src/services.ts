import { fileURLToPath } from 'node:url'
import { createAccountsArea } from './accounts/area.ts'
import { createBillingArea } from './billing/area.ts'
import { createBrandingArea } from './branding/area.ts'
import { pricesOfPlans, type Config } from './config/config.ts'
import { contactRoutes } from './contact/routes.ts'
import { getCapabilities, dataFlowsWith, openDrivers, type Drivers } from './drivers.ts'
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
import { deleteDueUsers } from './lifecycle/delete-user.ts'
import { createEraser } from './lifecycle/erase-deleted.ts'
import { createHousekeeping } from './lifecycle/housekeeping.ts'
import { removeLeftoversFor, sweepLeftovers, sweepUnfinished } from './lifecycle/sweep-leftovers.ts'
import { createMicrositesArea } from './microsites/area.ts'
import { DAMAGE_JOB, RECAP_JOB } from './microsites/work/job-kinds.ts'
import { createReadings } from './metrics/readings.ts'
import { createAdmin } from './operator/create-admin.ts'
import { createEngineSetup } from './operator/engine-setup.ts'
import { enginesRoutes } from './operator/engines-routes.ts'
import { createFailedJobs } from './operator/failed-jobs.ts'
import { captionsRoutes } from './operator/captions-routes.ts'
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

/** The areas, from the lowest up. @param publicUrl the base URL of links in emails. */
function createAreas(config: Config, drivers: Drivers, publicUrl: () => string) {
  const { db, queue, limiter, modelFetch } = drivers
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
  const removeLeftovers = (folder: string, id: string | null = null) => removeLeftoversFor(drivers, folder, id)
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
  const readableMedia = async (session: string, key: string) => {
    const userId = await accounts.userOfSession(session)
    return userId === null ? null : microsites.findMedia(userId, key)
  }
  const failedJobs = createFailedJobs({ queue, microsites })
  const trials = createTrialsArea({
    ...parts,
    isOperator: accounts.isOperator,
    parts: drivers.trialParts,
    kindsOfCalls: microsites.kinds,
  })
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
  return {
    accounts,
    billing,
    branding,
    uploads,
    microsites,
    tags,
    ownData,
    retention,
    sharing,
    addresses,
    http,
    visitors,
    eraser,
    disk,
    parts,
    failedJobs,
    trials,
    events,
    processes,
    readableMedia,
  }
}

/** What takes jobs: one runner for each kind that waits for no other. */
function createRunners(
  log: Logger,
  drivers: Drivers,
  { disk, processes, events, trials, ...areas }: ReturnType<typeof createAreas>,
) {
  const { billing, microsites, uploads } = areas
  const { queue } = drivers
  const { [RECAP_JOB]: recap, [DAMAGE_JOB]: damage, ...work } = microsites.handlers
  const early = uploads.handlers({ ...drivers, ...drivers.engines, ...billing, ...microsites })
  const left = () => drivers.sharedWorkers?.left() ?? []
  const trialRunner = () =>
    createRunner({ queue, log, disk, left, processes, concurrency: 1, handlers: trials.handlers })
  return {
    trialRunner,
    runners: [
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
    ],
  }
}

/**
 * The composition root: connects the areas to the drivers. @param models the known models; default: the manifest's.
 */
export async function createServices(config: Config, log: Logger, models?: readonly Model[]): Promise<Services> {
  const { ROLE: role } = config
  let port = config.PORT
  const publicUrl = () => config.PUBLIC_URL ?? `http://localhost:${port}`
  const drivers = await openDrivers(config, log, models)
  const { db, queue, mailer, metrics, modelFetch } = drivers
  const areas = createAreas(config, drivers, publicUrl)
  const { accounts, billing, branding, uploads, microsites, tags, ownData, retention, sharing } = areas
  const { addresses, http, visitors, eraser, disk, parts, failedJobs, trials, events } = areas
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
      ...uploads.routers({ ...http, assertMonthlyLimit: microsites.assertMonthlyLimit }),
      contactRoutes({ mailer, recipient: config.CONTACT_EMAIL ?? null, ...visitors }),
      capabilitiesRoutes(() => getCapabilities(config, drivers, microsites.getSpeed)),
      dataFlowRoutes(() => dataFlowsWith(config, drivers)),
      storageRoutes({ ...drivers, ...http, readableMedia: areas.readableMedia }),
      ...trials.routers,
      failedJobsRoutes({ ...http, isOperator: accounts.isOperator, failedJobs }),
      captionsRoutes({ ...drivers, ...http, isOperator: accounts.isOperator }),
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
      ['/', extensionPackages(built('extension/dist'), publicUrl)],
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
  const { runners, trialRunner } = createRunners(log, drivers, areas)
  const stopRunners = (finishMs: number) => Promise.all(runners.map((runner) => runner.stop(finishMs)))
  const housekeeping = createHousekeeping({
    ...drivers,
    log,
    isSingleProcess: config.DATABASE_URL === undefined,
    eraser,
    microsites,
    tidyAreas: [
      accounts.tidy,
      finishDeletions,
      async () => void (await sweepUnfinished(drivers)),
      retention.apply,
      microsites.tidy,
      uploads.tidy,
      events.tidy,
    ],
    tryNewModel: trials.tryNewModel,
  })

  return {
    app,
    metricsApp,
    admin,
    tryModel: (options) => runTrial(trials, trialRunner(), options),
    tidy: housekeeping.run,
    async start(listening) {
      port = listening
      await accounts.prepareKeys()
      // Single-process mode: jobs still marked running are left over from the last run; reclaim them.
      if (config.DATABASE_URL === undefined) await queue.takeOver()
      // Runs before any job starts: files in the working folder are leftovers.
      await sweepLeftovers(drivers)
      housekeeping.startEverywhere()
      if (role === 'web') return
      await finishDeletions()
      // Runs first, so that jobs waiting for a model being downloaded aren't failed as hopeless.
      await modelFetch.start()
      // Runs before the first job is taken, so that better-suited workers are known.
      await drivers.sharedWorkers?.start()
      for (const runner of runners) runner.start()
      housekeeping.startInWorkers()
    },
    async finish(ms) {
      sharing.endStreams()
      await stopRunners(ms)
    },
    async stop() {
      const working = Promise.all([stopRunners(0), housekeeping.stop()])
      await modelFetch.stop()
      await Promise.all([working, accounts.settled()])
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
