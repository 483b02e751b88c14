/** An error answer of the service: `{"error":{"code":<status>,"message":"..."}}`. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = "ServiceError";
  }
}
