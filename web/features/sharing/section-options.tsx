import { LINK_SECTIONS } from '@callfolio/shared/contract/share.ts'
import { CheckOption } from './check-option.tsx'
import { withSection, type LinkDraftProps } from './link-draft.ts'
import { SECTION_NAMES } from './link-terms.ts'

/** Which sections of the page a link shows. */
export function SectionOptions({ draft, onChange }: LinkDraftProps) {
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
