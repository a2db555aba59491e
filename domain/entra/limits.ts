// Bounds of what a tenant writes down about the cloud identity provider, and of a sign-in there.

export const maxDirectories = 20;
export const maxDirectoryName = 80;
export const maxDomains = 30;
export const maxGroupRules = 50;
export const maxSecretLength = 200;
/** How long somebody may take at the provider. */
export const requestSeconds = 15 * 60;

/** The provider's directory of private accounts: whoever trusts it trusts everybody. */
export const privateAccounts = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** What somebody may be who is made at his first sign-in: at once a person of the unit, or one whom an administrator enables. */
export const jitStatuses = ['A', 'D'] as const;

const host = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;
/** Tells whether a text, in lower case, is the domain of addresses. */
export const isDomain = (text: string): boolean => host.test(text);

const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isGuid = (text: string): boolean => guid.test(text);
