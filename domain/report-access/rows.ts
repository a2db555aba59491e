import type { IdentityOptions } from './fields.ts';

/** An identity as a form holds it: one set there, or each person's own. */
export type Rows = { as: 'own' | 'fixed'; username: string; roles: readonly string[] };
/** Which rows that shows: all, those of a value, each person's own, or no identity at all. */
export type RowsMode = 'all' | 'some' | 'own' | 'none';

/** A role without a filter, as the model says it. */
export const isOpen = (role: IdentityOptions['roles'][number]): boolean => role.open === true;

/** Tells which rows an identity shows. Roles add up, so that one without a filter beside others shows everything. */
export function rowsModeOf({ as, username, roles }: Rows, options: IdentityOptions, other: 'own' | 'none' | null): RowsMode {
  if (as === 'own') return 'own';
  if (other === 'none' && !username && roles.length === 0) return 'none';
  return options.roles.some((role) => isOpen(role) && roles.includes(role.name)) ? 'all' : 'some';
}

/** The roles that go with a value: those that were chosen, else the only filtered role there is, else those that most values have here. */
export function rolesFor(chosen: readonly string[], { roles, usual }: IdentityOptions): readonly string[] {
  if (chosen.length > 0) return chosen;
  const filtered = roles.filter((role) => !isOpen(role));
  if (filtered.length === 1 && filtered[0]) return [filtered[0].name];
  return usual.every((role) => filtered.some(({ name }) => name === role)) ? usual : [];
}

/** Roles that the model doesn't have; none where its roles aren't known. */
export const unknownRoles = (chosen: readonly string[], { roles, listed }: IdentityOptions): string[] =>
  listed ? chosen.filter((role) => !roles.some(({ name }) => name === role)) : [];
