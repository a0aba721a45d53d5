import { useRef, useState } from 'react'
import { LOGO_TYPES } from '@callfolio/shared/contract/branding.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { logoProblem } from './branding-rules.ts'
import { useSetLogo } from './use-branding.ts'

/** Uploads or removes a logo. */
export function LogoField({ logoUrl }: { logoUrl: string | null }) {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const setLogo = useSetLogo()
  const problem = refusal ?? setLogo.error?.message ?? null

  const choose = (file: File) => {
    const wrong = logoProblem(file)
    setRefusal(wrong)
    if (wrong === null) setLogo.mutate(file)
  }

  return (
    <div className="grid gap-2">
      <p className="text-13 font-medium">Logo</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" disabled={setLogo.isPending} onClick={() => input.current?.click()}>
          {setLogo.isPending ? 'Saving...' : logoUrl === null ? 'Upload logo' : 'Replace logo'}
        </Button>
        {logoUrl !== null && (
          <Button variant="quiet" size="sm" disabled={setLogo.isPending} onClick={() => setLogo.mutate(null)}>
            Remove logo
          </Button>
        )}
      </div>
      <p className="text-13 text-muted">PNG, JPEG or WebP, up to 1 MB. Wide logos look best.</p>
      {problem !== null && (
        <p role="alert" className="text-13 text-danger">
          {problem}
        </p>
      )}
      <input
        ref={input}
        hidden
        type="file"
        accept={LOGO_TYPES.join(',')}
        aria-label="Logo file"
        onChange={({ target }) => {
          const file = target.files?.[0]
          target.value = ''
          if (file) choose(file)
        }}
      />
    </div>
  )
}
