import { CAPTCHA_MAKERS, type CaptchaProvider } from '@callfolio/shared/captcha.ts'

interface CaptchaOptions {
  'sitekey': string
  'theme': 'light' | 'dark'
  'size': 'normal' | 'compact'
  /** Called with each solved captcha. */
  'callback': (token: string) => void
  'expired-callback': () => void
  'error-callback': () => void
}

/** The API that both vendors' scripts offer. */
export interface CaptchaApi {
  /** @returns the id of the captcha. */
  render(place: HTMLElement, options: CaptchaOptions): string
  /** Discards the solved captcha and shows another. */
  reset(id: string): void
  remove(id: string): void
}

/** Script loading timeout, ms. */
const PATIENCE_MS = 20_000
/** Global callback with which the script reports that it is ready. */
const READY = 'onCaptchaReady'

type Place = Partial<Record<CaptchaProvider, CaptchaApi>> & { [READY]?: () => void }

/** Loads the vendor's script, once per page. @throws when it fails to load. */
export async function loadCaptcha(provider: CaptchaProvider): Promise<CaptchaApi> {
  const place = globalThis as Place
  if (place[provider] === undefined)
    await loadScript(`${CAPTCHA_MAKERS[provider].script}?render=explicit&onload=${READY}`)
  const api = place[provider]
  if (api === undefined) throw new Error('The captcha has no script')
  return api
}

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      script.remove()
      reject(new Error('The captcha could not be loaded'))
    }
    const late = setTimeout(fail, PATIENCE_MS)
    ;(globalThis as Place)[READY] = () => {
      clearTimeout(late)
      resolve()
    }
    script.onerror = () => {
      clearTimeout(late)
      fail()
    }
    script.src = address
    script.async = true
    document.head.append(script)
  })
}
