import type { IdentityOptions } from './fields.ts';

/** An identity as a form holds it: a fixed one, or each user's own. */
export type Rows = { as: 'own' | 'fixed'; username: string; roles: readonly string[] };
/** The rows that it shows: all, those of a value, each user's own, or none because there is no identity. */
export type RowsMode = 'all' | 'some' | 'own' | 'none';

/** A role without a filter, according to the model. */
export const isOpen = (role: IdentityOptions['roles'][number]): boolean => role.open === true;

/** Which rows an identity shows. Roles are additive: one without a filter shows everything even beside others. */
export function getRowsMode({ as, username, roles }: Rows, options: IdentityOptions, other: 'own' | 'none' | null): RowsMode {
  if (as === 'own') return 'own';
  if (other === 'none' && !username && roles.length === 0) return 'none';
  return options.roles.some((role) => isOpen(role) && roles.includes(role.name)) ? 'all' : 'some';
}

/** The roles to combine with a value: the selected ones, else the only filtered role, else those that most values have here. */
export function rolesFor(chosen: readonly string[], { roles, usual }: IdentityOptions): readonly string[] {
  if (chosen.length > 0) return chosen;
  const filtered = roles.filter((role) => !isOpen(role));
  if (filtered.length === 1 && filtered[0]) return [filtered[0].name];
  return usual.every((role) => filtered.some(({ name }) => name === role)) ? usual : [];
}

/** Roles that the model doesn't have; none where its roles aren't known. */
export const unknownRoles = (chosen: readonly string[], { roles, listed }: IdentityOptions): string[] =>
  listed ? chosen.filter((role) => !roles.some(({ name }) => name === role)) : [];
