import type { Refusal } from '../errors/refusal.ts';
import { sameValue } from '../scim/values.ts';
import { maxAppsPerTenant } from './limits.ts';

/**
 * The stored settings of an app that its change history tracks; the private key and the portal's own certificate may be present and are
 * never recorded.
 */
type Kept = { certificates: readonly { fingerprint: string }[]; key?: unknown; own?: unknown };
export type WrittenApp = { name: string; domains: readonly string[]; settings: Kept };
type Facts = Record<string, unknown>;

/** The facts of an app for its change history: every setting but the secrets, and the fingerprints of its certificates. */
export function appFacts({ name, domains, settings }: WrittenApp): Facts {
  const { key: _key, own: _own, certificates, ...told } = settings;
  const fingerprints = certificates.map(({ fingerprint }) => fingerprint);
  return { ...told, name, domains: domains.join(', '), certificates: fingerprints.length > 0 ? fingerprints.join(', ') : null };
}

export const ruledGroups = ({ groups }: { groups: readonly { group: string }[] }): string[] => [
  ...new Set(groups.map(({ group }) => group)),
];

/** Whether the layers above leave sign-in methods to the tenant, and how many of the groups in the rules exist. */
export type Found = { allowed: boolean; groups: number };
type Asked = { app: WrittenApp; groups: number };

export function decideAdd({ app, groups }: Asked, found: Found & { apps: number }): { after: Facts } | Refusal {
  if (!found.allowed) return { refused: 'function_disabled' };
  if (found.groups !== groups) return { refused: 'not_found', field: 'groups' };
  if (found.apps >= maxAppsPerTenant) return { refused: 'saml_too_many', vars: { count: maxAppsPerTenant } };
  return { after: appFacts(app) };
}

export type StoredApp = WrittenApp & { version: number };
export type EditPlan = { version: number; change: { before: Facts; after: Facts } };

/** Lays the new settings over the stored ones; the change history keeps the differences. */
export function decideEdit(
  { app, groups, version }: Asked & { version: number },
  stored: StoredApp | undefined,
  found: Found,
): EditPlan | Refusal {
  if (!found.allowed) return { refused: 'function_disabled' };
  if (!stored) return { refused: 'not_found' };
  if (found.groups !== groups) return { refused: 'not_found', field: 'groups' };
  if (stored.version !== version) return { refused: 'changed_meanwhile' };
  const [was, becomes] = [appFacts(stored), appFacts({ ...app, settings: { ...stored.settings, ...app.settings } })];
  const differing = Object.keys(was).filter((name) => !sameValue(was[name], becomes[name]));
  const of = (facts: Facts): Facts => Object.fromEntries(differing.map((name) => [name, facts[name]]));
  return { version: version + 1, change: { before: of(was), after: of(becomes) } };
}
