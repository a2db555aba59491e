/** The ways a session can begin. */
export const authTypes = ['password', 'invitation', 'passkey', 'company', 'saml', 'entra', 'embedded'] as const;
export type AuthType = (typeof authTypes)[number];
