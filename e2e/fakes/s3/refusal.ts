/** S3's response to a refused request. Codes and statuses are those of its API reference. */
export class S3Refusal extends Error {
  override readonly name = 'S3Refusal'
  readonly code: string
  readonly status: number

  constructor(code: string, status: number, message: string = code) {
    super(message)
    this.code = code
    this.status = status
  }
}
