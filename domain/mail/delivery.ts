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

/** Failures of the server or of what was set up, not of one mail: these are told to the administrators. */
const ofServer: readonly MailFailure[] = [
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
export const isServerFailure = (failure: MailFailure): boolean => ofServer.includes(failure);

/** Minutes after which a mail is tried again; then it has failed. */
const retryMinutes = [1, 5, 15] as const;

/** Tries that may begin, those cut off in the middle included: a mail that kills its Worker does not do so for ever. */
export const mostAttempts = 8;

export type NextStep = { state: 'failed' } | { state: 'again'; afterMinutes: number };

/** What follows a try that did not succeed: a permanent answer fails at once, any other is tried three times more. */
export function nextStep(attempt: number, isPermanent: boolean): NextStep {
  const afterMinutes = retryMinutes[attempt - 1];
  return isPermanent || afterMinutes === undefined ? { state: 'failed' } : { state: 'again', afterMinutes };
}

/** Files above this go as a link alone: base64 adds a third, and servers refuse messages of 25 MB. */
export const mostAttachedBytes = 15 * 1024 * 1024;
