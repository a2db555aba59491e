// Limits for the Entra ID settings of a tenant and for a sign-in there.

export const maxDirectories = 20;
export const maxDirectoryName = 80;
export const maxDomains = 30;
export const maxGroupRules = 50;
export const maxSecretLength = 200;
/** How long a user may take at the provider. */
export const requestSeconds = 15 * 60;

/** The provider's directory of personal accounts: trusting it would trust everyone. */
export const privateAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** The status of a user created at their first sign-in: active at once, or waiting for an administrator to enable them. */
export const jitStatuses = ['A', 'D'] as const;

const host = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
/** Whether a text, in lower case, is the domain of addresses. */
export const isDomain = (text: string): boolean => host.test(text);

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isGuid = (text: string): boolean => guid.test(text);
