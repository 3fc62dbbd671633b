/** A refusal in Google's words. The driver reads only the status and `reason`. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`Google refuses: ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** An error of the Calendar API (https://developers.google.com/workspace/calendar/api/guides/errors). */
export function apiRefusal(status: number, reason: string, message: string, domain = 'global'): Refusal {
  return new Refusal(status, { error: { code: status, message, errors: [{ domain, reason, message }] } });
}

/** An error of the token endpoint (RFC 6749, 5.2). */
export function tokenRefusal(status: number, error: string, description: string): Refusal {
  return new Refusal(status, { error, error_description: description });
}

export const invalid = (message: string): Refusal => apiRefusal(400, 'invalid', message);
export const required = (message: string): Refusal => apiRefusal(400, 'required', message);
export const notFound = (): Refusal => apiRefusal(404, 'notFound', 'Not Found');
export const deleted = (): Refusal => apiRefusal(410, 'deleted', 'Resource has been deleted');
export const duplicate = (): Refusal => apiRefusal(409, 'duplicate', 'The requested identifier already exists.');
export const emptyRange = (): Refusal => apiRefusal(400, 'timeRangeEmpty', 'The specified time range is empty.');
export const badCredentials = (): Refusal => apiRefusal(401, 'authError', 'Invalid Credentials');
export const tooFewScopes = (): Refusal =>
  apiRefusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
export const noInvitations = (): Refusal =>
  apiRefusal(
    403,
    'forbiddenForServiceAccounts',
    'Service accounts cannot invite attendees without Domain-Wide Delegation of Authority.',
    'calendar',
  );
