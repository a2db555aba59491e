import type { ErrorCode } from '../errors/catalogue.ts';

/** The row-level identity that goes to the report service. */
export type RlsIdentity = { username: string; roles: string[] };

export type IdentityQuestion = {
  report: {
    needsIdentity: boolean;
    needsRoles: boolean /** "Ignore RLS" (Spec 3): the role of the model that has no filter. */;
    roleWithoutFilter?: string | null;
  };
  person: { email: string; rlsUsername: string | null; rlsRoles: readonly string[] };
  /** The identity fixed by the path through which the report is seen (a grant), if any. */
  path: RlsIdentity | null;
};

export type IdentityAnswer =
  | { kind: 'none' }
  | { kind: 'as'; identity: RlsIdentity }
  | { kind: 'refused'; code: Extract<ErrorCode, 'rls_identity_missing'> };

/** In a grant to many, `{email}` stands for each person's own e-mail. */
export const usernameFor = (template: string, email: string): string => template.replaceAll('{email}', email);

/**
 * Under which identity does this person see this report? The only place that answers (ARCHITECTURE 3): viewing, playlist,
 * export, e-mail and embed link all ask it. Where the model demands an identity and there is none the answer is a refusal,
 * never the publisher's data; an identity is never sent to a model without rules (the service refuses it).
 */
export function identityFor({ report, person, path }: IdentityQuestion): IdentityAnswer {
  if (!report.needsIdentity) return { kind: 'none' };
  if (report.roleWithoutFilter) return { kind: 'as', identity: { username: person.email, roles: [report.roleWithoutFilter] } };
  const username = path ? usernameFor(path.username, person.email) : person.rlsUsername;
  const roles = path ? path.roles : [...person.rlsRoles];
  if (!username?.trim() || (report.needsRoles && roles.length === 0)) return { kind: 'refused', code: 'rls_identity_missing' };
  return { kind: 'as', identity: { username, roles: [...roles].sort() } };
}
