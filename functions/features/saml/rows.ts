import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client.ts';
import { ssoApps } from '../../../db/schema/ways-in.ts';
import { toFlag } from '../../../domain/contract/flag.ts';
import { isoOrNull, toIso } from '../../../domain/format/iso.ts';
import type { SamlApp, SamlRow } from '../../../domain/saml/contract.ts';
import type { Context } from '../../request/context.ts';
import { getOrigin } from '../../request/get-origin.ts';
import { ownAddresses, type SamlSettings } from '../../services/saml/app.ts';

export const x = alias(ssoApps, 'x');
const people = sql<number>`(select count(distinct i.user_id)::int from identities i join users u on u.id = i.user_id
  where i.kind = 'saml' and i.issuer = x.settings->>'issuer' and u.deleted_at is null)`;
export const rowColumns = {
  id: x.id,
  name: x.name,
  status: sql<'A' | 'I'>`${x.status}`,
  settings: sql<Omit<SamlSettings, 'key'>>`${x.settings} - 'key'`,
  domains: x.domains,
  lastUsedAt: x.lastUsedAt,
  createdAt: x.createdAt,
  version: x.version,
  people,
};

/** The query for apps; the caller adds conditions, order and limit. */
export const shownApps = (db: Db) => db.select(rowColumns).from(x);
type Row = Awaited<ReturnType<typeof shownApps>>[number];

export function presentRow(row: Row): SamlRow {
  const ends = row.settings.certificates.map(({ until }) => until).toSorted();
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    issuer: row.settings.issuer,
    domains: row.domains,
    certificateUntil: ends.at(-1) ?? null,
    people: row.people,
    lastUsedAt: isoOrNull(row.lastUsedAt),
    createdAt: toIso(row.createdAt),
    version: row.version,
  };
}

export function presentApp(row: Row, names: Record<string, string>, ctx: Context): SamlApp {
  const { settings } = row;
  return {
    ...presentRow(row),
    signInUrl: settings.signInUrl,
    signOutUrl: settings.signOutUrl,
    signOutResponseUrl: settings.signOutResponseUrl ?? '',
    metadataUrl: settings.metadataUrl,
    certificates: settings.certificates,
    map: settings.map,
    defaultProfile: 'user',
    jit: toFlag(settings.jit),
    sync: toFlag(settings.sync),
    idpInitiated: toFlag(settings.idpInitiated),
    signRequests: toFlag(settings.signRequests),
    singleLogout: toFlag(settings.singleLogout),
    groups: settings.groups.map((rule) => ({ ...rule, name: names[rule.group] ?? null })),
    profiles: settings.profiles.map(({ value }) => ({ value, profile: 'user' })),
    own: { ...ownAddresses(row.id, getOrigin(settings.host, ctx.env)), certificate: settings.own },
  };
}
