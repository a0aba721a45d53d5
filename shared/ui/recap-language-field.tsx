import { languageName, RECAP_LANGUAGES } from '../recap-language.ts'
import { Field, INPUT } from './field.tsx'

/** The language of the call, whatever it is. */
export const CALL_LANGUAGE = ''

interface RecapLanguageFieldProps {
  /** A code of RECAP_LANGUAGES, `CALL_LANGUAGE`, or `unchanged`'s value. */
  value: string
  onChange: (value: string) => void
  /** Offered first where there is a recap already. */
  unchanged?: { value: string; label: string }
}

/** Chooses what language a recap is written in. */
export function RecapLanguageField({ value, onChange, unchanged }: RecapLanguageFieldProps) {
  return (
    <Field label="Recap language" hint="Quotes and the transcript stay as they were said.">
      {(id, hintId) => (
        <select
          id={id}
          aria-describedby={hintId}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          className={`${INPUT} h-10`}
        >
          {unchanged && <option value={unchanged.value}>{unchanged.label}</option>}
          <option value={CALL_LANGUAGE}>The language of the call</option>
          {RECAP_LANGUAGES.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
