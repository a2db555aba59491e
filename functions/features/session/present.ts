import type { Profile } from '../../../domain/access/profile.ts';
import type { SessionUser } from '../../../domain/session/contract.ts';
import { knownLanguage } from '../../../domain/session/languages.ts';
import type { HostTenant } from '../../request/context.ts';

export type UserRow = {
  id: string;
  name: string;
  email: string;
  language: string | null;
  department: string | null;
  position: string | null;
  profile: Profile;
  flags: string[];
};

/** The user's own fields as the browser stores them; nothing about the account. */
export function presentUser(row: UserRow, tenant: HostTenant): SessionUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    language: knownLanguage(row.language),
    department: row.department,
    position: row.position,
    perfil_usuario: row.profile,
    flags: row.flags,
    tenant_id: tenant.id,
    tenant: tenant.name,
    zone: tenant.zone,
    mayManage: row.profile === 'admin' || row.profile === 'master' || row.profile === 'a2m',
  };
}
