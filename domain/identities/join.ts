import type { Profile } from '../access/profile.ts';
import type { TenantKind } from '../users/person.ts';

/**
 * Profiles of users who may be added on a provider's word alone: never one that administers. Partners and the platform have none, so no
 * user is created or linked there by an address.
 */
export const joiningProfiles = (kind: TenantKind): readonly Profile[] => (kind === 'unit' ? ['user'] : []);

type Choices = { jit: boolean; link: boolean; domains: readonly string[] };

/** What is wrong with the choices of a provider's form, and at which field; null where they are valid. */
export function joiningFault(
  kind: TenantKind,
  { jit, link, domains }: Choices,
): { code: 'sso_units_only' | 'sso_domains'; field: 'jit' | 'link' | 'domains' } | null {
  if (kind !== 'unit' && (jit || link)) return { code: 'sso_units_only', field: jit ? 'jit' : 'link' };
  return jit && domains.length === 0 ? { code: 'sso_domains', field: 'domains' } : null;
}
