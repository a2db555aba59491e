import { demoId } from '../demo/catalog/build.ts';

/** The key with which the demo's own site signs. Only the demo's seed writes it: no other database knows it. */
export const demoKey = { id: demoId('vertice/embed-key'), secret: 'demo-secret-of-the-site-of-vertice' };

/** How the demo's site calls itself in front of its port: another site than the portal's, as a browser sees it. */
const siteHost = 'intranet.localhost';
export const siteOrigin = (port: number) => `http://${siteHost}:${port}`;
