/** What a group gives one of its members, according to the visibility rule. */
export type MemberFacts = {
  /** May sign in: status A or T. */
  active: boolean;
  /** Administrators see every report without a group. */
  seesAll: boolean;
  /** Reports that the group gives now. */
  given: number;
  /** Those that this user sees now. */
  seen: number;
  /** Those they have through no other grant. */
  onlyHere: number;
};
export const memberEffects = ['inactive', 'administrator', 'nothing', 'none_seen', 'some', 'all'] as const;
export type MemberEffect = (typeof memberEffects)[number];

/** The effective access beside a member's switch (BEHAVIOUR 15, row 8). */
export function effectOfMember({ active, seesAll, given, seen }: MemberFacts): MemberEffect {
  if (!active) return 'inactive';
  if (seesAll) return 'administrator';
  if (given === 0) return 'nothing';
  if (seen === 0) return 'none_seen';
  return seen < given ? 'some' : 'all';
}

export type ReportFacts = {
  ended: boolean;
  hidden: boolean;
  /** The report's group or sub-group is hidden. */
  placeHidden: boolean;
  /** Everyone has the report anyway. */
  everyone: boolean;
  members: number;
  /** Null where the group is too large to check each member. */
  seeing: number | null;
  unidentified: number | null;
};
export const reportEffects = ['ended', 'hidden', 'place_hidden', 'no_members', 'uncounted', 'nobody', 'some', 'all', 'everyone'] as const;
export type ReportEffect = (typeof reportEffects)[number];

/** The effective access beside a report's switch: what blocks it first, then how many of the members it reaches. */
export function effectOfReport({ ended, hidden, placeHidden, everyone, members, seeing }: ReportFacts): ReportEffect {
  if (hidden) return 'hidden';
  if (placeHidden) return 'place_hidden';
  if (ended && !everyone) return 'ended';
  if (members === 0) return 'no_members';
  if (seeing === null) return 'uncounted';
  if (seeing === 0) return 'nobody';
  if (seeing < members) return 'some';
  return everyone ? 'everyone' : 'all';
}
