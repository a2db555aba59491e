// Bounds of what a tenant writes down about an identity provider, and of what a provider may send.

export const maxNameLength = 80;
export const maxAddressLength = 1000;
export const maxIssuerLength = 500;
export const maxCertificates = 5;
export const maxDomains = 30;
export const maxRules = 100;
export const maxAppsPerTenant = 30;
/** Of a document as it stands; larger ones are refused before anybody reads them. */
export const maxDocumentBytes = 256 * 1024;
/** Of the key by which a provider knows somebody, as it is stored; a longer one is refused, for cut off it could be somebody else's. */
export const maxKeyBytes = 1000;
/** How far two clocks may be apart. */
export const skewMs = 60_000;
/** A statement about a sign-in is used at once; an older one is refused, whatever end it names. */
export const maxAgeMs = 60 * 60_000;
/** How long somebody may take at the provider. */
export const requestSeconds = 15 * 60;
export const codeSeconds = 60;
export const testSeconds = 10 * 60;
/** From then on a certificate's end is shown as near. */
export const nearEndDays = 30;

export const samlSorts = ['name', 'used', 'created', 'position'] as const;
export const samlViews = ['A', 'I'] as const;
