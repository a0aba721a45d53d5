import { expect, test } from 'vitest'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { parseConfig } from './config.ts'
import { getDataFlows, type EnginesInUse } from './data-flow.ts'

const engine = (name: string, ready: boolean, sendsTo: string | null = null): EngineStatus => ({
  name,
  ready,
  sends_to: sendsTo,
  note: null,
  cost_ratio: 0,
})
const HERE: EnginesInUse = {
  transcribers: [engine('openai', false, 'api.openai.com'), engine('sphinx', true)],
  diarisers: [engine('clustering', true)],
  analysts: [engine('extractive', true)],
}

function flows(settings: Record<string, string>, engines = HERE, modelHosts: string[] = []) {
  const { flows: all, egress } = getDataFlows(parseConfig(settings), engines, modelHosts)
  const shown = all.map(({ step, by, where, hosts }) => [step, [by, where, ...hosts].filter(Boolean).join(' ')])
  return { ...(Object.fromEntries(shown) as Record<string, string>), egress }
}

test('keeps everything on a server without settings', () => {
  expect(flows({})).toEqual({
    recordings: 'here',
    database: 'here',
    transcription: 'sphinx here',
    speakers: 'clustering here',
    recap: 'extractive here',
    mail: 'here',
    texts: 'none',
    payments: 'none',
    sign_in: 'here',
    captcha: 'none',
    models: 'none',
    egress: null,
  })
})

test('names the services that are configured and in use, with their location', () => {
  const engines = { ...HERE, transcribers: [engine('openai', true, 'ai.example.com')] }
  const set = {
    S3_BUCKET: 'calls',
    S3_ENDPOINT: 'https://s3.example.com',
    S3_FORCE_PATH_STYLE: 'true',
    DATABASE_URL: 'postgres://u@db.internal/calls',
    SMTP_URL: 'smtp://mail.example.com',
    STRIPE_SECRET_KEY: 'sk_1',
    AUTH_GITHUB_CLIENT_ID: 'x',
    EGRESS: '*.example.com, api.stripe.com:443',
  }
  expect(flows(set, engines, ['huggingface.co'])).toMatchObject({
    recordings: 'elsewhere s3.example.com',
    database: 'operator',
    transcription: 'openai elsewhere ai.example.com',
    mail: 'elsewhere mail.example.com',
    payments: 'elsewhere api.stripe.com',
    sign_in: 'elsewhere github.com api.github.com',
    models: 'elsewhere huggingface.co',
    egress: ['*.example.com', 'api.stripe.com:443'],
  })
})

test('treats a service on this machine as local', () => {
  expect(flows({ SMTP_URL: 'smtp://127.0.0.1:25', DATABASE_URL: 'postgres://u@localhost/calls' })).toMatchObject({
    mail: 'here',
    database: 'here',
  })
  expect(flows({ DATABASE_URL: 'postgres://u@/calls?host=%2Frun%2Fpostgresql' })).toMatchObject({ database: 'here' })
})

test('shows that browsers load a captcha from its provider, wherever its tokens are verified', () => {
  const set = { AUTH_CAPTCHA_PROVIDER: 'hcaptcha' }
  expect(flows(set)).toMatchObject({ captcha: 'elsewhere js.hcaptcha.com api.hcaptcha.com', sign_in: 'here' })
  expect(flows({ ...set, AUTH_CAPTCHA_URL: 'http://127.0.0.1:9/siteverify' })).toMatchObject({
    captcha: 'elsewhere js.hcaptcha.com',
  })
})
