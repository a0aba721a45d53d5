import { useEffect, useState } from 'react'

/** Whether `seconds` have passed since the component was shown. */
export function usePassed(seconds: number): boolean {
  const [since] = useState(() => Date.now())
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), Math.max(0, since + seconds * 1000 - Date.now()))
    return () => clearTimeout(timer)
  }, [since, seconds])
  return passed
}
