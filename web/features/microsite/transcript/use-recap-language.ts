import { useState } from 'react'
import { writesRecaps } from '@callfolio/shared/ai-use.ts'
import { CALL_LANGUAGE } from '@callfolio/shared/ui/recap-language-field.tsx'
import { useCapabilities } from '../../../lib/use-capabilities.ts'

const AS_BEFORE = { value: 'as before', label: 'As before' }

/** The choice of a language for a recap that is made anew; `field` is null where recaps are written without a model. */
export function useRecapLanguage() {
  const offered = writesRecaps(useCapabilities()) !== undefined
  const [value, setValue] = useState(AS_BEFORE.value)
  return {
    field: offered ? { value, onChange: setValue, unchanged: AS_BEFORE } : null,
    /** For the request: without a choice the recap's language stays what it was. */
    change: value === AS_BEFORE.value ? {} : { recap_language: value === CALL_LANGUAGE ? null : value },
  }
}
