import { useState, type SyntheticEvent } from 'react'
import { BRAND } from '@callfolio/shared/brand.ts'
import { brandingChangeSchema, type Branding } from '@callfolio/shared/contract/branding.ts'
import { Button } from '@callfolio/shared/ui/button.tsx'
import { Field, INPUT } from '@callfolio/shared/ui/field.tsx'
import { LoadError } from '@callfolio/shared/ui/load-error.tsx'
import { useToast } from '../../ui/toaster.tsx'
import { BrandingPreview } from './branding-preview.tsx'
import { contrastNote } from './branding-rules.ts'
import { LogoField } from './logo-field.tsx'
import { useBranding, useSetAccent } from './use-branding.ts'

/** Logo and accent color of the user's microsites and shared pages. */
export function BrandingSettings() {
  const { data: branding, isError, refetch } = useBranding()
  if (isError) return <LoadError onRetry={() => void refetch()}>Failed to load branding.</LoadError>
  if (!branding)
    return <div role="status" aria-label="Loading branding" className="h-80 animate-breathe rounded bg-line" />
  return <BrandingForm branding={branding} />
}

function BrandingForm({ branding }: { branding: Branding }) {
  const [typed, setTyped] = useState(branding.accent ?? BRAND.accent)
  const setAccent = useSetAccent()
  const toast = useToast()
  const parsed = brandingChangeSchema.safeParse({ accent: typed.trim() })
  const accent = parsed.data?.accent ?? null
  const shown = accent === BRAND.accent ? null : accent
  const changed = parsed.success && shown !== branding.accent

  const save = (colour: string | null) =>
    setAccent.mutate(colour, {
      onSuccess: (saved) => {
        setTyped(saved.accent ?? BRAND.accent)
        toast({ text: 'Accent color saved.', onUndo: () => save(branding.accent) })
      },
    })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (changed) save(shown)
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <LogoField logoUrl={branding.logo_url} />
      <form noValidate onSubmit={submit} className="grid gap-2">
        <Field
          label="Accent color"
          hint={parsed.success ? hintOn(accent ?? BRAND.accent) : parsed.error.issues[0]?.message}
        >
          {(id, hintId) => (
            <div className="flex flex-wrap items-center gap-2">
              <input
                type="color"
                aria-label="Pick the accent color"
                value={accent ?? BRAND.accent}
                onChange={({ target }) => setTyped(target.value)}
                className="h-10 w-12 cursor-pointer rounded border border-line-strong bg-paper p-1"
              />
              <div className="w-28">
                <input
                  id={id}
                  aria-describedby={hintId}
                  aria-invalid={!parsed.success}
                  spellCheck={false}
                  maxLength={7}
                  value={typed}
                  onChange={({ target }) => setTyped(target.value)}
                  className={`${INPUT} h-10 tabular-nums`}
                />
              </div>
              <Button type="submit" disabled={!changed || setAccent.isPending}>
                {setAccent.isPending ? 'Saving...' : 'Save color'}
              </Button>
              {branding.accent !== null && (
                <Button variant="quiet" disabled={setAccent.isPending} onClick={() => save(null)}>
                  Use {BRAND.name}’s blue
                </Button>
              )}
            </div>
          )}
        </Field>
        {setAccent.isError && (
          <p role="alert" className="text-13 text-danger">
            {setAccent.error.message}
          </p>
        )}
      </form>
      <BrandingPreview accent={accent ?? branding.accent ?? BRAND.accent} logoUrl={branding.logo_url} />
    </div>
  )
}

function hintOn(accent: string): string {
  return accent === BRAND.accent ? `${BRAND.name}’s blue, the default.` : contrastNote(accent)
}
