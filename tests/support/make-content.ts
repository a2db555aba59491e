import { randomUUID } from 'node:crypto';

import { fold, searchWords } from '../../domain/text/fold.ts';
import { sealer } from '../../functions/services/seal.ts';
import { query } from './database.ts';
import { makeId } from './make-id.ts';
import { world } from './world.ts';

type Owner = { id: string };
export type GroupOptions = { name?: string; position?: number; hidden?: boolean; viewers?: { id: string }[] };

/** A group, visible to `viewers` only, or to everyone without them. */
export async function makeGroup(tenant: Owner, options: GroupOptions = {}): Promise<{ id: string; name: string }> {
  return makeShelf('groups', tenant, null, options);
}

export async function makeSubgroup(
  tenant: Owner,
  group: { id: string },
  options: GroupOptions = {},
): Promise<{ id: string; name: string }> {
  return makeShelf('subgroups', tenant, group.id, options);
}

async function makeShelf(table: 'groups' | 'subgroups', tenant: Owner, groupId: string | null, options: GroupOptions) {
  const id = makeId();
  const { name = `Shelf ${id.slice(0, 8)}`, position = 1, hidden = false, viewers } = options;
  const [column, value] = groupId ? ['group_id, ', '$7::uuid, '] : ['', ''];
  await query(
    `insert into ${table} (tenant_id, id, ${column}name, sort_key, position, hidden, audience)
      values ($1, $2, ${value}$3, $4, $5, $6, '${viewers ? 'chosen' : 'everyone'}')`,
    [tenant.id, id, name, fold(name), position, hidden, ...(groupId ? [groupId] : [])],
  );
  for (const { id: userId } of viewers ?? [])
    await query('insert into viewers (tenant_id, target_id, user_id) values ($1, $2, $3)', [tenant.id, id, userId]);
  return { id, name };
}

export type ReportOptions = {
  title?: string;
  group?: { id: string };
  subgroup?: { id: string };
  kind?: 'powerbi' | 'external';
  externalUrl?: string;
  account?: { id: string };
  workspaceId?: string;
  serviceReportId?: string;
  datasetId?: string;
  needsIdentity?: boolean;
  needsRoles?: boolean;
  hidden?: boolean;
  /** Who gets it: everyone of the tenant, or these people. No grant at all when absent. */
  grantTo?: 'everyone' | { id: string }[];
};

/** A report with its search words, and with its grants if asked. */
export async function makeReport(tenant: Owner, options: ReportOptions = {}): Promise<{ id: string; title: string }> {
  const id = makeId();
  const {
    title = `Report ${id.slice(0, 8)}`,
    group,
    subgroup,
    kind = 'powerbi',
    externalUrl = null,
    account,
    hidden = false,
    grantTo,
  } = options;
  const { workspaceId = null, serviceReportId = null, datasetId = null, needsIdentity = false, needsRoles = false } = options;
  await query(
    `with r as (insert into reports (tenant_id, id, group_id, subgroup_id, title, sort_key, kind, external_url, account_id, workspace_id,
      service_report_id, dataset_id, needs_identity, needs_roles, hidden)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning tenant_id, id)
      insert into report_words (tenant_id, word, report_id) select r.tenant_id, w, r.id from r, unnest($16::text[]) w`,
    [
      ...[tenant.id, id, group?.id ?? null, subgroup?.id ?? null, title, fold(title), kind, externalUrl, account?.id ?? null],
      ...[workspaceId, serviceReportId, datasetId, String(needsIdentity), String(needsRoles), String(hidden), searchWords(title)],
    ],
  );
  if (grantTo === 'everyone') await makeGrant(tenant, { id }, null);
  else for (const user of grantTo ?? []) await makeGrant(tenant, { id }, user);
  return { id, title };
}

export type GrantOptions = {
  identity?: unknown;
  filters?: unknown;
  validUntil?: string;
  /** The id is of a user group, not of a person. */ toGroup?: boolean;
};

/** Gives a report to one person or user group, or with null to everyone of the tenant. */
export async function makeGrant(
  tenant: Owner,
  report: { id: string },
  to: { id: string } | null,
  { identity, filters, validUntil, toGroup = false }: GrantOptions = {},
): Promise<{ id: string }> {
  const id = makeId();
  await query(
    `insert into grants (tenant_id, id, report_id, subject, user_id, user_group_id, identity, filters, valid_until)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ...[tenant.id, id, report.id, to ? (toGroup ? 'group' : 'user') : 'everyone'],
      ...[to && !toGroup ? to.id : null, to && toGroup ? to.id : null],
      ...[
        identity === undefined ? null : JSON.stringify(identity),
        filters === undefined ? null : JSON.stringify(filters),
        validUntil ?? null,
      ],
    ],
  );
  return { id };
}

/** A group of people with its members. */
export async function makeUserGroup(
  tenant: Owner,
  { name, members = [] }: { name?: string; members?: Owner[] } = {},
): Promise<{ id: string; name: string }> {
  const id = makeId();
  const named = name ?? `Team ${id.slice(0, 8)}`;
  await query('insert into user_groups (tenant_id, id, name, sort_key) values ($1, $2, $3, $4)', [tenant.id, id, named, fold(named)]);
  for (const { id: userId } of members)
    await query('insert into user_group_members (tenant_id, user_group_id, user_id) values ($1, $2, $3)', [tenant.id, id, userId]);
  return { id, name: named };
}

export type AccountOptions = {
  directoryId: string;
  appId: string;
  secret: string;
  name?: string;
  objectId?: string;
  registeredBy?: { id: string };
};

/** The tenant's account at the report service, its secret sealed as the product seals it. */
export async function makeServiceAccount(
  tenant: Owner,
  { directoryId, appId, secret, name = 'Service account', objectId, registeredBy }: AccountOptions,
): Promise<{ id: string }> {
  const id = makeId();
  const place = { tenantId: tenant.id, table: 'service_accounts', rowId: id, column: 'secret_sealed' };
  const sealed = await sealer(world().keys.SEAL_KEYS).seal(secret, place);
  await query(
    `insert into service_accounts (tenant_id, id, name, sort_key, directory_id, app_id, secret_sealed, object_id, registered_by_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [tenant.id, id, name, fold(name), directoryId, appId, sealed, objectId ?? null, registeredBy?.id ?? null],
  );
  return { id };
}

export type WindowOptions = {
  target?: 'report' | 'subgroup' | 'group' | 'unit';
  targetId?: string | null;
  title?: string;
  startsAt: string;
  endsAt: string;
  blocks?: boolean;
  exceptAdmin?: boolean;
};

/** A window of maintenance, of the whole unit unless a target is named. */
export async function makeWindow(tenant: Owner, options: WindowOptions): Promise<{ id: string }> {
  const id = makeId();
  const { target = 'unit', targetId = null, title = 'Carga de dados', startsAt, endsAt, blocks = true, exceptAdmin = true } = options;
  await query(
    'insert into maintenance (tenant_id, id, target, target_id, title, starts_at, ends_at, blocks, except_admin) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [tenant.id, id, target, targetId, title, startsAt, endsAt, String(blocks), String(exceptAdmin)],
  );
  return { id };
}

export type WorkspaceOptions = { name?: string; serviceId?: string };

/** A workspace of the service that the tenant has added. */
export async function makeWorkspace(
  tenant: Owner,
  account: { id: string },
  { name = 'Workspace', serviceId = randomUUID() }: WorkspaceOptions = {},
): Promise<{ id: string; serviceId: string }> {
  const id = makeId();
  await query('insert into workspaces (tenant_id, id, account_id, service_id, name, sort_key) values ($1, $2, $3, $4, $5, $6)', [
    ...[tenant.id, id, account.id, serviceId, name, fold(name)],
  ]);
  return { id, serviceId };
}
