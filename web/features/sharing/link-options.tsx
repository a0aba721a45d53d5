import { useId } from 'react'
import { LINK_SECTIONS } from '@callfolio/shared/contract/share.ts'
import { withSection, type LinkDraftProps } from './link-draft.ts'
import { LinkPasswordField } from './link-password-field.tsx'
import { SECTION_NAMES } from './link-terms.ts'

interface LinkOptionsProps extends LinkDraftProps {
  /** False if there is none. */
  canShowVideo?: boolean
  /** The page is not ready yet. */
  preparing?: boolean
}

/** A link's requirements for its visitors, and what it shows. */
export function LinkOptions({ draft, onChange, canShowVideo = true, preparing = false }: LinkOptionsProps) {
  return (
    <div className="grid min-w-0 gap-5">
      <LinkPasswordField draft={draft} onChange={onChange} />
      <CheckOption
        label="Ask for an email address"
        hint="Recipients enter it before the page opens. We don’t verify it."
        checked={draft.asksEmail}
        onChange={(asksEmail) => onChange({ ...draft, asksEmail })}
      />
      <SectionOptions draft={draft} onChange={onChange} />
      {canShowVideo && (
        <CheckOption
          label="Show the video"
          hint="Recipients can play it while the link works."
          checked={draft.withVideo}
          onChange={(withVideo) => onChange({ ...draft, withVideo })}
        />
      )}
      {(preparing || draft.whenReady) && (
        <CheckOption
          label="Show the page only when it’s ready"
          hint="Until then, recipients see a “being prepared” page."
          checked={draft.whenReady}
          onChange={(whenReady) => onChange({ ...draft, whenReady })}
        />
      )}
    </div>
  )
}

/** The sections of the page that a link shows. */
function SectionOptions({ draft, onChange }: LinkDraftProps) {
  return (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1.5 text-13 font-medium">Sections to show</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {LINK_SECTIONS.map((section) => (
          <CheckOption
            key={section}
            label={SECTION_NAMES[section]}
            checked={draft.sections.includes(section)}
            onChange={(shown) => onChange(withSection(draft, section, shown))}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface CheckOptionProps {
  label: string
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch with a line of help. */
function CheckOption({ label, hint, checked, onChange }: CheckOptionProps) {
  const hintId = useId()
  return (
    <div className="grid min-w-0 grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
      <label className="col-span-2 grid cursor-pointer grid-cols-subgrid items-center py-0.5 text-15">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={hint === undefined ? undefined : hintId}
          onChange={({ target }) => onChange(target.checked)}
          className="size-4 shrink-0 accent-accent-fill"
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="col-start-2 text-13 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
