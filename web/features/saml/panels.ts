/** The panels of a way in by SAML, in their order; the drawer itself is loaded when it is opened. */
export const samlPanels = ['data', 'own', 'test', 'history'] as const;
export type SamlPanel = (typeof samlPanels)[number];
