import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeTwilio, type FakeTwilio } from '../../../e2e/fakes/twilio.ts'
import { createTwilioSms } from './twilio.ts'

let twilio: FakeTwilio
beforeAll(async () => void (twilio = await startFakeTwilio()))
afterAll(() => twilio.close())

test.each(['+15005550006', 'MG1'])("sends a message in Twilio's API format, from %s", async (sender) => {
  const sms = createTwilioSms({ ...twilio, from: sender })
  expect(await sms.send({ to: '+15551234567', text: '123456 & more' })).toEqual({ id: 'SM42' })
  expect(twilio.messages.at(-1)).toEqual({ to: '+15551234567', text: '123456 & more' })
})

test("reports Twilio's refusal with its code, and without secrets", async () => {
  const sms = createTwilioSms({ ...twilio, authToken: 'wrong' })
  await expect(sms.send({ to: '+15551234567', text: 'x' })).rejects.toThrow('(20003)')
  const unreachable = createTwilioSms({ ...twilio, apiBase: 'http://127.0.0.1:1' })
  await expect(unreachable.send({ to: '+15551234567', text: 'x' })).rejects.toMatchObject({ code: 'unavailable' })
})
