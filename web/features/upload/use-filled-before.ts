import { useSearchParams } from '../../ui/navigation.tsx'
import { UNTITLED } from '@callfolio/shared/titles.ts'
import type { RecordingDetails } from '@callfolio/shared/ui/recording/recording-form.tsx'
import { useMicrosite } from '../library/use-microsite.ts'
import { useUpload } from './upload-provider.tsx'

/**
 * The details entered for a file that can't be read, reused for its replacement (`?instead=` its microsite). Captions
 * and the recap's language are known only in the tab that sent it.
 */
export function useFilledBefore(): RecordingDetails | undefined {
  const [search] = useSearchParams()
  const instead = search.get('instead')
  const { state } = useUpload()
  const { last, refused } = state.phase === 'idle' ? state : { last: null, refused: null }
  const { data: failed } = useMicrosite(instead ?? '', instead !== null)
  if (instead === null) return refused ?? undefined
  if (last?.jobId === instead) return last.details
  if (failed === undefined) return undefined
  const title = failed.title === UNTITLED ? '' : failed.title
  return { title, description: failed.description ?? '', captions: null, recapLanguage: null }
}
