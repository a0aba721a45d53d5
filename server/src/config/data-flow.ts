import { CAPTCHA_MAKERS } from '@callfolio/shared/captcha.ts'
import type { EngineStatus } from '@callfolio/shared/contract/capabilities.ts'
import { DATA_STEPS, type DataFlow, type DataFlows, type DataStep } from '@callfolio/shared/contract/data-flow.ts'
import { allowsEgress, type Egress } from '../kernel/egress.ts'
import type { Config } from './config.ts'
import { databasePlace } from './database-place.ts'
import { getDestinations } from './destinations.ts'

/** The available engines, those in use first. */
export interface EnginesInUse {
  transcribers: readonly EngineStatus[]
  diarisers: readonly EngineStatus[]
  analysts: readonly EngineStatus[]
}

/**
 * Where each step sends data on this server: derived from the settings and engines in use, so it is always accurate.
 * @param modelHosts default hosts of model downloads, without a mirror; none: no model is fetched.
 */
export function getDataFlows(config: Config, engines: EnginesInUse, modelHosts: readonly string[]): DataFlows {
  const destinations = getDestinations(config)
  const outside = (use: string) =>
    destinations.flatMap((each) => (each.use === use && !allowsEgress([], each.host) ? [each.host] : []))
  const service = (use: string, isUsed: boolean): Omit<DataFlow, 'step'> => {
    const hosts = outside(use)
    return { by: null, where: hosts.length > 0 ? 'elsewhere' : isUsed ? 'here' : 'none', hosts }
  }
  const models = config.MODELS_FROM === undefined ? [...modelHosts] : outside('models')
  const flows: Record<DataStep, Omit<DataFlow, 'step'>> = {
    recordings: service('recordings', true),
    database: { by: null, where: isDatabaseHere(config) ? 'here' : 'operator', hosts: [] },
    transcription: byEngine(engines.transcribers),
    speakers: byEngine(engines.diarisers),
    recap: byEngine(engines.analysts),
    mail: service('mail', true),
    texts: service('texts', false),
    payments: service('payments', false),
    sign_in: service('sign_in', true),
    captcha: getCaptcha(config, outside('captcha')),
    models: { by: null, where: models.length > 0 ? 'elsewhere' : 'none', hosts: models },
  }
  return { flows: DATA_STEPS.map((step) => ({ step, ...flows[step] })), egress: getTexts(config.EGRESS) }
}

/** Browsers load it from its provider, wherever this server verifies its tokens. */
function getCaptcha({ AUTH_CAPTCHA_PROVIDER: provider }: Config, checkedAt: string[]): Omit<DataFlow, 'step'> {
  if (provider === undefined) return { by: null, where: 'none', hosts: [] }
  const loadedFrom = new URL(CAPTCHA_MAKERS[provider].script).hostname
  return { by: null, where: 'elsewhere', hosts: [...new Set([loadedFrom, ...checkedAt])] }
}

function byEngine(engines: readonly EngineStatus[]): Omit<DataFlow, 'step'> {
  const inUse = engines.find(({ ready }) => ready)
  if (inUse === undefined) return { by: null, where: 'none', hosts: [] }
  const { name, sends_to: host } = inUse
  return host === null ? { by: name, where: 'here', hosts: [] } : { by: name, where: 'elsewhere', hosts: [host] }
}

function isDatabaseHere({ DATABASE_URL: url }: Config): boolean {
  const place = url === undefined ? null : databasePlace(url)
  return place === null || allowsEgress([], place.host)
}

function getTexts(egress: Egress): string[] | null {
  return egress && egress.map(({ host, port }) => (port === null ? host : `${host}:${port}`))
}
