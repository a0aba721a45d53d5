import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MICROSITE_PATHS, micrositeSchema } from '@callfolio/shared/contract/microsite.ts'
import type { LanguageCorrection, TranscriptRequest } from '@callfolio/shared/contract/transcript.ts'
import { writesRecaps } from '@callfolio/shared/ai-use.ts'
import { CALL_LANGUAGE } from '@callfolio/shared/ui/recap-language-field.tsx'
import { useServices } from '../../../lib/services.tsx'
import { storeMicrosite } from '../../library/use-microsite.ts'
import { useCapabilities } from '../../../lib/use-capabilities.ts'

/** Remakes a finished microsite from another transcript; the page then shows the progress. */
export function useRequestTranscript(id: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: TranscriptRequest) =>
      api.request(MICROSITE_PATHS.transcript(id), micrositeSchema, { method: 'POST', body }),
    onSuccess: (microsite) => storeMicrosite(queryClient, microsite),
  })
}

/** Corrects the language of a finished microsite; its transcript stays unchanged. */
export function useCorrectLanguage(id: string) {
  const { api } = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: LanguageCorrection) =>
      api.request(MICROSITE_PATHS.language(id), micrositeSchema, { method: 'POST', body }),
    onSuccess: (microsite) => storeMicrosite(queryClient, microsite),
  })
}

const AS_BEFORE = { value: 'as before', label: 'No change' }

/** Selects the spoken language for a new transcript; `change` is the request's field. */
export function useSpokenLanguage() {
  const [value, setValue] = useState(AS_BEFORE.value)
  return {
    field: { value, onChange: setValue, unchanged: AS_BEFORE },
    change: value === AS_BEFORE.value ? {} : { language: value === CALL_LANGUAGE ? null : value },
  }
}

/** Selects the language of a new recap; `field` is null if recaps are written without a model. */
export function useRecapLanguage() {
  const offered = writesRecaps(useCapabilities()) !== undefined
  const [value, setValue] = useState(AS_BEFORE.value)
  return {
    field: offered ? { value, onChange: setValue, unchanged: AS_BEFORE } : null,
    /** The request's field: without a choice the recap's language stays unchanged. */
    change: value === AS_BEFORE.value ? {} : { recap_language: value === CALL_LANGUAGE ? null : value },
  }
}
