import type { ErrorCode } from '../errors/catalogue.ts';

/** The RLS identity that is sent to the report service. */
export type RlsIdentity = { username: string; roles: string[] };

export type IdentityQuestion = {
  report: {
    needsIdentity: boolean;
    needsRoles: boolean /** "Ignore RLS" (Spec 3): the role of the model that has no filter. */;
    roleWithoutFilter?: string | null;
  };
  person: {
    email: string;
    rlsUsername: string | null;
    rlsRoles: readonly string[];
    /** The user's values of the fields that may be part of an identity, by key (BEHAVIOUR 10). */
    values: Readonly<Record<string, string>>;
  };
  /** The identity fixed by the path through which the report is seen (a grant), if any. */
  path: RlsIdentity | null;
};

export type IdentityAnswer =
  | { kind: 'none' }
  | { kind: 'as'; identity: RlsIdentity }
  /** `lacks` is what the identity lacks: its name, or only a role that the model requires. */
  | { kind: 'refused'; code: Extract<ErrorCode, 'rls_identity_missing'>; lacks: 'name' | 'role' };

const parts = /\{\{(cf_[a-z0-9_]+)\}\}|\{email\}/g;

/**
 * The identity name that a template gives a user: `{email}` and `{{cf_…}}` are replaced by the user's own values, once and not recursively.
 * An empty value makes the whole name empty. app.identity_name does the same in the database.
 */
export function usernameFor(template: string, person: { email: string; values: Readonly<Record<string, string>> }): string {
  const lacks = [...template.matchAll(parts)].some(([, key]) => key !== undefined && !ownValue(person.values, key));
  return lacks ? '' : template.replaceAll(parts, (_, key?: string) => (key === undefined ? person.email : ownValue(person.values, key)));
}

function ownValue(values: Readonly<Record<string, string>>, key: string): string {
  const value = Object.hasOwn(values, key) ? (values[key] ?? '') : '';
  return value.trim() === '' ? '' : value;
}

/** The field keys that a template names. */
export const identityKeys = (template: string): string[] => [...template.matchAll(parts)].flatMap(([, key]) => key ?? []);

/**
 * Under which identity does this user see this report? The only place that answers (ARCHITECTURE 3): viewing, playlist, export, e-mail and
 * embed link all use it. Where the model requires an identity and there is none, the answer is a refusal, never the publisher's data; an
 * identity is never sent to a model without RLS (the service refuses it).
 */
export function identityFor({ report, person, path }: IdentityQuestion): IdentityAnswer {
  if (!report.needsIdentity) return { kind: 'none' };
  if (report.roleWithoutFilter) return { kind: 'as', identity: { username: person.email, roles: [report.roleWithoutFilter] } };
  const username = usernameFor(path ? path.username : (person.rlsUsername ?? ''), person);
  const roles = path ? path.roles : [...person.rlsRoles];
  if (!username.trim()) return { kind: 'refused', code: 'rls_identity_missing', lacks: 'name' };
  if (report.needsRoles && roles.length === 0) return { kind: 'refused', code: 'rls_identity_missing', lacks: 'role' };
  return { kind: 'as', identity: { username, roles: [...roles].sort() } };
}
