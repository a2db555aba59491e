import { demoId } from '../demo/catalog/build.ts';

/** The demo's SAML app: Aurora's people may sign in through this provider. */
export const demoSamlHost = 'aurora.localhost';
export const demoSamlId = demoId('way/aurora/saml');

/** Its entity ID, which is where its metadata is. */
export const demoAppAt = (port: number | string): string => `http://${demoSamlHost}:${port}/api/saml/metadata/${demoSamlId}`;
