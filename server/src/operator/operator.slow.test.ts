import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseConfig } from '../config/config.ts'
import { createLogger } from '../kernel/logger.ts'
import { run } from '../process/run.ts'
import { createServices, type Services } from '../services.ts'
import { startApp, type Person, type RunningApp } from '../testing/app.ts'
import { readArguments } from './arguments.ts'
import { runCommand } from './run-command.ts'

const COMMAND = fileURLToPath(new URL('../admin.ts', import.meta.url))

let app: RunningApp
/** Set up like the command, on the running server's data. */
let beside: Services
let person: Person
let email: string
beforeAll(async () => {
  app = await startApp()
  beside = await createServices(parseConfig({ DATA_DIR: app.folder }), createLogger('silent'))
})
afterAll(async () => {
  await beside.stop()
  await app.close()
})
beforeEach(async () => {
  person = await app.signUp()
  const user = (await app.services.admin.listUsers()).find(({ id }) => id === person.userId)
  email = user?.email ?? ''
})

const command = (...args: string[]) => {
  const { command: read } = readArguments(args)
  return 'place' in read ? expect.unreachable() : runCommand(beside.admin, read)
}
const printed = async (...args: string[]) => (await command(...args)).text

describe('the operator’s commands, while the server runs', () => {
  test('give and take a plan, effective at once', async () => {
    expect(await printed('plan', 'set', email, 'pro', '--until', '2100-01-31')).toBe(
      `Granted ${email} the Premium plan until 2100-01-31.`,
    )
    expect((await person.send('GET', '/api/subscription')).body).toEqual({
      user_id: person.userId,
      plan_id: 'pro',
      status: 'active',
      current_period_end: '2100-01-31T23:59:59.999Z',
      paid: false,
      billed: false,
    })
    expect((await person.send('GET', '/api/usage')).body).toMatchObject({ plan_id: 'pro', limit: 100 })
    expect(await printed('user', 'list'), 'the day that was given').toMatch(
      new RegExp(`^${email}\tPremium\tactive \\(granted\\)\t2100-01-31\t`, 'm'),
    )
    expect(
      await printed('plan', 'set', email, 'pro', '--until', '2020-01-31'),
      'a day that has passed gives nothing',
    ).toContain('The active plan is Starter')
    expect((await person.send('GET', '/api/usage')).body).toMatchObject({ plan_id: 'free', limit: 3 })
  })

  test('list failed jobs with their reason, and retry them', async () => {
    const { body } = await person.send('POST', '/api/process-meeting', { captions: 'WEBVTT' })
    const { job_id: id } = body as { job_id: string }
    const { microsites, jobs } = app.database.schema
    await app.database.update(microsites).set({ status: 'failed' }).where(eq(microsites.id, id))
    await app.database.update(jobs).set({ status: 'failed', error: 'The file is damaged.' }).where(eq(jobs.id, id))
    expect(await printed('jobs', 'failed')).toMatch(new RegExp(`^${id}\tmicrosite\t0\t\tThe file is damaged\\.$`, 'm'))
    expect(await printed('jobs', 'retry', id)).toBe(`Retrying ${id}: microsite.`)
    expect((await person.send('GET', `/api/microsites/${id}`)).body).toMatchObject({ status: 'processing' })
    expect(await app.database.select({ status: jobs.status }).from(jobs).where(eq(jobs.id, id))).toEqual([
      { status: 'queued' },
    ])
    await expect(command('jobs', 'retry', id)).rejects.toThrow(`${id} has no failed jobs.`)

    await app.database.insert(jobs).values({
      id: 'mail:1',
      kind: 'event.mail',
      status: 'failed',
      error: 'The mail server refused it.',
      runAt: new Date(),
      createdAt: new Date(),
    })
    expect(await printed('jobs', 'retry', 'mail:1')).toBe('Retrying mail:1: event.mail.')
    expect(await printed('jobs', 'failed')).toBe('No failed jobs.')
  })

  test('print users and usage as text and as JSON', async () => {
    await person.send('POST', '/api/process-meeting', { captions: 'WEBVTT' })
    await app.database.update(app.database.schema.microsites).set({ status: 'active' })
    const usage = await command('usage', email.toUpperCase())
    expect(usage.text).toMatch(
      new RegExp(
        `^${email} has used 1 of 3 microsites this month \\(Starter\\); the limit renews on \\d{4}-\\d\\d-01\\.$`,
      ),
    )
    expect(usage.data).toMatchObject({ email, plan_id: 'free', used: 1, limit: 3 })
    const list = await command('user', 'list')
    expect(list.text).toMatch(new RegExp(`^${email}\tStarter\tnone\t-\t`, 'm'))
    expect(list.data).toContainEqual(
      expect.objectContaining({ id: person.userId, email, plan_id: 'free', until: null }),
    )
  })

  test('delete a user once', async () => {
    expect(await printed('user', 'delete', email, '--yes')).toBe(
      `Deleted ${email}: 0 microsites with 0 links, 0 other uploads, 0 files.`,
    )
    expect((await person.send('GET', '/api/usage')).status).toBe(401)
    await expect(command('user', 'delete', email, '--yes')).rejects.toThrow(`User ${email} doesn’t exist.`)
  })

  test('print JSON, or one sentence with a failing exit code', async () => {
    await writeFile(join(app.folder, '.env'), 'DATA_DIR=.')
    // Practically no limits except the end date.
    const limits = {
      signal: AbortSignal.timeout(240_000),
      timeoutMs: 2 ** 30,
      memoryBytes: 2 ** 45,
      fileBytes: 2 ** 45,
      cwd: app.folder,
    }
    const { stdout } = await run(process.execPath, [COMMAND, 'usage', email, '--json'], limits)
    expect(JSON.parse(stdout)).toMatchObject({ email, used: 0 })
    await expect(run(process.execPath, [COMMAND, 'usage', 'unknown@example.org'], limits)).rejects.toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('User unknown@example.org doesn’t exist.'),
    })
  })
})
