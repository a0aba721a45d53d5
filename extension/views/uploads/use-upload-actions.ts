import { useMutation } from '@tanstack/react-query'
import { useServices } from '../services.tsx'

/** The actions for one upload; `problem` says why the last one failed. */
export function useUploadActions(id: string) {
  const { uploads } = useServices()
  const retry = useMutation({ mutationFn: () => uploads.retry(id) })
  const cancel = useMutation({ mutationFn: () => uploads.cancel(id) })
  const dismiss = useMutation({ mutationFn: () => uploads.dismiss(id) })
  return {
    retry: () => retry.mutate(),
    cancel: () => cancel.mutate(),
    dismiss: () => dismiss.mutate(),
    busy: retry.isPending || cancel.isPending || dismiss.isPending,
    problem: retry.error?.message ?? null,
  }
}
