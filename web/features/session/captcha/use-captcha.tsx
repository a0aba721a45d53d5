import { useMemo, useRef, type ReactNode } from 'react'
import { AUTH_TEXTS } from '@callfolio/shared/client/credentials.ts'
import { useAuthSettings } from '../../../lib/use-auth-settings.ts'
import { CaptchaField, type Widget } from './captcha-field.tsx'

/** The captcha option of the identity client's calls. */
interface Solved {
  captchaToken?: string
}

/** The captcha of a form. */
export interface Captcha {
  /** Shown above the submit button; null if none is required. */
  field: ReactNode
  /** Why nothing can be sent yet, as a sentence. */
  problem: () => string | null
  /** Sends with the solved captcha. It is valid once, so another is shown afterwards. */
  spend: <T>(send: (solved: Solved) => Promise<T>) => Promise<T>
}

/** The captcha required by this server, if any. */
export function useCaptcha(): Captcha {
  const settings = useAuthSettings()
  const widget = useRef<Widget>({ token: null, reset: () => {} })
  const provider = settings?.captcha_provider ?? null
  const siteKey = settings?.captcha_site_key ?? null
  return useMemo(() => {
    const onChange = (change: Partial<Widget>) => void Object.assign(widget.current, change)
    const isAsked = provider !== null && siteKey !== null
    return {
      field: isAsked ? <CaptchaField provider={provider} siteKey={siteKey} onChange={onChange} /> : null,
      problem: () => (isAsked && widget.current.token === null ? AUTH_TEXTS.captcha : null),
      spend: async (send) => {
        const { token } = widget.current
        widget.current.token = null
        try {
          return await send(token === null ? {} : { captchaToken: token })
        } finally {
          if (token !== null) widget.current.reset()
        }
      },
    }
  }, [provider, siteKey])
}
