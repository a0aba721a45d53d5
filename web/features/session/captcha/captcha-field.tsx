import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CAPTCHA_MAKERS, type CaptchaProvider } from '@callfolio/shared/captcha.ts'
import { Banner } from '@callfolio/shared/ui/banner.tsx'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { loadCaptcha, type CaptchaApi } from './load-captcha.ts'

/** A captcha on the page. */
export interface Widget {
  /** Token of a solved captcha that is unused and has not expired. */
  token: string | null
  /** Shows another one. */
  reset: () => void
}

interface CaptchaFieldProps {
  provider: CaptchaProvider
  siteKey: string
  /** Called on each change; must be a stable function. */
  onChange: (change: Partial<Widget>) => void
}

/** The widths of both vendors' larger captcha, px. */
const NORMAL_WIDTH = 302

/** Shows the vendor's captcha, or that it is unavailable. */
export function CaptchaField({ provider, siteKey, onChange }: CaptchaFieldProps) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['captcha', provider],
    queryFn: () => loadCaptcha(provider),
    staleTime: Infinity,
    retry: false,
  })
  if (isError)
    return (
      <Banner
        tone="danger"
        actions={
          <Button variant="secondary" size="sm" disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? 'Loading...' : 'Try again'}
          </Button>
        }
      >
        We couldn’t load the captcha from {new URL(CAPTCHA_MAKERS[provider].script).host}. Check your connection and any
        content blockers.
      </Banner>
    )
  return (
    <div role="group" aria-label="Captcha" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {data ? (
        <Rendered api={data} siteKey={siteKey} onChange={onChange} />
      ) : (
        <p className="grid h-[65px] items-center text-13 text-muted">Loading captcha...</p>
      )}
    </div>
  )
}

function Rendered({ api, siteKey, onChange }: Omit<CaptchaFieldProps, 'provider'> & { api: CaptchaApi }) {
  const place = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    const box = place.current
    if (box === null) return undefined
    const id = api.render(box, {
      'sitekey': siteKey,
      'theme': matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      'size': box.clientWidth < NORMAL_WIDTH ? 'compact' : 'normal',
      'callback': (token) => {
        onChange({ token })
        setFailed(false)
      },
      'expired-callback': () => onChange({ token: null }),
      'error-callback': () => {
        onChange({ token: null })
        setFailed(true)
      },
    })
    onChange({ reset: () => api.reset(id) })
    return () => {
      onChange({ token: null, reset: () => {} })
      api.remove(id)
    }
  }, [api, siteKey, onChange])
  return (
    <>
      {/* A frame whose color scheme differs from its page's gets a white background. */}
      <div ref={place} className="min-h-[65px] scheme-light" />
      {failed && (
        <p role="alert" className="text-13 text-danger">
          The captcha isn’t working. Reload the page or try again in a minute.
        </p>
      )}
    </>
  )
}
