import { demoId } from '../demo/catalog/build.ts';

/** The app of the demo: Aurora's people may come in by this provider. */
export const demoSamlHost = 'aurora.localhost';
export const demoSamlId = demoId('way/aurora/saml');

/** Its entity ID, which is where its metadata is. */
export const demoAppAt = (port: number | string): string => `http://${demoSamlHost}:${port}/api/saml/metadata/${demoSamlId}`;
