import { demoGroup, verticeDirectory } from '../idp-oidc/people.ts';
import { demoId } from './catalog/build.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { userGroupRows } from './rows-of-life.ts';
import { type Clock, day } from './times.ts';

/** Vértice's people may also sign in at the stand-in of the cloud identity provider (dev/idp-oidc). */
export function wayRows(tenant: DemoTenant, clock: Clock): Rows {
  if (tenant.subdomain !== 'vertice') return [];
  const [first] = userGroupRows(tenant, clock);
  return [
    {
      tenant_id: tenant.id,
      id: demoId('way/vertice/entra'),
      kind: 'entra',
      name: 'Microsoft',
      status: 'A',
      domains: ['vertice.test'],
      settings: {
        directories: [{ id: verticeDirectory, name: tenant.name }],
        ...{ own: 'N', clientId: '', secret: null, secretAt: null },
        ...{ link: 'S', jit: 'S', jitStatus: 'A', defaultProfile: 'user' },
        groups: first ? [{ claim: demoGroup, group: first.id }] : [],
      },
      created_at: clock.ago(60 * day),
    },
  ];
}
