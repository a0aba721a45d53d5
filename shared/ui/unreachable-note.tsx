import { Banner } from './banner.tsx'

/** Says that a link leads to the owner's own machine. */
export function UnreachableNote({ url }: { url: string }) {
  return (
    <Banner tone="warning">
      Recipients can’t open links that begin with {new URL(url).origin}: that address is this computer. The operator
      gives the server a public address with the setting PUBLIC_URL.
    </Banner>
  )
}
