import { useEffect, useState } from 'react'

/**
 * A setting that is stored elsewhere.
 * @param read returns the stored value. @param write stores another one and settles with the value in effect.
 */
export function useStored(
  read: () => Promise<boolean>,
  write: (on: boolean) => Promise<boolean>,
): [on: boolean | undefined, set: (on: boolean) => void] {
  const [on, setOn] = useState<boolean>()
  useEffect(() => {
    let current = true
    void read().then((kept) => current && setOn(kept))
    return () => {
      current = false
    }
  }, [read])
  return [on, (wanted) => void write(wanted).then(setOn)]
}
