/** Why a mail could not be handed to its server, in the order in which things are tried. */
export const mailFailures = [
  'private',
  'unknown_host',
  'unreachable',
  'timeout',
  'greeting',
  'no_starttls',
  'tls',
  'auth',
  'sender',
  'recipient',
  'content',
  'dropped',
  'attachment_gone',
  'interrupted',
] as const;
export type MailFailure = (typeof mailFailures)[number];

/** Failures of the server or its settings, not of one mail: administrators are notified. */
export const serverFailures: readonly MailFailure[] = [
  'private',
  'unknown_host',
  'unreachable',
  'timeout',
  'greeting',
  'no_starttls',
  'tls',
  'auth',
  'sender',
  'dropped',
];
export const isServerFailure = (failure: MailFailure): boolean => serverFailures.includes(failure);

/** Minutes after which a mail is retried; after the last it has failed. */
const retryMinutes = [1, 5, 15] as const;

/** Tries that may begin, including those cut off in the middle: a mail that crashes its Worker isn't retried forever. */
export const maxAttempts = 8;

export type NextStep = { state: 'failed' } | { state: 'again'; afterMinutes: number };

/** What follows a failed try: a permanent answer fails at once, any other is retried three times. */
export function nextStep(attempt: number, isPermanent: boolean): NextStep {
  const afterMinutes = retryMinutes[attempt - 1];
  return isPermanent || afterMinutes === undefined ? { state: 'failed' } : { state: 'again', afterMinutes };
}

/** Larger files are sent as a link only: base64 adds a third, and servers refuse messages of 25 MB. */
export const maxAttachedBytes = 15 * 1024 * 1024;
