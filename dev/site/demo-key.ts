import { demoId } from '../demo/catalog/build.ts';

/** The key with which the demo's own site signs. Only the demo's seed writes it: no other database knows it. */
export const demoKey = { id: demoId('vertice/embed-key'), secret: 'demo-secret-of-the-site-of-vertice' };

/** The host of the demo's site: for a browser, a different site than the portal's. */
const siteHost = 'intranet.localhost';
export const siteOrigin = (port: number) => `http://${siteHost}:${port}`;
