// Limits for a tenant's settings of an identity provider, and for what a provider may send.

export const maxNameLength = 80;
export const maxAddressLength = 1000;
export const maxIssuerLength = 500;
export const maxCertificates = 5;
export const maxDomains = 30;
export const maxRules = 100;
export const maxAppsPerTenant = 30;
/** Of the raw document; larger ones are refused before they are parsed. */
export const maxDocumentBytes = 256 * 1024;
/** Of a provider's key of a user, as stored; a longer one is refused, because a truncated key could be another user's. */
export const maxKeyBytes = 1000;
/** Tolerated clock skew. */
export const skewMs = 60_000;
/** An authentication statement is used at once; an older one is refused, whatever end it names. */
export const maxAgeMs = 60 * 60_000;
/** How long a user may take at the provider. */
export const requestSeconds = 15 * 60;
export const codeSeconds = 60;
export const testSeconds = 10 * 60;
/** From then on a certificate is shown as expiring soon. */
export const nearEndDays = 30;

export const samlSorts = ['name', 'used', 'created', 'position'] as const;
export const samlViews = ['A', 'I'] as const;
