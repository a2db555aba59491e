import type { Tree } from './contract.ts';

type Field = 'userLimit' | 'domainLimit' | 'reportLimit';
/** What a giver has left of each limit; null where it has no limit itself. */
export type Room = Record<Field, number | null>;

export const roomOf = (tree: Tree): Room => ({
  userLimit: tree.userLimit === null ? null : Math.max(0, tree.userLimit - tree.usersGiven),
  domainLimit: tree.domainLimit === null ? null : Math.max(0, tree.domainLimit - tree.domainsGiven),
  reportLimit: tree.reportLimit === null ? null : Math.max(0, tree.reportLimit - tree.reportsGiven),
});

/** Whoever has a limit can give no unit none, and no more than is left (`app.keep_within` says the same). */
export function roomProblem(value: number | null, left: number | null): 'required' | 'too_much' | null {
  if (left === null) return null;
  if (value === null) return 'required';
  return value > left ? 'too_much' : null;
}
