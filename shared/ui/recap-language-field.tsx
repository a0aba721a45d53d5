import { languageName, RECAP_LANGUAGES, SPOKEN_LANGUAGES } from '../recap-language.ts'
import { Field, INPUT } from './field.tsx'

/** The language of the call, whatever it is. */
export const CALL_LANGUAGE = ''

const SPOKEN = 'Language of the call'

interface RecapLanguageFieldProps {
  /** One of the offered codes, `CALL_LANGUAGE`, or `unchanged`'s value. */
  value: string
  onChange: (value: string) => void
  /** The first option if there is a recap already. */
  unchanged?: { value: string; label: string }
}

/** Selects the language of a recap. */
export function RecapLanguageField(props: RecapLanguageFieldProps) {
  return (
    <LanguageField
      label="Recap language"
      hint="Quotes and the transcript stay in the original language."
      first="The language of the call"
      codes={RECAP_LANGUAGES}
      {...props}
    />
  )
}

/** Selects the spoken language of a call; `CALL_LANGUAGE`: detect it. */
export function SpokenLanguageField(props: RecapLanguageFieldProps) {
  return (
    <LanguageField
      label={SPOKEN}
      hint="Choose a language if we detected the wrong one."
      first="Detect automatically"
      codes={SPOKEN_LANGUAGES}
      {...props}
    />
  )
}

/** Selects the spoken language of a finished call. @param present what is known so far; null: unknown. */
export function CorrectedLanguageField({
  present,
  ...props
}: Pick<RecapLanguageFieldProps, 'value' | 'onChange'> & { present: string | null }) {
  const isOffered = present === null || SPOKEN_LANGUAGES.includes(present)
  return (
    <LanguageField
      label={SPOKEN}
      codes={isOffered ? SPOKEN_LANGUAGES : [present, ...SPOKEN_LANGUAGES]}
      {...(present === null && { first: 'Choose a language' })}
      {...props}
    />
  )
}

interface LanguageFieldProps extends RecapLanguageFieldProps {
  label: string
  hint?: string
  /** Label of `CALL_LANGUAGE`; without it that option is missing. */
  first?: string
  codes: readonly string[]
}

function LanguageField({ label, hint, first, codes, value, onChange, unchanged }: LanguageFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(id, hintId) => (
        <select
          id={id}
          aria-describedby={hintId}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={`${INPUT} h-10 pr-8`}
        >
          {unchanged && <option value={unchanged.value}>{unchanged.label}</option>}
          {first !== undefined && <option value={CALL_LANGUAGE}>{first}</option>}
          {codes.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
