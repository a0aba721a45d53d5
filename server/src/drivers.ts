import { join } from 'node:path'
import type { Capabilities, EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { MAX_UPLOAD_BYTES } from '@callfolio/shared/recording-limits.ts'
import { checkoutLinks, loadSecretKey, type Config } from './config/config.ts'
import { openDatabase } from './db/database.ts'
import { createEngines } from './engines/create-engines.ts'
import { slotsOf } from './jobs/lanes.ts'
import { createSqlQueue } from './jobs/sql-queue.ts'
import { systemClock as clock } from './kernel/clock.ts'
import type { Logger } from './kernel/logger.ts'
import { createMemoryRateLimiter } from './limits/rate-limiter-memory.ts'
import { createOutboxMailer, removeMailsTo } from './mail/outbox.ts'
import { createSmtpMailer } from './mail/smtp.ts'
import { hasSampleCall } from './microsites/sample-call.ts'
import type { Payments } from './payments/payments.ts'
import { createStripePayments } from './payments/stripe.ts'
import { createCanvasLinkCard } from './pictures/canvas-link-card.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import type { Model } from './speech-models/manifest.ts'
import { createDiskStorage } from './storage/disk.ts'
import { createLinkSigner } from './storage/signed-links.ts'
import { createTaskRunner } from './tasks/task-runner.ts'

/** Picks the drivers by the settings: the only place that does. @param models that are known; absent: those of the manifest. */
export async function openDrivers(config: Config, log: Logger, models?: readonly Model[]) {
  const folderOf = (name: string) => join(config.DATA_DIR, name)
  const [bucketFolder, tempDir] = [folderOf('uservideos'), folderOf('work')]
  const secretKey = await loadSecretKey(config.SECRET_KEY, config.DATA_DIR)
  const db = await openDatabase(config.DATABASE_URL ?? folderOf('callfolio.db'))
  const links = createLinkSigner({ secretKey, clock })
  const storage = createDiskStorage({ root: bucketFolder, links })
  const slots = slotsOf({ short: config.SHORT_JOBS, long: config.LONG_JOBS })
  // A job has one task at a time; requests that read a transcript, and the recap afterwards, find a place beside them.
  const tasks = createTaskRunner({ most: slots.short + slots.long + 2 })
  const engines = await createEngines(config, log, { models, tasks })
  return {
    clock,
    log,
    secretKey,
    db,
    queue: createSqlQueue({ db, clock }),
    storage,
    links,
    /** Where the storage keeps its objects, where it is noted how far uploads are, and where recordings are worked on. */
    bucketFolder,
    notesFolder: folderOf('uploads'),
    tempDir,
    mailer: config.SMTP_URL
      ? createSmtpMailer({ url: config.SMTP_URL, from: config.MAIL_FROM })
      : createOutboxMailer({ folder: folderOf('outbox'), from: config.MAIL_FROM, clock, log }),
    /** Of the outbox, which has mails of times without SMTP too. */
    removeMailsTo: (address: string) => removeMailsTo(folderOf('outbox'), address),
    limiter: createMemoryRateLimiter(),
    payments: await openPayments(config, log),
    drawCard: createCanvasLinkCard(),
    engines,
    tasks,
    slots,
    pipeline: createPipeline({ ...engines, storage, clock, log, tempDir }),
  }
}
export type Drivers = Awaited<ReturnType<typeof openDrivers>>

/** What this server can do with its drivers and settings, for the screens. */
export async function capabilitiesOf(
  config: Config,
  { engines, mailer, payments }: Drivers,
  speedOf: (engine: string) => Promise<number | null>,
): Promise<Capabilities> {
  const { transcribers, analysts } = await engines.statuses()
  const measured = async (status: EngineStatus) => ({
    ...status,
    cost_ratio: (await speedOf(status.name)) ?? status.cost_ratio,
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

/** @returns null where no payment provider is set up. */
async function openPayments(config: Config, log: Logger): Promise<Payments | null> {
  if (checkoutLinks(config) && config.STRIPE_WEBHOOK_SECRET === undefined)
    log.warn('payment links are set, but STRIPE_WEBHOOK_SECRET is not: nobody gets what they pay for by themselves')
  if (config.STRIPE_SECRET_KEY === undefined) return null
  return createStripePayments({
    secretKey: config.STRIPE_SECRET_KEY,
    webhookSecret: config.STRIPE_WEBHOOK_SECRET,
    apiBase: config.STRIPE_API_BASE,
  })
}
