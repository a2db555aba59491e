import { type SQL, sql } from 'drizzle-orm';
import { toFlag } from '../../../domain/contract/fields.ts';
import type { SamlApp, SamlRow } from '../../../domain/saml/contract.ts';
import type { Context } from '../../http/context.ts';
import { originOf } from '../../http/origin-of.ts';
import { ownAddresses, type SamlSettings } from '../../services/saml/app.ts';

export type Row = {
  id: string;
  name: string;
  status: 'A' | 'I';
  settings: SamlSettings;
  domains: string[];
  last_used_at: string | null;
  created_at: string;
  version: number;
  people: number;
};

export const rowColumns: SQL = sql`x.id, x.name, x.status, x.settings - 'key' as settings, x.domains, x.last_used_at, x.created_at, x.version,
  (select count(distinct i.user_id)::int from identities i join users u on u.id = i.user_id where i.kind = 'saml' and i.issuer = x.settings->>'issuer' and u.deleted_at is null) as people`;

const instantOf = (value: string | null) => (value === null ? null : new Date(value).toISOString());

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
    lastUsedAt: instantOf(row.last_used_at),
    createdAt: new Date(row.created_at).toISOString(),
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
    own: { ...ownAddresses(row.id, originOf(settings.host, ctx.env)), certificate: settings.own },
  };
}

/** What the history keeps of an app `x`: no key, of certificates their fingerprints. */
export const factsOf = (x: SQL): SQL =>
  sql`((${x}.settings - 'key' - 'own' - 'certificates') || jsonb_build_object('name', ${x}.name, 'domains', array_to_string(${x}.domains, ', '),
    'certificates', (select string_agg(c->>'fingerprint', ', ') from jsonb_array_elements(${x}.settings->'certificates') c)))`;
