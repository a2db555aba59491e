import type { Profile } from '../access/profile.ts';
import type { TenantKind } from '../users/person.ts';

/**
 * Profiles that somebody may have whom a provider's word alone brings in: never one that administers. Partners and the platform have
 * none, so nobody is made or linked there by an address.
 */
export const joiningProfiles = (kind: TenantKind): readonly Profile[] => (kind === 'unit' ? ['user'] : []);

type Choices = { jit: boolean; link: boolean; domains: readonly string[] };

/** What is wrong with the choices of a provider's form, and at which field; null where they may be kept. */
export function joiningFault(
  kind: TenantKind,
  { jit, link, domains }: Choices,
): { code: 'sso_units_only' | 'sso_domains'; field: 'jit' | 'link' | 'domains' } | null {
  if (kind !== 'unit' && (jit || link)) return { code: 'sso_units_only', field: jit ? 'jit' : 'link' };
  return jit && domains.length === 0 ? { code: 'sso_domains', field: 'domains' } : null;
}
