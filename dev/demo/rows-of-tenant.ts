import { fold } from '../../domain/text/fold.ts';
import type { Sealer } from '../../functions/services/seal.ts';
import { getAzure, getCapacityId } from '../powerbi/world-demo.ts';
import { mainDomainRow, type NewTenant, personRow, settingsRow, tenantRow } from '../tenant-rows.ts';
import { demoId, hash32, paragraph } from './catalog/build.ts';
import type { DemoPerson, DemoTenant } from './catalog.ts';
import { demoTenant } from './catalog.ts';
import type { Rows } from './put-rows.ts';
import { toValues } from './rows-of-custom.ts';
import { type Clock, day } from './times.ts';

/** The account behind an e-mail; the same person in two tenants has one. */
export const getAccountId = (email: string): string => demoId(`account/${email}`);

export const getPeople = (tenant: DemoTenant): DemoPerson[] => [...tenant.people, ...tenant.colleagues];

export function idOfPerson(tenant: DemoTenant, email: string): string {
  const person = tenant.people.find((candidate) => candidate.email === email);
  if (!person) throw new Error(`The demo has no ${email} in ${tenant.name}`);
  return person.id;
}

/** Includes people who can't sign in. */
export function idOfAnyone(tenant: DemoTenant, email: string): string {
  const person = getPeople(tenant).find((candidate) => candidate.email === email);
  if (!person) throw new Error(`The demo has no ${email} in ${tenant.name}`);
  return person.id;
}

/** The people of these departments and e-mails, each once. */
export function getViewers(tenant: DemoTenant, named: string[]): DemoPerson[] {
  return getPeople(tenant).filter((person) => named.includes(person.department) || named.includes(person.email));
}

const newTenant = (tenant: DemoTenant): NewTenant => ({
  ...{ id: tenant.id, kind: tenant.kind, parentId: tenant.parent && demoTenant(tenant.parent).id, name: tenant.name },
  ...{ language: tenant.language, zone: tenant.timezone, host: `${tenant.subdomain}.localhost`, settings: tenant.life.settings },
});

export function tenantRows(tenant: DemoTenant, clock: Clock): Rows {
  return [
    {
      ...tenantRow(newTenant(tenant)),
      status: tenant.status,
      trial_ends_at: clock.trialEnd(tenant),
      user_limit: tenant.userLimit,
      created_at: clock.ago(tenant.createdDaysAgo * day),
    },
  ];
}

export function domainRows(tenant: DemoTenant): Rows {
  const plain = ['localhost', '127.0.0.1'].map((host) => ({ host, tenant_id: tenant.id, main: false }));
  return [mainDomainRow(newTenant(tenant)), ...(tenant.isDefaultHost ? plain : [])];
}

export const hasAccount = (person: DemoPerson): boolean => person.invitedDaysAgo === null;

/** Minutes since a person's last visit: the latest recorded one, else some day of the last weeks; a few never signed in. */
function lastSeen(tenant: DemoTenant, person: DemoPerson): number | null {
  if (person.visits.length > 0) return Math.min(...person.visits.map((visit) => visit.minutesAgo));
  const lot = hash32(person.email, 5);
  if (tenant.people.includes(person) || !hasAccount(person) || lot % 8 === 0) return null;
  return 90 + (lot % (30 * day));
}

// How a mobile number begins in the tenant's country, and how many digits follow.
const mobiles: Record<string, readonly [start: string, digits: number]> = {
  'Europe/Lisbon': ['+35191', 7],
  'America/Santiago': ['+5698', 7],
};

/** A number that the product accepts, unique in the tenant; some people have none. */
function getPhone(tenant: DemoTenant, index: number): string | null {
  if (index % 9 === 8) return null;
  const [start, digits] = mobiles[tenant.timezone] ?? ['+5511985', 6];
  return start + String(((index + 1) * 7919) % 10 ** digits).padStart(digits, '0');
}

export function userRows(tenant: DemoTenant, clock: Clock): Rows {
  return getPeople(tenant).map((person, index) => {
    const signsIn = tenant.people.includes(person);
    const last = lastSeen(tenant, person);
    return {
      ...personRow({ ...person, tenantId: tenant.id }),
      account_id: hasAccount(person) ? getAccountId(person.email) : null,
      phone: getPhone(tenant, index),
      flags: person.flags,
      status: person.status,
      department: person.department,
      position: person.position,
      // Everyone who may sign in allows remote access, if the unit offers it.
      allow_remote: signsIn && person.profile === 'user' && tenant.life.settings.allow_access_remote === 'S',
      rls_username: person.rls?.username ?? null,
      rls_roles: person.rls?.roles ?? [],
      custom: toValues(tenant, person, index),
      // The first people came with the tenant, the others in the order of the list.
      created_at: clock.ago(tenant.createdDaysAgo * day * (1 - index / (getPeople(tenant).length + 4))),
      last_sign_in_at: last === null ? null : clock.ago(last + 5),
      ...comingAndGoing(person, clock),
    };
  });
}

const comingAndGoing = ({ invitedDaysAgo, endsInDays }: DemoPerson, clock: Clock) => ({
  invited_at: invitedDaysAgo === null ? null : clock.ago(invitedDaysAgo * day),
  expires_at: endsInDays === null ? null : clock.ago(-endsInDays * day),
});

/** Invitations and expiries of people, counted from now. */
export const passingRows = (tenant: DemoTenant, clock: Clock): Rows =>
  tenant.colleagues
    .filter((person) => person.invitedDaysAgo !== null || person.endsInDays !== null)
    .map((person) => ({ tenant_id: tenant.id, id: person.id, ...comingAndGoing(person, clock) }));

export function relationRows(tenant: DemoTenant, clock: Clock): Rows {
  if (!tenant.parent) return [];
  return [
    {
      tenant_id: tenant.id,
      id: demoId(`${tenant.key}/relation`),
      above_id: demoTenant(tenant.parent).id,
      kind: 'partner',
      until: clock.yearEnd,
    },
  ];
}

export function settingRows(tenant: DemoTenant): Rows {
  return [settingsRow(newTenant(tenant))];
}

export function themeRows(tenant: DemoTenant): Rows {
  return [{ tenant_id: tenant.id, id: demoId(`${tenant.key}/theme`), name: tenant.theme.name, values: tenant.theme, published: true }];
}

export function noticeRows(tenant: DemoTenant, clock: Clock): Rows {
  return tenant.notices.map(({ home, ...notice }, index) => ({
    tenant_id: tenant.id,
    ...notice,
    body: paragraph(notice.text),
    at_login: home === null,
    must_acknowledge: home !== null,
    // The sign-in page shows the oldest first.
    starts_at: clock.ago(home === 'planned' ? -20 * day : (9 - index) * day),
    ends_at: clock.ago(-30 * day),
    withdrawn_at: home === 'withdrawn' ? clock.ago(day) : null,
  }));
}

/** Who acknowledged a notice before it was withdrawn. */
export function noticeStateRows(tenant: DemoTenant, clock: Clock): Rows {
  const read = tenant.notices.filter(({ home }) => home === 'withdrawn');
  return read.flatMap(({ id }) =>
    tenant.people.slice(0, 7).map((person, index) => ({
      tenant_id: tenant.id,
      notice_tenant_id: tenant.id,
      notice_id: id,
      user_id: person.id,
      acknowledged_at: clock.ago(3 * day - index * 60),
    })),
  );
}

const getEnd = (tenant: DemoTenant, clock: Clock) => clock.ago(-tenant.account.secretEndsInDays * day);

/** Sealed as the product seals it: the Worker opens it with the same ring. */
export async function accountRow(tenant: DemoTenant, seals: Sealer, clock: Clock): Promise<Rows[number]> {
  const { id, name, directoryId, appId, objectId, secret, workspaces } = tenant.account;
  const place = { tenantId: tenant.id, table: 'service_accounts', rowId: id, column: 'secret_sealed' };
  const { subscriptionId, resourceGroup } = getAzure(directoryId);
  return {
    ...{ tenant_id: tenant.id, id, name, sort_key: fold(name), directory_id: directoryId, app_id: appId, object_id: objectId },
    ...{ secret_sealed: await seals.seal(secret, place), secret_ends_at: getEnd(tenant, clock), secret_set_at: clock.ago(9 * day) },
    ...{ subscription_id: subscriptionId, resource_group: resourceGroup, workspace_id: workspaces[0]?.id ?? null },
    ...{ registered_by_id: getKeeper(tenant), created_at: clock.ago(tenant.createdDaysAgo * day) },
  };
}

/** When the secrets expire; no notice of it has been sent yet. */
export const secretEndRows = (tenant: DemoTenant, clock: Clock): Rows => [
  { tenant_id: tenant.id, id: tenant.account.id, secret_ends_at: getEnd(tenant, clock), secret_warned_days: null },
];

const getKeeper = (tenant: DemoTenant) => tenant.people.find(({ profile }) => profile !== 'user')?.id ?? null;

export function workspaceRows(tenant: DemoTenant, clock: Clock): Rows {
  const { id, workspaces } = tenant.account;
  // A unit that has published nothing has not chosen a workspace yet.
  if (tenant.reports.length === 0) return [];
  return workspaces.map((workspace) => ({
    ...{ tenant_id: tenant.id, id: demoId(`workspaces/${workspace.id}`), account_id: id, service_id: workspace.id },
    ...{ name: workspace.name, sort_key: fold(workspace.name), capacity_id: getCapacityId(workspaces[0]?.id ?? id) },
    ...{ added_by_id: getKeeper(tenant), created_at: clock.ago(tenant.createdDaysAgo * day) },
  }));
}

/** The catcher under the tenant's own name; it takes any password. */
export async function mailServerRow(tenant: DemoTenant, seals: Sealer, port: number, clock: Clock): Promise<Rows> {
  const server = tenant.life.mailServer;
  if (!server) return [];
  const place = { tenantId: tenant.id, table: 'mail_servers', rowId: tenant.id, column: 'password_sealed' };
  return [
    {
      ...{ tenant_id: tenant.id, name: server.name, email: server.email, host: 'localhost', port, protocol: 'starttls' },
      ...{ password_sealed: await seals.seal('demo', place), password_set_at: clock.ago(120 * day), verified_at: clock.ago(120 * day) },
    },
  ];
}
