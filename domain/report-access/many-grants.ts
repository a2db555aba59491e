import type { Refusal } from '../errors/refusal.ts';

/** The subject of a grant: everyone, a user or a user group. */
export type Subject = { kind: 'everyone' } | { kind: 'user' | 'group'; id: string };
export type FoundSubjects = {
  report: boolean;
  /** The named users and groups that exist. */
  users: readonly string[];
  groups: readonly string[];
  /** The grants that the named subjects have of the report; one that has ended is given again under its id. */
  held: readonly { id: string; subject: Subject; ended: boolean }[];
};
export type AddPlan = { fresh: readonly Subject[]; again: readonly string[] };

/** The identity of a subject. Grants are inserted in its order, so that concurrent writers don't deadlock. */
export const keyOfSubject = (subject: Subject): string => (subject.kind === 'everyone' ? 'everyone' : `${subject.kind} ${subject.id}`);

/** Which grants are written: all subjects exist, or none gets one; `refuseGrant` decides whether such a grant may be given. */
export function decideAddGrants(asked: readonly Subject[], { report, users, groups, held }: FoundSubjects): AddPlan | Refusal {
  if (!report) return { refused: 'not_found' };
  const known = new Set([...users.map((id) => `user ${id}`), ...groups.map((id) => `group ${id}`), 'everyone']);
  const keys = asked.map(keyOfSubject);
  if (!keys.every((key) => known.has(key))) return { refused: 'not_found', field: 'subjects' };
  const having = new Map(held.map((grant) => [keyOfSubject(grant.subject), grant]));
  const fresh = asked.filter((subject) => !having.has(keyOfSubject(subject)));
  return {
    fresh: fresh.toSorted((a, b) => (keyOfSubject(a) < keyOfSubject(b) ? -1 : 1)),
    again: keys.flatMap((key) => {
      const grant = having.get(key);
      return grant?.ended ? [grant.id] : [];
    }),
  };
}

/** Several grants of a report are removed together or not at all. */
export const refuseRemoving = (asked: readonly string[], found: number): Refusal | null =>
  found === asked.length ? null : { refused: 'not_found', field: 'ids' };
