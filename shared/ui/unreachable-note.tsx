import { Banner } from './banner.tsx'

/** Warns that a link points to the owner's own machine. */
export function UnreachableNote() {
  return (
    <Banner tone="warning">Shared links only work on this computer. Ask your admin to set a public address.</Banner>
  )
}
