import { demoTwoFactor } from './demo/rows-of-sign-in-log.ts';

export type Addresses = {
  portal: number;
  mail?: string;
  reportService?: string;
  directory?: string;
  site?: string;
  idp?: string;
  log: string;
  readyMs: number;
};

const people = [
  ['administrator', 'vertice', 'admin@vertice.test', 'Vértice Alimentos'],
  ['user', 'vertice', 'regional@vertice.test', 'sees the figures of one region'],
  ['user', 'vertice', 'agent@vertice.test', 'has no RLS identity: is told so'],
  ['user', 'vertice', 'editor@vertice.test', 'publishes and edits reports, makes playlists'],
  ['user', 'vertice', 'approver@vertice.test', 'decides requests of the catalog'],
  ['user', 'vertice', 'both@vertice.test', 'is in Aurora too'],
  ['user', 'vertice', 'english@vertice.test', 'reads English'],
  ['user', 'vertice', 'wagner.teles@vertice.test', `has a second factor; key for an app: ${demoTwoFactor.key}`],
  ['user', 'vertice', 'blocked@vertice.test', 'is blocked'],
  ['administrator', 'aurora', 'admin@aurora.test', 'Rede Aurora Saúde, pt-PT'],
  ['user', 'aurora', 'user@aurora.test', ''],
  ['administrator', 'sierra', 'admin@sierra.test', 'Sierra Norte, es, on trial'],
  ['administrator', 'cerrado', 'admin@cerrado.test', 'Cerrado Têxtil: nothing published yet'],
  ['user', 'cerrado', 'user@cerrado.test', ''],
  ['partner', 'numera', 'partner@numera.test', 'Numera BI'],
  ['platform', 'mirante', 'operator@mirante.test', ''],
] as const;

/** Everything a developer needs after `npm start`. */
export function announce({ portal, mail, reportService, directory, idp, site, log, readyMs }: Addresses): string {
  const rows = people.map(([profile, host, email, note]) => {
    return `  ${profile.padEnd(14)} ${`http://${host}.localhost:${portal}`.padEnd(30)} ${email.padEnd(24)} ${note}`.trimEnd();
  });
  return [
    `Mirante is ready after ${(readyMs / 1000).toFixed(1)} s:  http://vertice.localhost:${portal}`,
    '',
    '  Password of everyone: Mirante!2026',
    ...rows,
    '',
    ...(mail ? [`  Mail that was sent   ${mail}`] : []),
    ...(reportService ? [`  Report service       ${reportService}`] : []),
    ...(directory ? [`  Cloud directory      ${directory}  (Vértice's sign-in page: Continue with Microsoft)`] : []),
    ...(idp ? [`  SAML provider        ${idp}  (Aurora's sign-in page: Conta Aurora)`] : []),
    ...(site ? [`  A site that embeds   ${site}  (docs/embedding.md)`] : []),
    `  Log of the Worker    ${log}`,
    '  Stop: Ctrl-C, or npm stop. Start afresh: npm run reset.',
  ].join('\n');
}
