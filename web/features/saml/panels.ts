/** The panels of a SAML app, in order; the drawer itself is lazy. */
export const samlPanels = ['data', 'own', 'test', 'history'] as const;
export type SamlPanel = (typeof samlPanels)[number];
