import { useEffect, useState } from 'react'

/**
 * A choice that is kept elsewhere.
 * @param read gives what is kept. @param write keeps another one and settles with what holds now.
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
