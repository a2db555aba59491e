import type { Profile } from '../../../domain/access/profile.ts';
import { getHome, type Landing, landingAt } from '../../../domain/access/screens.ts';

type Person = { profile: Profile; flags: readonly string[] };

export type Arrival =
  | Landing
  /** '/' of a profile with another home. */
  | { kind: 'home'; to: string }
  /** The open page was hidden by a change of hidden_menu. */
  | { kind: 'taken-away'; to: string };

type Before = { path: string; kind: Arrival['kind'] } | null;

/** Decides what a path shows (Spec 2, BEHAVIOUR 17). `before` is what it showed at the last check. */
export function arrivalAt(path: string, person: Person, hiddenMenu: readonly string[], before: Before): Arrival {
  const home = getHome(person.profile);
  if (path === '/' && home !== '/') return { kind: 'home', to: home };
  const landing = landingAt(path, person, hiddenMenu);
  const stoodHere = before?.path === path && before.kind === 'page';
  if (stoodHere && landing.kind === 'not-yours') return { kind: 'taken-away', to: home };
  return landing;
}
