/** What a request tells of the program that sent it. */
export interface ClientFacts {
  /** Network address, for the limits. */
  address: string
  userAgent: string | undefined
}
