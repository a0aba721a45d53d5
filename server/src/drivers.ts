import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import type { Capabilities, EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { CONTACT_KEPT_DAYS } from '@callfolio/shared/contract/contact.ts'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import type { DataFlows } from '@callfolio/shared/contract/data-flow.ts'
import { createStoredAnalyst } from './analysis/models/stored-answer.ts'
import { createCaptcha, type Captcha } from './accounts/captcha/captcha.ts'
import { createProviders } from './accounts/providers/create-providers.ts'
import { getBucket, checkoutLinks, loadSecretKey, getTransferFolder, type Config } from './config/config.ts'
import { CAPTCHA_URLS, getEgress } from './config/destinations.ts'
import { getDataFlows } from './config/data-flow.ts'
import { openDatabase } from './db/database.ts'
import { openProcesses } from './db/processes/open-processes.ts'
import { refuseUnfinishedRestoreInto } from './db/unfinished-restores.ts'
import { createAiServerStore } from './engines/ai-server.ts'
import { createEngines } from './engines/create-engines.ts'
import { createSharedWorkers } from './engines/shared-workers.ts'
import { getSlots } from './jobs/lanes.ts'
import { createSqlQueue } from './jobs/sql-queue.ts'
import { systemClock as clock } from './kernel/clock.ts'
import { allowsEgress } from './kernel/egress.ts'
import { ConfigError } from './kernel/errors.ts'
import type { Logger } from './kernel/logger.ts'
import { createMemoryRateLimiter } from './limits/rate-limiter-memory.ts'
import { createPostgresRateLimiter } from './limits/rate-limiter-postgres.ts'
import { createOutboxMailer, removeMailsFor, removeMailsWith, removeMessagesBefore } from './mail/outbox.ts'
import { createSmtpMailer } from './mail/smtp.ts'
import { hasSampleCall, SAMPLE_RECAP } from './microsites/making/sample-call.ts'
import type { Payments } from './payments/payments.ts'
import { createStripePayments } from './payments/stripe.ts'
import { createMetrics } from './metrics/metrics.ts'
import { watchQueue } from './metrics/watch-queue.ts'
import type { DrawLinkCard } from './pictures/link-card.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { createOutboxSms } from './sms/outbox-sms.ts'
import type { SmsSender } from './sms/sms.ts'
import { createTwilioSms } from './sms/twilio.ts'
import { preferredFirst } from './speech-models/choose-model.ts'
import { loadModels, type Model } from './speech-models/manifest.ts'
import { createModelFetch } from './speech-models/model-fetch.ts'
import { createDiskStorage } from './storage/disk.ts'
import { openStorage } from './storage/open-storage.ts'
import { createLinkSigner, type LinkSigner } from './storage/signed-links.ts'
import type { Storage } from './storage/storage.ts'
import { createTaskRunner } from './tasks/task-runner.ts'
import { createModelLookup } from './trials/area.ts'
import { createDiskUploadStore } from './uploads/disk-upload-store.ts'
import type { UploadStore } from './uploads/upload-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Picks the drivers for the settings; nothing else does. @param models the known models; default: the manifest's. */
export async function openDrivers(config: Config, log: Logger, models?: readonly Model[]) {
  // Runs before any connection is opened.
  const egress = getEgress(config)
  const getFolder = (name: string) => join(config.DATA_DIR, name)
  const tempDir = getFolder('work')
  const secretKey = await loadSecretKey(config.SECRET_KEY, config.DATA_DIR)
  const databaseUrl = config.DATABASE_URL ?? resolve(getFolder('callfolio.db'))
  const db = await openDatabase(databaseUrl)
  // Runs once the tables exist.
  const processes = await openProcesses(config.DATABASE_URL ?? null)
  const links = createLinkSigner({ secretKey, clock })
  await refuseUnfinishedRestoreInto(db)
  const { storage, uploadStore } = await openStores(config, links, getFolder)
  const outbox = createOutboxMailer({ folder: getFolder('outbox'), from: config.MAIL_FROM, clock, log })
  const metrics = createMetrics()
  const slots = getSlots({ short: config.SHORT_JOBS, long: config.LONG_JOBS })
  // A job runs one task at a time; the extra slots are for requests that read a transcript, long pages, the recap
  // that follows, and model tests.
  const tasks = createTaskRunner({ maxWorkers: slots.short + slots.long + 4 })
  const known = preferredFirst(models ?? (await loadModels(config.MODELS_LIST)), config.SPEECH_MODEL)
  const isSingleProcess = config.DATABASE_URL === undefined
  const aiServers = createAiServerStore({ db, notices: processes.notices, secretKey, egress, log })
  const ownEngines = await createEngines(config, log, { models: known, tasks, aiServer: await aiServers.load() })
  processes.notices.on('setting.changed', () => {
    aiServers
      .load()
      .then((server) => ownEngines.useAiServer(server))
      .then(() => shared?.refresh())
      .catch((error: unknown) => log.error({ err: error }, 'stored settings could not be decrypted'))
  })
  const works = config.ROLE !== 'web'
  const usesModel = ownEngines.transcribers.some(({ name }) => name === 'sherpa')
  const modelFetch = createModelFetch({
    folder: config.MODELS_DIR,
    from: config.MODELS_FROM ?? null,
    egress,
    mode: config.MODELS,
    here: works,
    used: usesModel,
    models: known,
    preferred: config.SPEECH_MODEL,
    stateFile: getFolder('model-fetch.json'),
    clock,
    log,
  })
  const own = { engines: ownEngines, modelFetch, usesModel }
  const shared = isSingleProcess
    ? null
    : createSharedWorkers({ ...own, id: randomUUID(), notices: processes.notices, db, works, clock, log })
  const engines = shared?.engines ?? ownEngines
  return {
    clock,
    log,
    secretKey,
    db,
    databaseUrl,
    queue: watchQueue(createSqlQueue({ db, clock, notices: processes.notices }), metrics, () => performance.now()),
    metrics,
    locks: processes.locks,
    notices: processes.notices,
    closeProcesses: () => processes.close(),
    storage,
    links,
    uploadStore,
    /** Working folder for recordings. */
    tempDir,
    mailer: config.SMTP_URL ? createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM }) : outbox,
    providers: createProviders(config, clock),
    captcha: openCaptcha(config),
    sms: openSms(config) ?? createOutboxSms(outbox),
    /** Email outbox; it may still hold emails from before SMTP was set up. */
    removeMailsFor: (userId: string, addresses: readonly string[]) =>
      removeMailsFor(getFolder('outbox'), userId, addresses),
    /** Removes old messages from visitors. */
    removeOldMessages: async () => {
      await removeMessagesBefore(getFolder('outbox'), new Date(clock().getTime() - CONTACT_KEPT_DAYS * DAY_MS))
    },
    removeMailsAbout: (micrositeId: string) => removeMailsWith(getFolder('outbox'), micrositeId),
    limiter:
      processes.counts === null
        ? createMemoryRateLimiter()
        : await createPostgresRateLimiter(processes.counts, secretKey),
    payments: await openPayments(config, log),
    drawCard: openLinkCards(),
    engines,
    /** Registered workers of all processes; null: this is the only process. */
    sharedWorkers: shared,
    aiServers,
    egress,
    knownModels: known,
    /** The model fetches of all workers. */
    modelFetch: shared?.modelFetch ?? modelFetch,
    tasks,
    slots,
    pipeline: createPipeline({
      ...ownEngines,
      modelBehind: createModelLookup(db),
      sampleAnalyst: createStoredAnalyst(SAMPLE_RECAP),
      storage,
      clock,
      log,
      tempDir,
      onStageRun: metrics.stage,
    }),
    /** The pipeline parts that a model trial uses, in its own folder. */
    trialParts: {
      ...ownEngines,
      openStorage: (root: string) => createDiskStorage({ root, links }),
      clock,
      log,
      tempDir,
    },
  }
}
export type Drivers = Awaited<ReturnType<typeof openDrivers>>

/** What this server supports with its drivers and settings, for the UI. */
export async function getCapabilities(
  config: Config,
  { engines, mailer, payments }: Drivers,
  getSpeed: (engine: string) => Promise<number | null>,
): Promise<Capabilities> {
  const { transcribers, analysts } = await engines.statuses()
  const measured = async (status: EngineStatus) => ({
    ...status,
    cost_ratio: (await getSpeed(status.name)) ?? status.cost_ratio,
  })
  return {
    transcribers: await Promise.all(transcribers.map(measured)),
    analysts,
    sends_mail: mailer.sends,
    sample_call: hasSampleCall(),
    contact: config.CONTACT_EMAIL !== undefined,
    operator: config.OPERATOR_NAME ?? null,
    answer_time: config.CONTACT_ANSWER_TIME,
    max_upload_bytes: MAX_UPLOAD_BYTES,
    checkout: checkoutLinks(config),
    portal: payments !== null || config.STRIPE_PORTAL_URL !== undefined,
  }
}

/** Where each step sends data with these drivers; public. */
export async function dataFlowsWith(config: Config, { engines, knownModels }: Drivers): Promise<DataFlows> {
  const [statuses, diarisers] = await Promise.all([engines.statuses(), engines.diariserStatuses()])
  const fetches = config.MODELS !== 'manual' && engines.transcribers.some(({ name }) => name === 'sherpa')
  const hosts = knownModels
    .map(({ home }) => new URL(home).hostname)
    .filter((host) => allowsEgress(config.EGRESS, host))
  return getDataFlows(config, { ...statuses, diarisers }, fetches ? [...new Set(hosts)] : [])
}

/** Skia and its fonts are loaded for the first card. */
function openLinkCards(): DrawLinkCard {
  let opening: Promise<DrawLinkCard> | null = null
  return async (card) => {
    opening ??= import('./pictures/canvas-link-card.ts').then(({ createCanvasLinkCard }) => createCanvasLinkCard())
    return (await opening)(card)
  }
}

/** Where recordings are uploaded and stored: a folder or a bucket. The S3 library is loaded only when used. */
async function openStores(
  config: Config,
  links: LinkSigner,
  getFolder: (name: string) => string,
): Promise<{ storage: Storage; uploadStore: UploadStore }> {
  const bucket = getBucket(config)
  const folder = getFolder('uservideos')
  const storage = await openStorage({ bucket, folder, transferFolder: getTransferFolder(config), links })
  if (bucket === null)
    return { storage, uploadStore: createDiskUploadStore({ bucketFolder: folder, notesFolder: getFolder('uploads') }) }
  const { createS3UploadStore } = await import('./uploads/s3-upload-store.ts')
  return { storage, uploadStore: createS3UploadStore(bucket) }
}

/** @returns null when text messages are off. */
function openSms({
  TWILIO_ACCOUNT_SID: accountSid,
  TWILIO_AUTH_TOKEN: authToken,
  TWILIO_FROM: from,
  TWILIO_API_BASE: apiBase,
}: Config): SmsSender | null {
  if (accountSid === undefined && authToken === undefined && from === undefined) return null
  if (accountSid === undefined || authToken === undefined || from === undefined)
    throw new ConfigError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set together.')
  return createTwilioSms({ accountSid, authToken, from, ...(apiBase !== undefined && { apiBase }) })
}

/** @returns null when no captcha is configured. */
function openCaptcha({
  AUTH_CAPTCHA_PROVIDER: provider,
  AUTH_CAPTCHA_SITE_KEY: siteKey,
  AUTH_CAPTCHA_SECRET: secret,
  AUTH_CAPTCHA_URL: url,
}: Config): Captcha | null {
  if (provider === undefined && siteKey === undefined && secret === undefined) return null
  if (provider === undefined || siteKey === undefined || secret === undefined)
    throw new ConfigError('AUTH_CAPTCHA_PROVIDER, AUTH_CAPTCHA_SITE_KEY and AUTH_CAPTCHA_SECRET must be set together.')
  return createCaptcha({ provider, siteKey, secret, url: url ?? CAPTCHA_URLS[provider] })
}

/** @returns null when no payment provider is configured. */
async function openPayments(config: Config, log: Logger): Promise<Payments | null> {
  if (checkoutLinks(config) && config.STRIPE_WEBHOOK_SECRET === undefined)
    log.warn('payment links are set, but STRIPE_WEBHOOK_SECRET is not: paid plans won’t activate automatically')
  if (config.STRIPE_SECRET_KEY === undefined) return null
  return createStripePayments({
    secretKey: config.STRIPE_SECRET_KEY,
    webhookSecret: config.STRIPE_WEBHOOK_SECRET,
    apiBase: config.STRIPE_API_BASE,
    clock,
  })
}
