import type { Tree } from './contract.ts';

type Field = 'userLimit' | 'domainLimit' | 'reportLimit';
/** What a giver has left of each limit; null where it has no limit itself. */
export type Room = Record<Field, number | null>;

export const toRoom = (tree: Tree): Room => ({
  userLimit: tree.userLimit === null ? null : Math.max(0, tree.userLimit - tree.usersGiven),
  domainLimit: tree.domainLimit === null ? null : Math.max(0, tree.domainLimit - tree.domainsGiven),
  reportLimit: tree.reportLimit === null ? null : Math.max(0, tree.reportLimit - tree.reportsGiven),
});

/** A tenant with a limit can't leave a unit unlimited, nor give more than is left (`app.keep_within` checks the same). */
export function roomProblem(value: number | null, left: number | null): 'required' | 'too_much' | null {
  if (left === null) return null;
  if (value === null) return 'required';
  return value > left ? 'too_much' : null;
}
