import { randomBytes } from 'node:crypto';
import { fold } from '../../domain/text/fold.ts';
import { demoId } from './catalog/build.ts';
import type { DemoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { memberRows, userGroupRows } from './rows-of-life.ts';
import { getPeople } from './rows-of-tenant.ts';
import { type Clock, day } from './times.ts';

const isConnected = (tenant: DemoTenant) => tenant.subdomain === 'vertice';
const tokenId = demoId('scim/vertice/token');

/** Vértice's directory synced an hour ago. The stored token hash belongs to no token. */
export function scimTokenRows(tenant: DemoTenant, clock: Clock): Rows {
  if (!isConnected(tenant)) return [];
  return [
    {
      tenant_id: tenant.id,
      id: tokenId,
      name: 'Entra ID',
      slot: 1,
      prefix: 'mscim_Vd7kQ2',
      hash: `\\x${randomBytes(32).toString('hex')}`,
      expires_at: clock.ago(-205 * day),
      last_used_at: clock.ago(62),
      last_ip: '20.195.83.14',
      added_by_id: getPeople(tenant).find(({ profile }) => profile === 'admin')?.id ?? null,
      created_at: clock.ago(160 * day),
    },
  ];
}

/** The first user group is mapped to a group of the directory. */
export function scimGroupRows(tenant: DemoTenant, clock: Clock): Rows {
  if (!isConnected(tenant)) return [];
  const [first] = userGroupRows(tenant, clock);
  const name = 'SG-BI-Comercial';
  return [
    {
      ...{ tenant_id: tenant.id, id: demoId('scim/vertice/group'), user_group_id: first?.id, display_name: name, display_key: fold(name) },
      ...{ external_id: demoId('scim/vertice/external'), profile: null, linked: true, created_at: clock.ago(158 * day) },
    },
  ];
}

/** The members of that group came from the directory, too. */
export function scimPeople(tenant: DemoTenant, clock: Clock): string[] {
  const [group] = scimGroupRows(tenant, clock);
  const members = memberRows(tenant, clock).filter((row) => row.user_group_id === group?.user_group_id);
  return members.map((row) => String(row.user_id));
}

type Entry = {
  minutes: number;
  method: string;
  kind: string;
  row: unknown;
  name: string | undefined;
  status: number;
  code?: string;
  detail?: string;
};

export function scimLogRows(tenant: DemoTenant, clock: Clock): Rows {
  if (!isConnected(tenant)) return [];
  const [group] = scimGroupRows(tenant, clock);
  const people = getPeople(tenant).filter(({ id }) => scimPeople(tenant, clock).includes(id));
  const entries: Entry[] = [
    { minutes: 62, method: 'PATCH', kind: 'User', row: people[0]?.id, name: people[0]?.name, status: 200 },
    {
      ...{ minutes: 64, method: 'POST', kind: 'User', row: null, name: people[1]?.email, status: 409, code: 'uniqueness' },
      detail: `The userName "${people[1]?.email}" is taken.`,
    },
    { minutes: 1501, method: 'PATCH', kind: 'Group', row: group?.id, name: 'SG-BI-Comercial', status: 200 },
    {
      ...{ minutes: 2944, method: 'PATCH', kind: 'User', row: people[2]?.id, name: people[2]?.name, status: 400, code: 'invalidValue' },
      detail: '"active" is true or false.',
    },
    { minutes: 2950, method: 'POST', kind: 'User', row: people[3]?.id, name: people[3]?.name, status: 201 },
    { minutes: 4391, method: 'DELETE', kind: 'User', row: demoId('scim/vertice/gone'), name: 'Estagiário 2025', status: 204 },
  ];
  return entries.map(({ minutes, method, kind, row, name, status, code = null, detail = null }, n) => ({
    ...{ tenant_id: tenant.id, id: demoId(`scim/vertice/log/${n}`), at: clock.ago(minutes), token_id: tokenId, method, kind, row_id: row },
    ...{ name: name ?? '', status, code, detail, ip: '20.195.83.14', request_id: demoId(`scim/vertice/request/${n}`) },
  }));
}
