import { useEffect, useState } from 'react'
import { catchUp, type Version } from './newer-version.ts'

/** For what stands in the place of something that broke: is it because this tab is older than the server? Null while that is asked. */
export function useNewerVersion(): Version | null {
  const [version, setVersion] = useState<Version | null>(null)
  useEffect(() => void catchUp().then(setVersion), [])
  return version
}
