import { CheckOption } from './check-option.tsx'
import type { LinkDraftProps } from './link-draft.ts'
import { LinkPasswordField } from './link-password-field.tsx'
import { SectionOptions } from './section-options.tsx'

/** What a link asks of its visitors and what it shows. `canShowVideo`: false where there is none. */
export function LinkOptions({ draft, onChange, canShowVideo = true }: LinkDraftProps & { canShowVideo?: boolean }) {
  return (
    <div className="grid min-w-0 gap-5">
      <LinkPasswordField draft={draft} onChange={onChange} />
      <CheckOption
        label="Ask for an e-mail address"
        hint="Visitors give one before they read. You see it under “Who read it”; it is not verified."
        checked={draft.asksEmail}
        onChange={(asksEmail) => onChange({ ...draft, asksEmail })}
      />
      <SectionOptions draft={draft} onChange={onChange} />
      {canShowVideo && (
        <CheckOption
          label="Show the video"
          hint="It plays on the page for as long as the link works."
          checked={draft.withVideo}
          onChange={(withVideo) => onChange({ ...draft, withVideo })}
        />
      )}
    </div>
  )
}
